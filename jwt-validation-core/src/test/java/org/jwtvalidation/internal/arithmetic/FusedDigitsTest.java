// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FusedDigitsTest {

  /** What the other classes rely on, for every size. */
  @Test
  void keepsTheBoundsForModuliOfEverySize() {
    IntStream.rangeClosed(2048, 8192)
        .forEach(bits -> {
          FusedDigits form = new FusedDigits(bits);
          int n = form.count;
          int r = form.radix;
          int rows = 4 * ((n + 7) / 8);
          assertThat(n % 4).as("%s bits", bits).isZero();
          assertThat(n).as("%s bits", bits).isBetween(44, 200);
          assertThat(r).as("%s bits", bits).isBetween(46, 48);
          assertThat(rows + 2L).as("%s bits", bits).isLessThanOrEqualTo(1L << (53 - r));
          assertThat(8 * form.octets).as("%s bits", bits).isGreaterThan(r * n + 64);
          assertThat(r * (n - 1)).as("%s bits", bits).isGreaterThanOrEqualTo(bits + 16);
          double greatest = FusedSource.greatest(form);
          assertThat(rows * greatest * greatest).isLessThan(0.98 * Math.scalb(1.0, 51 + r));
        });
  }

  /** The fewest groups of rows, and then the widest digits. */
  @ParameterizedTest
  @CsvSource({"2048, 48, 44", "2049, 48, 48", "3072, 47, 68", "4096, 47, 92", "8192, 46, 180"})
  void choosesAsFewDigitsAsTheBoundsAllow(int bits, int radix, int count) {
    FusedDigits form = new FusedDigits(bits);
    assertThat(form.radix).isEqualTo(radix);
    assertThat(form.count).isEqualTo(count);
    assertThat(form.base).isEqualTo(Math.pow(2, radix));
    assertThat(form.down).isEqualTo(Math.pow(2, -radix));
    assertThat(form.rounder).isEqualTo(1.5 * Math.pow(2, 52 + radix));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2047, 8193})
  void hasNoDigitsForOtherSizes(int bits) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FusedDigits(bits))
        .withMessage("no digits for a modulus of %s bits", bits);
  }

  @ParameterizedTest
  @ValueSource(ints = {2048, 2049, 2056, 3072, 4096, 8192})
  void readsNumbersAsSmallDigits(int bits) {
    FusedDigits form = new FusedDigits(bits);
    FusedSource source = new FusedSource(bits);
    double[] digits = new double[form.count];
    byte[] octets = new byte[form.octets];
    for (int i = 0; i < 500; i++) {
      BigInteger number = source.number(source.modulus(bits));
      Arrays.fill(digits, Double.NaN);
      source.fill(octets);
      form.read(BigEndian.octets(number, (bits + 7) / 8), octets, digits);
      assertThat(FusedSource.value(form, digits)).isEqualTo(number);
      assertThat(Arrays.stream(digits).allMatch(digit -> Math.abs(digit) <= form.base / 2))
          .isTrue();
      source.fill(octets);
      assertThat(form.number(digits, octets)).isEqualTo(number);
      // With a sign octet, or without leading zeros.
      form.read(number.toByteArray(), octets, digits);
      assertThat(form.number(digits, octets)).isEqualTo(number);
    }
  }

  /** Half of the radix is written as its negative, with a carry. */
  @Test
  void carriesFromHalfOfTheRadixOn() {
    FusedDigits form = new FusedDigits(2048);
    double[] digits = new double[form.count];
    byte[] octets = new byte[form.octets];
    BigInteger half = BigInteger.ONE.shiftLeft(47);
    form.read(half.toByteArray(), octets, digits);
    assertThat(digits).startsWith(-form.base / 2, 1, 0);
    form.read(half.subtract(BigInteger.ONE).toByteArray(), octets, digits);
    assertThat(digits).startsWith(form.base / 2 - 1, 0, 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {2048, 2049, 3072, 4096, 8192})
  void writesTheNumbersOfAnyDigits(int bits) {
    FusedDigits form = new FusedDigits(bits);
    FusedSource source = new FusedSource(bits);
    byte[] octets = new byte[form.octets];
    for (int i = 0; i < 500; i++) {
      double[] digits = source.digits(form);
      source.fill(octets);
      assertThat(form.number(digits, octets)).isEqualTo(FusedSource.value(form, digits));
    }
    double[] digits = new double[form.count];
    for (double extreme : new double[] {0x1p53, -0x1p53, 1, -1, 0}) {
      Arrays.fill(digits, extreme);
      assertThat(form.number(digits, octets)).isEqualTo(FusedSource.value(form, digits));
    }
  }
}
