// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;
import static java.math.BigInteger.ZERO;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class P256FieldTest {

  static final int RADIX = 53;

  /** Limbs of factors are below 2^56. */
  static final long GREATEST = (1L << 56) - 1;

  /** With the other limbs at their bounds, 2^52 times 2^212 is still below 8p. */
  static final long GREATEST_LAST = (1L << 47) - (1L << 15) - 9;

  private static final BigInteger P = P256Field.P;
  private static final BigInteger R = TWO.pow(5 * RADIX);
  private static final BigInteger R_INVERSE = R.modInverse(P);

  private final P256Field field = new P256Field();
  private final Limbs limbs = field.limbs;
  private final LimbSource source = new LimbSource(GREATEST, GREATEST_LAST, 5);

  @Test
  void givesFactorsTheRoomThatIsDocumented() {
    BigInteger eightP = P.shiftLeft(3);
    for (long[] extreme : source.extremes()) {
      assertThat(limbs.value(extreme).abs()).isLessThan(eightP);
    }
    long[] greatest = source.extremes().get(0);
    greatest[4] += 2;
    assertThat(limbs.value(greatest)).isGreaterThan(eightP);
  }

  @Test
  void multipliesFactorsAtTheirBounds() {
    long[] product = new long[5];
    List<long[]> extremes = source.extremes();
    for (long[] a : extremes) {
      field.square(product, a);
      assertProduct(product, a, a, new long[5], a);
      for (long[] b : extremes) {
        field.multiply(product, a, b);
        assertProduct(product, a, b, new long[5], b);
        for (long[] c : List.of(a, negated(a), extremes.get(0))) {
          field.multiplyAdd(product, a, b, c, b);
          assertProduct(product, a, b, c, b);
          field.multiplyAdd(product, a, b, c, negated(b));
          assertProduct(product, a, b, c, negated(b));
        }
      }
    }
  }

  @Test
  void multipliesRandomFactors() {
    long[] product = new long[5];
    for (int i = 0; i < 20_000; i++) {
      long[] a = source.next();
      long[] b = source.next();
      long[] c = source.next();
      long[] d = source.next();
      field.multiply(product, a, b);
      assertProduct(product, a, b, new long[5], d);
      field.square(product, a);
      assertProduct(product, a, a, new long[5], d);
      field.multiplyAdd(product, a, b, c, d);
      assertProduct(product, a, b, c, d);
    }
  }

  /** One bit of a factor at a time, so that each product of limbs is tested alone. */
  @Test
  void multipliesLimbByLimb() {
    long[] product = new long[5];
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 5; j++) {
        for (long limb : new long[] {1, -1, 1L << 40, -(1L << 46), (1L << 46) - 1}) {
          long[] a = new long[5];
          long[] b = new long[5];
          a[i] = limb;
          b[j] = (1L << 46) - 1;
          field.multiply(product, a, b);
          assertProduct(product, a, b, new long[5], b);
          b[i] += limb;
          field.square(product, b);
          assertProduct(product, b, b, new long[5], b);
          field.multiplyAdd(product, a, b, b, a);
          assertProduct(product, a, b, b, a);
        }
      }
    }
  }

  private void assertProduct(long[] product, long[] a, long[] b, long[] c, long[] d) {
    check(limbs, product, a, b, c, d);
  }

  /** Fails unless the product is (ab + cd)/2^265, in limbs as documented. */
  static void check(Limbs limbs, long[] product, long[] a, long[] b, long[] c, long[] d) {
    BigInteger sum =
        limbs.value(a).multiply(limbs.value(b)).add(limbs.value(c).multiply(limbs.value(d)));
    BigInteger value = limbs.value(product);
    boolean inLimbs = true;
    for (int i = 0; i < 4; i++) {
      inLimbs &= product[i] >= 0 && product[i] < 1L << RADIX;
    }
    BigInteger four = value.shiftLeft(2);
    if (!inLimbs
        || four.compareTo(P.negate()) <= 0
        || four.compareTo(P.multiply(BigInteger.valueOf(5))) >= 0
        || value.shiftLeft(5 * RADIX).subtract(sum).mod(P).signum() != 0) {
      throw new AssertionError(
          String.format(
              "%x * %x + %x * %x is not %x",
              limbs.value(a), limbs.value(b), limbs.value(c), limbs.value(d), value));
    }
  }

  @Test
  void putsProductsIntoTheirFactors() {
    for (int i = 0; i < 1000; i++) {
      long[] a = source.next();
      long[] b = source.next();
      long[] c = source.next();
      long[] product = new long[5];
      field.multiply(product, a, b);
      long[] left = a.clone();
      field.multiply(left, left, b);
      assertThat(left).isEqualTo(product);
      long[] right = b.clone();
      field.multiply(right, a, right);
      assertThat(right).isEqualTo(product);

      field.square(product, a);
      long[] both = a.clone();
      field.multiply(both, both, both);
      assertThat(both).isEqualTo(product);
      both = a.clone();
      field.square(both, both);
      assertThat(both).isEqualTo(product);

      field.multiplyAdd(product, a, b, c, a);
      long[] last = a.clone();
      field.multiplyAdd(last, last, b, c, last);
      assertThat(last).isEqualTo(product);
      long[] third = c.clone();
      field.multiplyAdd(third, a, b, third, a);
      assertThat(third).isEqualTo(product);
    }
  }

  @Test
  void leavesFactorsAsTheyAre() {
    long[] a = source.next();
    long[] b = source.next();
    long[] beforeA = a.clone();
    long[] beforeB = b.clone();
    field.multiply(new long[5], a, b);
    field.square(new long[5], a);
    field.multiplyAdd(new long[5], a, b, b, a);
    field.isMultipleOfP(a);
    field.inverse(a);
    assertThat(a).isEqualTo(beforeA);
    assertThat(b).isEqualTo(beforeB);
  }

  // Elements

  @Test
  void makesElementsOfNumbersAndOctets() {
    Random random = new Random(6);
    for (int i = 0; i < 2000; i++) {
      BigInteger number =
          i == 0 ? ZERO : i == 1 ? TWO.pow(256).subtract(ONE) : new BigInteger(256, random);
      assertThat(limbs.value(field.element(number))).isEqualTo(number.multiply(R).mod(P));
      byte[] octets = new byte[40];
      System.arraycopy(BigEndian.octets(number, 32), 0, octets, 5, 32);
      BigInteger element = limbs.value(field.element(octets, 5));
      assertThat(element.subtract(number.multiply(R)).mod(P)).isZero();
    }
  }

  @Test
  void invertsWhatIsNotZero() {
    for (int i = 0; i < 1000; i++) {
      long[] a = source.next();
      BigInteger number = limbs.value(a).multiply(R_INVERSE).mod(P);
      if (number.signum() != 0) {
        assertThat(limbs.value(field.inverse(a)))
            .isEqualTo(number.modInverse(P).multiply(R).mod(P));
        long[] one = new long[5];
        field.multiply(one, field.inverse(a), a);
        assertThat(limbs.value(one).subtract(R).mod(P)).isZero();
      }
    }
  }

  // Multiples of p

  @Test
  void knowsMultiplesOfP() {
    for (int times = -16; times <= 16; times++) {
      for (int more = -40; more <= 40; more++) {
        BigInteger number = P.multiply(BigInteger.valueOf(times)).add(BigInteger.valueOf(more));
        long[] spread = LimbSource.spread(number, RADIX);
        assertThat(field.isMultipleOfP(spread)).isEqualTo(more == 0);
        // The same number in limbs that are not normalized.
        spread[0] -= 3L << RADIX;
        spread[1] += 3 - (7L << RADIX);
        spread[2] += 7;
        assertThat(field.isMultipleOfP(spread)).isEqualTo(more == 0);
      }
    }
  }

  @Test
  void looksAtMoreThanTheFirstLimb() {
    for (int limb = 1; limb < 5; limb++) {
      for (int times = -16; times <= 16; times++) {
        long[] limbs = LimbSource.spread(P.multiply(BigInteger.valueOf(times)), RADIX);
        limbs[limb]++;
        assertThat(field.isMultipleOfP(limbs)).isFalse();
      }
    }
  }

  private static long[] negated(long[] limbs) {
    long[] negated = new long[5];
    for (int i = 0; i < 5; i++) {
      negated[i] = -limbs[i];
    }
    return negated;
  }
}
