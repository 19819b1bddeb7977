// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Single multiplications modulo N, of digits at their bounds. */
class FusedWorkTest {

  @ParameterizedTest
  @ValueSource(ints = {2048, 2049, 2624, 3072, 4096, 8192})
  void multipliesWithinTheBounds(int bits) {
    FusedDigits form = new FusedDigits(bits);
    FusedSource source = new FusedSource(bits);
    FusedWork work = new FusedWork(form);
    for (int i = 0; i < 20; i++) {
      BigInteger modulus = source.modulus(bits);
      double[][] powers = FusedExponentiation.powersOfRadix(modulus, form);
      for (int j = 0; j < 10; j++) {
        double[] a = source.digits(form);
        double[] b = source.digits(form);
        work.begin(a, b);
        work.multiplyByBase();
        work.reduce(powers);
        check(work, modulus, form, FusedSource.value(form, a).multiply(FusedSource.value(form, b)));
        BigInteger value = work.number();
        work.square();
        work.reduce(powers);
        check(work, modulus, form, value.multiply(value));
      }
    }
  }

  /** The top digit is above B/2 with the carry from below: it must not be rounded. */
  @ParameterizedTest
  @ValueSource(ints = {2048, 3072, 4096, 8192})
  void keepsTheTopDigitWhole(int bits) {
    FusedDigits form = new FusedDigits(bits);
    BigInteger modulus = new FusedSource(bits).modulus(bits);
    double[] one = new double[form.count];
    one[0] = 1;
    double[] digits = new double[form.count];
    digits[form.count - 1] = form.base / 2;
    digits[form.count - 2] = form.base / 2;
    digits[form.count - 3] = FusedSource.greatest(form);
    FusedWork work = new FusedWork(form);
    work.begin(digits, one);
    work.multiplyByBase();
    work.reduce(FusedExponentiation.powersOfRadix(modulus, form));
    check(work, modulus, form, FusedSource.value(form, digits));
    assertThat(work.x[form.count - 1]).isEqualTo(form.base / 2 + 1);
  }

  private static void check(
      FusedWork work, BigInteger modulus, FusedDigits form, BigInteger product) {
    double[] digits = Arrays.copyOf(work.x, form.count);
    assertThat(work.number().mod(modulus)).isEqualTo(product.mod(modulus));
    assertThat(FusedSource.value(form, digits)).isEqualTo(work.number());
    double greatest = FusedSource.greatest(form);
    assertThat(Arrays.stream(digits).allMatch(digit -> Math.abs(digit) <= greatest)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {2048, 3072, 4096, 8192})
  void preparesPowersOfTheRadix(int bits) {
    FusedDigits form = new FusedDigits(bits);
    FusedSource source = new FusedSource(bits + 1);
    for (int i = 0; i < 6; i++) {
      BigInteger modulus = source.modulus(bits);
      double[][] powers = FusedExponentiation.powersOfRadix(modulus, form);
      assertThat(powers).hasNumberOfRows(form.count);
      for (int k = 0; k < form.count; k++) {
        BigInteger value = FusedSource.value(form, powers[k]);
        BigInteger power = BigInteger.ONE.shiftLeft(form.radix * (form.count + k));
        assertThat(value.subtract(power).mod(modulus)).isZero();
        assertThat(value.abs().shiftLeft(1)).isLessThan(modulus);
        assertThat(Arrays.stream(powers[k]).allMatch(digit -> Math.abs(digit) <= form.base / 2))
            .isTrue();
        // On these two rests that the top digit of a reduced number is not rounded.
        assertThat(powers[k][form.count - 1]).isZero();
        assertThat(Math.abs(powers[k][form.count - 2])).isLessThanOrEqualTo(form.base / 131072 + 1);
      }
    }
  }
}
