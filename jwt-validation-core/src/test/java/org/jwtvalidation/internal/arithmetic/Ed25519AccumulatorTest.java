// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;
import static java.math.BigInteger.ZERO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.internal.arithmetic.EdwardsPoint.BASE;
import static org.jwtvalidation.internal.arithmetic.EdwardsPoint.NEUTRAL;
import static org.jwtvalidation.internal.arithmetic.EdwardsPoint.ORDER_8;
import static org.jwtvalidation.internal.arithmetic.EdwardsPoint.P;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Ed25519AccumulatorTest {

  static Ed25519Accumulator sum(EdwardsPoint point) {
    return Ed25519Accumulator.of(point.x(), point.y());
  }

  /** The point of a sum; fails if T does not match X, Y and Z. */
  static EdwardsPoint affine(PointAccumulator<?> sum) {
    Limbs limbs = Ed25519Field.FIELD.limbs;
    BigInteger inverse = limbs.value(sum.denominator).modInverse(P);
    BigInteger x = limbs.value(sum.x).multiply(inverse).mod(P);
    BigInteger y = limbs.value(sum.y).multiply(inverse).mod(P);
    assertThat(limbs.value(sum.fourth).multiply(inverse).mod(P)).isEqualTo(x.multiply(y).mod(P));
    return new EdwardsPoint(x, y);
  }

  private static long[] stored(EdwardsPoint... points) {
    long[] table = new long[12 * points.length];
    for (int i = 0; i < points.length; i++) {
      Ed25519Accumulator sum = sum(points[i]);
      sum.store(table, 12 * i, sum.field.inverse(sum.denominator));
    }
    return table;
  }

  private static EdwardsPoint times(long scalar) {
    return BASE.times(BigInteger.valueOf(scalar).mod(EdwardsPoint.L));
  }

  /** All points of small order, some multiples of the base point, and sums of both. */
  private static final List<EdwardsPoint> POINTS = points();

  private static List<EdwardsPoint> points() {
    List<EdwardsPoint> points = new ArrayList<>();
    EdwardsPoint small = NEUTRAL;
    for (int i = 0; i < 8; i++) {
      points.add(small);
      points.add(small.plus(times(i)));
      points.add(times(-i));
      small = small.plus(ORDER_8);
    }
    assertThat(small).isEqualTo(NEUTRAL);
    return points;
  }

  @Test
  void addsEachPointToEachOther() {
    for (EdwardsPoint right : POINTS) {
      long[] table = stored(BASE, right, BASE);
      for (EdwardsPoint left : POINTS) {
        Ed25519Accumulator sum = sum(left);
        sum.add(table, 12, false);
        assertThat(affine(sum)).isEqualTo(left.plus(right));
        Ed25519Accumulator difference = sum(left);
        difference.add(table, 12, true);
        assertThat(affine(difference)).isEqualTo(left.plus(right.negated()));
      }
    }
  }

  @Test
  void addsEqualAndOppositePoints() {
    for (EdwardsPoint point : POINTS) {
      Ed25519Accumulator sum = sum(point);
      sum.add(stored(point), 0, false);
      assertThat(affine(sum)).isEqualTo(point.plus(point));
      // Again, with Z other than 1.
      sum.add(stored(point.plus(point)), 0, false);
      assertThat(affine(sum)).isEqualTo(point.times(BigInteger.valueOf(4)));
      sum.add(stored(point.times(BigInteger.valueOf(4))), 0, true);
      assertThat(affine(sum)).isEqualTo(NEUTRAL);
      sum.twice();
      assertThat(affine(sum)).isEqualTo(NEUTRAL);
      sum.add(stored(point), 0, true);
      assertThat(affine(sum)).isEqualTo(point.negated());
    }
  }

  @Test
  void beginsWithTheNeutralPoint() {
    assertThat(affine(new Ed25519Accumulator())).isEqualTo(NEUTRAL);
  }

  @Test
  void doublesEachPoint() {
    for (EdwardsPoint point : POINTS) {
      Ed25519Accumulator sum = sum(point);
      EdwardsPoint expected = point;
      for (int i = 0; i < 10; i++) {
        sum.twice();
        expected = expected.plus(expected);
        assertThat(affine(sum)).isEqualTo(expected);
      }
    }
  }

  @Test
  void addsAsSchoolbooksDo() {
    Random random = new Random(10);
    EdwardsPoint expected = NEUTRAL;
    Ed25519Accumulator sum = new Ed25519Accumulator();
    for (int i = 0; i < 2000; i++) {
      int choice = random.nextInt(8);
      if (choice == 0) {
        sum.twice();
        expected = expected.plus(expected);
      } else {
        EdwardsPoint point = choice == 1 ? expected : POINTS.get(random.nextInt(POINTS.size()));
        boolean negated = random.nextBoolean();
        sum.add(stored(point), 0, negated);
        expected = expected.plus(negated ? point.negated() : point);
      }
      assertThat(affine(sum)).isEqualTo(expected);
      for (long[] coordinate : List.of(sum.x, sum.y, sum.denominator, sum.fourth)) {
        for (long limb : coordinate) {
          assertThat(Math.abs(limb)).isLessThanOrEqualTo((1L << 51) + (1L << 11));
        }
      }
    }
  }

  @Test
  void storesAPointInOneWayOnly() {
    Ed25519Accumulator sum = sum(BASE);
    for (int i = 2; i < 20; i++) {
      sum.add(stored(BASE), 0, false);
      long[] table = new long[36];
      sum.store(table, 12, sum.field.inverse(sum.denominator));
      long[] expected = new long[36];
      System.arraycopy(stored(times(i)), 0, expected, 12, 12);
      assertThat(table).isEqualTo(expected);
    }
  }

  @Test
  void savesAllCoordinates() {
    Ed25519Accumulator sum = sum(BASE);
    sum.twice();
    long[] saved = new long[3 * PointAccumulator.LENGTH];
    sum.save(saved, 1);
    Ed25519Accumulator other = new Ed25519Accumulator();
    other.load(saved, 1);
    other.add(stored(BASE), 0, false);
    assertThat(affine(other)).isEqualTo(times(3));
    other.load(saved, 1);
    other.twice();
    assertThat(affine(other)).isEqualTo(times(4));
    assertThat(affine(sum)).isEqualTo(times(2));
  }

  // Encodings

  @Test
  void knowsItsEncoding() {
    for (EdwardsPoint point : POINTS) {
      Ed25519Accumulator sum = sum(point);
      sum.add(stored(times(100)), 0, false);
      sum.add(stored(times(100)), 0, true);
      byte[] encoded = Arrays.copyOf(point.encoded(), 64);
      encoded[32] = 1;
      assertThat(sum.isEncodedAs(encoded)).isTrue();
      for (int bit = 0; bit < 256; bit++) {
        byte[] other = encoded.clone();
        other[bit >> 3] ^= (byte) (1 << (bit & 7));
        assertThat(sum.isEncodedAs(other)).isFalse();
      }
      assertThat(sum.isEncodedAs(encoded)).isTrue();
    }
  }

  @Test
  void hasNoEncodingThatIsNotCanonical() {
    // The points whose y coordinate has two encodings in 255 bits.
    int points = 0;
    for (int y = 0; y < 19; y++) {
      BigInteger canonical = BigInteger.valueOf(y);
      for (boolean xOdd : new boolean[] {false, true}) {
        try {
          EdwardsPoint point = EdwardsPoint.withY(canonical, xOdd);
          points++;
          Ed25519Accumulator sum = sum(point);
          assertThat(sum.isEncodedAs(point.encoded())).isTrue();
          assertThat(sum.isEncodedAs(EdwardsPoint.encoded(canonical.add(P), xOdd))).isFalse();
        } catch (IllegalArgumentException e) {
          // Not the y coordinate of a point.
        }
      }
    }
    assertThat(points).isGreaterThan(10);
  }

  @Test
  void hasNoSignWhereXIsZero() {
    for (BigInteger y : List.of(ONE, P.subtract(ONE))) {
      Ed25519Accumulator sum = Ed25519Accumulator.of(ZERO, y);
      assertThat(sum.isEncodedAs(EdwardsPoint.encoded(y, false))).isTrue();
      assertThat(sum.isEncodedAs(EdwardsPoint.encoded(y, true))).isFalse();
    }
    assertThat(sum(BASE).isEncodedAs(EdwardsPoint.encoded(TWO.pow(255).subtract(ONE), false)))
        .isFalse();
  }
}
