// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.TWO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.internal.arithmetic.Ed25519Field.FIELD;

import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Ed25519FieldTest {

  static final int RADIX = 51;
  static final long GREATEST = 1L << 53;

  private static final BigInteger P = Ed25519Field.P;

  private final Limbs limbs = FIELD.limbs;
  private final LimbSource source = new LimbSource(GREATEST, GREATEST, 7);

  @Test
  void multipliesFactorsAtTheirBounds() {
    long[] product = new long[5];
    List<long[]> extremes = source.extremes();
    for (long[] a : extremes) {
      for (long[] b : extremes) {
        FIELD.multiply(product, a, b);
        check(product, a, b);
      }
    }
  }

  @Test
  void multipliesRandomFactors() {
    long[] product = new long[5];
    for (int i = 0; i < 30_000; i++) {
      long[] a = source.next();
      long[] b = source.next();
      FIELD.multiply(product, a, b);
      check(product, a, b);
    }
  }

  /** One bit of a factor at a time, so that each product of limbs is tested alone. */
  @Test
  void multipliesLimbByLimb() {
    long[] product = new long[5];
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 5; j++) {
        for (long limb : new long[] {1, -1, 1L << 50, -(1L << 51), (1L << 52) - 1}) {
          long[] a = new long[5];
          long[] b = new long[5];
          a[i] = limb;
          b[j] = (1L << 52) - 1;
          FIELD.multiply(product, a, b);
          check(product, a, b);
        }
      }
    }
  }

  /** Fails unless the product is ab, in limbs as documented. */
  static void check(long[] product, long[] a, long[] b) {
    Limbs limbs = FIELD.limbs;
    boolean inLimbs = product[1] > -(1L << 11) && product[1] < (1L << RADIX) + (1L << 11);
    for (int i : new int[] {0, 2, 3, 4}) {
      inLimbs &= product[i] >= 0 && product[i] < 1L << RADIX;
    }
    BigInteger value = limbs.value(product);
    BigInteger exact = limbs.value(a).multiply(limbs.value(b));
    if (!inLimbs || value.subtract(exact).mod(P).signum() != 0) {
      throw new AssertionError(
          String.format("%x * %x is not %x", limbs.value(a), limbs.value(b), value));
    }
  }

  @Test
  void putsProductsIntoTheirFactorsAndLeavesOthersAsTheyAre() {
    for (int i = 0; i < 1000; i++) {
      long[] a = source.next();
      long[] b = source.next();
      long[] beforeA = a.clone();
      long[] beforeB = b.clone();
      long[] product = new long[5];
      FIELD.multiply(product, a, b);
      assertThat(a).isEqualTo(beforeA);
      assertThat(b).isEqualTo(beforeB);
      long[] left = a.clone();
      FIELD.multiply(left, left, b);
      assertThat(left).isEqualTo(product);
      long[] right = b.clone();
      FIELD.multiply(right, a, right);
      assertThat(right).isEqualTo(product);
      long[] both = a.clone();
      FIELD.multiply(both, both, both);
      FIELD.multiply(product, a, a);
      assertThat(both).isEqualTo(product);
    }
  }

  @Test
  void makesElementsOfNumbers() {
    Random random = new Random(8);
    for (int i = 0; i < 1000; i++) {
      BigInteger number = new BigInteger(300, random).subtract(TWO.pow(299));
      assertThat(limbs.value(FIELD.element(number))).isEqualTo(number.mod(P));
    }
  }

  @Test
  void invertsWhatIsNotZero() {
    for (int i = 0; i < 1000; i++) {
      long[] a = source.next();
      if (limbs.value(a).mod(P).signum() != 0) {
        assertThat(limbs.value(FIELD.inverse(a))).isEqualTo(limbs.value(a).modInverse(P));
      }
    }
  }

  /** Products, and sums of two of them, are stored as the least number. */
  @Test
  void packsProductsAndTheirSums() {
    long[] product = new long[5];
    for (int i = 0; i < 5000; i++) {
      FIELD.multiply(product, source.next(), source.next());
      long[] words = new long[4];
      limbs.pack(product, words, 0);
      long[] unpacked = new long[5];
      limbs.unpack(words, 0, unpacked);
      assertThat(unpacked).isEqualTo(LimbSource.spread(limbs.value(product).mod(P), RADIX));
    }
  }
}
