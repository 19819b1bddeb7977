// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;
import static java.math.BigInteger.ZERO;
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

  /** The bounds of a long for any factors. */
  private record Interval(BigInteger least, BigInteger most) {

    Interval plus(Interval other) {
      return new Interval(least.add(other.least), most.add(other.most));
    }

    Interval shifted(int left) {
      return left < 0
          ? new Interval(least.shiftRight(-left), most.shiftRight(-left))
          : new Interval(least.shiftLeft(left), most.shiftLeft(left));
    }

    void assertFits() {
      assertThat(most.bitLength()).isLessThan(64);
      assertThat(least.bitLength()).isLessThan(64);
    }
  }

  /**
   * Adds up, for each column, the bounds of the low 58 bits of its products and of their high
   * parts, with all limbs at their bounds in all columns at once.
   */
  @Test
  void keepsEachColumnIn64BitsWhateverTheFactors() {
    BigInteger nineteen = BigInteger.valueOf(19);
    Interval lowOfOne = new Interval(ZERO, TWO.pow(58).subtract(ONE));
    Interval givenOn = new Interval(ZERO, ZERO);
    for (int column = 0; column < 5; column++) {
      Interval high = new Interval(ZERO, ZERO);
      Interval low = new Interval(ZERO, ZERO);
      for (int i = 0; i < 5; i++) {
        BigInteger product = TWO.pow(106).multiply(i > column ? nineteen : ONE);
        high = high.plus(new Interval(product.negate(), product).shifted(-58));
        low = low.plus(lowOfOne);
      }
      Interval sum = low.plus(givenOn);
      high.shifted(7).assertFits();
      sum.assertFits();
      // As the comment in the code says.
      assertThat(low.most).isLessThan(TWO.pow(61));
      assertThat(high.shifted(7).most.abs()).isLessThanOrEqualTo(TWO.pow(55).multiply(big(77)));
      givenOn = sum.shifted(-RADIX).plus(high.shifted(7));
      givenOn.assertFits();
    }
    Interval first =
        new Interval(givenOn.least.multiply(nineteen), givenOn.most.multiply(nineteen))
            .plus(new Interval(ZERO, TWO.pow(RADIX)));
    first.assertFits();
    assertThat(first.shifted(-RADIX).most).isLessThan(TWO.pow(11));
    assertThat(first.shifted(-RADIX).least).isGreaterThan(TWO.pow(11).negate());
  }

  private static BigInteger big(long number) {
    return BigInteger.valueOf(number);
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
