// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;
import static java.math.BigInteger.ZERO;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.spec.ECParameterSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class P256AccumulatorTest {

  static final ECParameterSpec P256 = AffinePoint.domain("secp256r1");
  static final AffinePoint G = AffinePoint.generator(P256);

  private static final BigInteger P = P256Field.P;
  private static final BigInteger N = P256.getOrder();

  static P256Accumulator sum(@Nullable AffinePoint point) {
    return point == null ? new P256Accumulator() : P256Accumulator.of(point.x(), point.y());
  }

  /** The point of a sum, or null for infinity. */
  static @Nullable AffinePoint affine(PointAccumulator<?> sum) {
    Limbs limbs = sum.field.limbs;
    BigInteger zz = limbs.value(sum.fourth).mod(P);
    BigInteger zzz = limbs.value(sum.denominator).mod(P);
    if (zz.signum() == 0) {
      assertThat(Limbs.isZero(sum.fourth)).isTrue();
      return null;
    }
    BigInteger x = limbs.value(sum.x).multiply(zz.modInverse(P)).mod(P);
    BigInteger y = limbs.value(sum.y).multiply(zzz.modInverse(P)).mod(P);
    return new AffinePoint(P256, x, y);
  }

  /** Stored points, one after the other as in a table. */
  private static long[] stored(AffinePoint... points) {
    long[] table = new long[8 * points.length];
    for (int i = 0; i < points.length; i++) {
      P256Accumulator sum = sum(points[i]);
      sum.store(table, 8 * i, sum.field.inverse(sum.denominator));
    }
    return table;
  }

  private static AffinePoint times(long scalar) {
    return requireNonNull(G.times(BigInteger.valueOf(scalar).mod(N)));
  }

  /** Points with coordinates near 0, and others. */
  private static final List<AffinePoint> POINTS = points();

  private static List<AffinePoint> points() {
    List<AffinePoint> points = new ArrayList<>();
    for (int i = 1; i < 8; i++) {
      points.add(times(i));
      points.add(times(-i));
    }
    for (BigInteger x : List.of(ZERO, P.subtract(TWO.pow(3)), N.add(ONE), TWO.pow(255))) {
      AffinePoint point = null;
      for (BigInteger next = x; point == null; next = next.add(ONE)) {
        point = AffinePoint.withX(P256, next.mod(P));
      }
      points.add(point);
      points.add(point.negated());
    }
    return points;
  }

  @Test
  void addsEachPointToEachOther() {
    for (AffinePoint right : POINTS) {
      long[] table = stored(G, right, G);
      for (AffinePoint left : POINTS) {
        P256Accumulator sum = sum(left);
        sum.add(table, 8, false);
        assertThat(affine(sum)).isEqualTo(AffinePoint.sum(left, right));
        P256Accumulator difference = sum(left);
        difference.add(table, 8, true);
        assertThat(affine(difference)).isEqualTo(AffinePoint.sum(left, right.negated()));
      }
    }
  }

  @Test
  void addsEqualPoints() {
    P256Accumulator sum = sum(G);
    sum.add(stored(G), 0, false);
    assertThat(affine(sum)).isEqualTo(times(2));
    // 3G as 2G + G, where ZZ is not 1, and as a stored point.
    sum.add(stored(G), 0, false);
    sum.add(stored(times(3)), 0, false);
    assertThat(affine(sum)).isEqualTo(times(6));
    sum.add(stored(times(-6)), 0, true);
    assertThat(affine(sum)).isEqualTo(times(12));
  }

  @Test
  void addsOppositePoints() {
    P256Accumulator sum = sum(G);
    sum.add(stored(G), 0, true);
    assertThat(affine(sum)).isNull();
    sum = sum(G);
    sum.add(stored(G.negated()), 0, false);
    assertThat(affine(sum)).isNull();
    sum = sum(G);
    sum.twice();
    sum.add(stored(G), 0, false);
    sum.add(stored(times(3)), 0, true);
    assertThat(affine(sum)).isNull();
  }

  @Test
  void addsToInfinity() {
    P256Accumulator sum = new P256Accumulator();
    assertThat(affine(sum)).isNull();
    sum.add(stored(G), 0, false);
    assertThat(affine(sum)).isEqualTo(G);
    P256Accumulator negative = new P256Accumulator();
    negative.add(stored(G), 0, true);
    assertThat(affine(negative)).isEqualTo(G.negated());
  }

  @Test
  void addsOnAfterInfinity() {
    P256Accumulator sum = sum(times(5));
    sum.add(stored(times(2)), 0, false);
    sum.add(stored(times(7)), 0, true);
    assertThat(affine(sum)).isNull();
    sum.add(stored(times(4)), 0, true);
    assertThat(affine(sum)).isEqualTo(times(-4));
    sum.add(stored(times(4)), 0, true);
    assertThat(affine(sum)).isEqualTo(times(-8));
    sum.add(stored(times(9)), 0, false);
    assertThat(affine(sum)).isEqualTo(G);
  }

  @Test
  void leavesInfinityWhereItIs() {
    P256Accumulator sum = new P256Accumulator();
    sum.twice();
    assertThat(affine(sum)).isNull();
    sum.add(stored(G), 0, false);
    sum.add(stored(G), 0, true);
    sum.twice();
    sum.twice();
    assertThat(affine(sum)).isNull();
    sum.add(stored(G), 0, false);
    assertThat(affine(sum)).isEqualTo(G);
  }

  @Test
  void doublesEachPoint() {
    for (AffinePoint point : POINTS) {
      P256Accumulator sum = sum(point);
      AffinePoint expected = point;
      for (int i = 0; i < 10; i++) {
        sum.twice();
        expected = requireNonNull(AffinePoint.sum(expected, expected));
        assertThat(affine(sum)).isEqualTo(expected);
      }
    }
  }

  /** Random additions and doublings, sometimes of equal and opposite points. */
  @Test
  void addsAsSchoolbooksDo() {
    Random random = new Random(9);
    AffinePoint expected = null;
    P256Accumulator sum = new P256Accumulator();
    for (int i = 0; i < 2000; i++) {
      int choice = random.nextInt(8);
      if (choice == 0) {
        sum.twice();
        expected = AffinePoint.sum(expected, expected);
      } else {
        AffinePoint point =
            choice == 1 && expected != null ? expected : POINTS.get(random.nextInt(POINTS.size()));
        boolean negated = random.nextBoolean();
        sum.add(stored(point), 0, negated);
        expected = AffinePoint.sum(expected, negated ? point.negated() : point);
      }
      assertThat(affine(sum)).isEqualTo(expected);
      assertWithinBounds(sum);
    }
  }

  /** The documented bounds of the formulas for any products, whose bounds the field tests check. */
  private static void assertWithinBounds(P256Accumulator sum) {
    for (long[] coordinate : List.of(sum.x, sum.y, sum.fourth, sum.denominator)) {
      for (long limb : coordinate) {
        assertThat(Math.abs(limb)).isLessThan(1L << 55);
      }
      assertThat(sum.field.limbs.value(coordinate).abs())
          .isLessThan(P.multiply(BigInteger.valueOf(5)));
    }
  }

  @Test
  void knowsItsX() {
    P256Field field = new P256Field();
    for (AffinePoint point : POINTS) {
      P256Accumulator sum = sum(point);
      sum.add(stored(times(100)), 0, false);
      AffinePoint expected = requireNonNull(AffinePoint.sum(point, times(100)));
      assertThat(sum.hasX(field.element(expected.x()))).isTrue();
      assertThat(sum.hasX(field.element(expected.x().add(ONE)))).isFalse();
      assertThat(sum.hasX(field.element(expected.x().subtract(N)))).isFalse();
      assertThat(sum.hasX(field.element(ZERO))).isFalse();
      long[] inTwo = field.element(expected.x().subtract(N));
      long[] n = field.element(N);
      for (int i = 0; i < 5; i++) {
        inTwo[i] += n[i];
      }
      assertThat(sum.hasX(inTwo)).isTrue();
      assertThat(affine(sum)).isEqualTo(expected);
    }
  }

  @Test
  void hasNoXAtInfinity() {
    P256Field field = new P256Field();
    P256Accumulator sum = sum(G);
    sum.add(stored(G), 0, true);
    for (P256Accumulator infinity : List.of(sum, new P256Accumulator())) {
      for (BigInteger x : List.of(ZERO, ONE, G.x(), P, N, P.subtract(N))) {
        assertThat(infinity.hasX(field.element(x))).isFalse();
        assertThat(infinity.hasX(new long[5])).isFalse();
      }
    }
  }

  @Test
  void storesAPointInOneWayOnly() {
    P256Accumulator sum = sum(G);
    for (int i = 2; i < 20; i++) {
      sum.add(stored(G), 0, false);
      long[] table = new long[24];
      sum.store(table, 8, sum.field.inverse(sum.denominator));
      long[] expected = new long[24];
      System.arraycopy(stored(times(i)), 0, expected, 8, 8);
      assertThat(table).isEqualTo(expected);
    }
  }

  @Test
  void savesAllCoordinates() {
    P256Accumulator sum = sum(G);
    sum.twice();
    long[] saved = new long[3 * PointAccumulator.LENGTH];
    sum.save(saved, 1);
    P256Accumulator other = new P256Accumulator();
    other.load(saved, 1);
    other.add(stored(G), 0, false);
    assertThat(affine(other)).isEqualTo(times(3));
    other.load(saved, 0);
    assertThat(affine(other)).isNull();
    other.load(saved, 1);
    other.twice();
    assertThat(affine(other)).isEqualTo(times(4));
    assertThat(affine(sum)).isEqualTo(times(2));
  }
}
