// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Races by a clock that only the exponentiations advance. */
class ExponentiationRaceTest {

  private static final BigInteger MODULUS = new FusedSource(1).modulus(2052);

  private long now = Long.MAX_VALUE - 1000;
  private final ExponentiationRace race = new ExponentiationRace(() -> now);

  /** Takes so many nanoseconds for its n-th power, from 0. */
  private final class Runner implements PublicExponentiation {

    private final IntToLongFunction nanos;
    private final List<BigInteger> bases = new ArrayList<>();

    Runner(IntToLongFunction nanos) {
      this.nanos = nanos;
    }

    Runner(long nanos) {
      this(power -> nanos);
    }

    @Override
    public BigInteger power(byte[] base) {
      now += nanos.applyAsLong(bases.size());
      bases.add(new BigInteger(1, base));
      return new BigInteger(1, base);
    }

    @Override
    public BigInteger modulus() {
      return MODULUS;
    }
  }

  @ParameterizedTest
  @CsvSource({"85000, true", "85001, false", "100000, false", "20000, true"})
  void isWonByAMargin(long nanos, boolean won) {
    assertThat(race.isWonBy(new Runner(nanos), new Runner(100_000))).isEqualTo(won);
  }

  @Test
  void endsAfterAThousandPowersThatTakeTheSameTime() {
    Runner challenger = new Runner(50_000);
    Runner champion = new Runner(100_000);
    assertThat(race.isWonBy(challenger, champion)).isTrue();
    assertThat(challenger.bases).hasSize(1000);
    assertThat(champion.bases).hasSize(1000);
  }

  @ParameterizedTest
  @CsvSource({"899, 1800", "900, 1802", "499, 1000"})
  void goesOnForAsLongAgainAfterTheCompilerMadeOneFaster(int slow, int powers) {
    Runner challenger = new Runner(power -> power < slow ? 200_000 : 50_000);
    assertThat(race.isWonBy(challenger, new Runner(100_000))).isTrue();
    assertThat(challenger.bases).hasSize(powers);
    Runner champion = new Runner(power -> power < slow ? 100_000 : 50_000);
    assertThat(race.isWonBy(new Runner(60_000), champion)).isFalse();
    assertThat(champion.bases).hasSize(powers);
  }

  /** As where other programs of the machine come to rest. */
  @Test
  void isWonAfterTwoThousandPowersThoughBothBecomeFaster() {
    IntToLongFunction falling = power -> power < 900 ? 160_000 : power < 1700 ? 120_000 : 90_000;
    Runner champion = new Runner(falling);
    assertThat(race.isWonBy(new Runner(power -> falling.applyAsLong(power) / 2), champion))
        .isTrue();
    assertThat(champion.bases).hasSize(2000);
    Runner loser = new Runner(falling);
    assertThat(race.isWonBy(loser, new Runner(50_000))).isFalse();
    assertThat(loser.bases).hasSize(2 * 1701);
  }

  /** As with a hundred threads on two processors. */
  @Test
  void doesNotCountTheTimeOfOtherThreads() {
    Runner challenger = new Runner(power -> power % 16 < 15 ? 10_000_000 : 50_000);
    assertThat(race.isWonBy(challenger, new Runner(power -> power % 8 < 7 ? 9_000_000 : 100_000)))
        .isTrue();
  }

  @Test
  void endsAfterHalfAMinute() {
    Runner champion = new Runner(100_000_000);
    assertThat(race.isWonBy(new Runner(50_000_000), champion)).isTrue();
    assertThat(champion.bases).hasSize(200);
  }

  @Test
  void raisesDifferentNumbersBelowTheModulus() {
    Runner challenger = new Runner(50_000);
    Runner champion = new Runner(100_000);
    assertThat(race.isWonBy(challenger, champion)).isTrue();
    assertThat(challenger.bases).isEqualTo(champion.bases);
    assertThat(new HashSet<>(champion.bases)).hasSize(1000);
    assertThat(champion.bases)
        .allMatch(base -> base.compareTo(MODULUS) < 0 && base.bitLength() > 2000)
        .anyMatch(base -> base.bitLength() == 2048);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void comparesPowers(int wrong) {
    Runner right = new Runner(1);
    PublicExponentiation broken =
        new PublicExponentiation() {
          private int powers;

          @Override
          public BigInteger power(byte[] base) {
            BigInteger power = new BigInteger(1, base);
            return powers++ == wrong ? power.add(BigInteger.ONE) : power;
          }

          @Override
          public BigInteger modulus() {
            return MODULUS;
          }
        };
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> ExponentiationRace.compare(broken, right))
        .withMessage("a power came out wrong");
    assertThatCode(() -> ExponentiationRace.compare(broken, right)).doesNotThrowAnyException();
    assertThat(right.bases).hasSize(wrong + 1 + 4);
  }

  @Test
  void failsIfThePowersDiffer() {
    PublicExponentiation wrong = new ModPow(MODULUS, BigInteger.TWO);
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> race.isWonBy(wrong, new Runner(1)));
  }

  /** The real ones, by the real clock: whoever wins, the powers agree. */
  @Test
  void takesBothImplementations() {
    ExponentiationRace real = new ExponentiationRace(System::nanoTime);
    ModPow modPow = new ModPow(MODULUS, FusedExponentiation.EXPONENT);
    assertThatCode(() -> real.isWonBy(new FusedExponentiation(MODULUS), modPow))
        .doesNotThrowAnyException();
  }
}
