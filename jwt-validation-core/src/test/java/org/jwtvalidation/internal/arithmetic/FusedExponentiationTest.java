// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.Row;

class FusedExponentiationTest {

  private static final BigInteger ONE = BigInteger.ONE;

  private static void check(FusedExponentiation fused, BigInteger base) {
    int octets = (fused.modulus().bitLength() + 7) / 8;
    assertThat(fused.power(BigEndian.octets(base, octets)))
        .as("%s modulo %s", base, fused.modulus())
        .isEqualTo(base.modPow(BigInteger.valueOf(65537), fused.modulus()));
  }

  @ParameterizedTest
  @ValueSource(ints = {2048, 2049, 2624, 3072, 4096})
  void agreesWithModPowOnExtremes(int bits) {
    BigInteger least = ONE.shiftLeft(bits - 1);
    BigInteger beyond = ONE.shiftLeft(bits);
    for (BigInteger modulus :
        List.of(
            least.add(ONE),
            beyond.subtract(ONE),
            beyond.subtract(ONE.shiftLeft(bits / 2)).subtract(ONE),
            least.add(ONE.shiftLeft(bits / 2)).add(ONE),
            new FusedSource(bits).modulus(bits))) {
      FusedExponentiation fused = new FusedExponentiation(modulus);
      assertThat(fused.modulus()).isSameAs(modulus);
      Stream<BigInteger> ends =
          Stream.of(0, 1, 2)
              .map(BigInteger::valueOf)
              .flatMap(end -> Stream.of(end, modulus.subtract(end).mod(modulus)));
      Stream<BigInteger> powersOfTwo =
          Stream.iterate(47, bit -> bit < bits - 1, bit -> bit + 47)
              .map(ONE::shiftLeft)
              .flatMap(power -> Stream.of(power, power.subtract(ONE), power.add(ONE)));
      Stream.of(ends, powersOfTwo, Stream.of(modulus.shiftRight(1)))
          .flatMap(bases -> bases)
          .forEach(base -> check(fused, base));
    }
  }

  @Test
  void readsBasesOfAnyLength() {
    FusedExponentiation fused = new FusedExponentiation(new FusedSource(1).modulus(2048));
    BigInteger power = BigInteger.valueOf(3).modPow(FusedExponentiation.EXPONENT, fused.modulus());
    assertThat(fused.power(new byte[] {3})).isEqualTo(power);
    assertThat(fused.power(BigEndian.octets(BigInteger.valueOf(3), 500))).isEqualTo(power);
    assertThat(fused.power(new byte[0])).isZero();
  }

  /** A number that was computed with the arrays before leaves nothing behind. */
  @Test
  void sharesItsArraysWithOtherModuliOfTheSize() {
    FusedSource source = new FusedSource(7);
    for (int i = 0; i < 40; i++) {
      BigInteger modulus = source.modulus(i % 2 == 0 ? 2048 : 3072);
      FusedExponentiation fused = new FusedExponentiation(modulus);
      check(fused, source.number(modulus));
      check(fused, BigInteger.ZERO);
      check(fused, source.number(modulus));
    }
  }

  @Test
  void givesItsArraysBackForTheNextPower() {
    // No other test has moduli of this size.
    BigInteger modulus = new FusedSource(3).modulus(7168);
    FusedExponentiation fused = new FusedExponentiation(modulus);
    Spares<FusedWork> spares = FusedSize.of(7168).spares;
    FusedWork work = spares.take();
    spares.giveBack(work);
    check(fused, BigInteger.TWO);
    assertThat(spares.take()).isSameAs(work);
  }

  @Test
  @Row("121")
  void keepsNothingForSizesThatAreNotUsual() {
    List<Integer> kept = new ArrayList<>();
    for (int bits = 2048; bits <= 8192; bits++) {
      FusedSize size = FusedSize.of(bits);
      boolean isKept = FusedSize.of(bits) == size;
      assertThat(isKept).isEqualTo(FusedExponentiation.isUsualSize(bits));
      if (isKept) {
        kept.add(bits);
      }
    }
    assertThat(kept).containsExactly(2048, 3072, 4096, 5120, 6144, 7168, 8192);
  }

  @ParameterizedTest
  @ValueSource(ints = {2047, 8193})
  void refusesOtherSizes(int bits) {
    BigInteger modulus = new FusedSource(1).modulus(bits);
    assertThatIllegalArgumentException().isThrownBy(() -> new FusedExponentiation(modulus));
  }
}
