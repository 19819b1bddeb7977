// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.jwtvalidation.internal.tables.ExponentiationGain.RACES_OF_TRAINING;
import static org.jwtvalidation.internal.tables.ExponentiationGain.USES_BEFORE_LOSS;
import static org.jwtvalidation.internal.tables.ExponentiationGain.USES_BEFORE_RACE;
import static org.jwtvalidation.internal.tables.TableGain.Answer.NO;
import static org.jwtvalidation.internal.tables.TableGain.Answer.NOT_NOW;
import static org.jwtvalidation.internal.tables.TableGain.Answer.NOT_YET;
import static org.jwtvalidation.internal.tables.TableGain.Answer.YES;

import java.lang.ref.WeakReference;
import java.security.interfaces.RSAPublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.Patience;
import org.jwtvalidation.internal.arithmetic.FusedExponentiation;
import org.jwtvalidation.internal.arithmetic.ModPow;
import org.jwtvalidation.internal.arithmetic.PublicExponentiation;
import org.jwtvalidation.jwk.RsaKeys;

/** When it is measured, and what is decided, by races with a given outcome. */
class ExponentiationGainTest {

  private static final RSAPublicKey KEY = (RSAPublicKey) RsaKeys.pair(2048).getPublic();
  private static final RSAPublicKey LARGE = (RSAPublicKey) RsaKeys.pair(3072).getPublic();

  private final List<Integer> races = new ArrayList<>();

  private ExponentiationGain gain(Boolean... outcomes) {
    return new ExponentiationGain(
        () -> true,
        (challenger, champion) -> {
          assertThat(challenger).isInstanceOf(FusedExponentiation.class);
          assertThat(champion).isInstanceOf(ModPow.class);
          assertThat(challenger.modulus()).isEqualTo(champion.modulus());
          races.add(champion.modulus().bitLength());
          return outcomes[races.size() - 1];
        },
        Runnable::run);
  }

  @Test
  void measuresAfterSomeSignatures() {
    ExponentiationGain gain = gain(true, true);
    assertThat(USES_BEFORE_RACE).isEqualTo(1024);
    for (int uses = 0; uses < USES_BEFORE_RACE - 16; uses += 16) {
      assertThat(gain.expected(KEY, 16)).isEqualTo(NOT_YET);
    }
    assertThat(gain.expected(KEY, 15)).isEqualTo(NOT_YET);
    assertThat(races).isEmpty();
    assertThat(gain.expected(KEY, 1)).isEqualTo(YES);
    assertThat(races).containsExactly(2048, 2048);
  }

  @Test
  void measuresAtOnceBeforeTokensArrive() {
    ExponentiationGain gain = gain(false, true, true);
    assertThat(gain.now(KEY)).isEqualTo(YES);
    assertThat(gain.now(KEY)).isEqualTo(YES);
    assertThat(races).hasSize(3);
  }

  /** The first race of a JVM that is busy may be won by what will be slower. */
  @Test
  void takesNoSingleWinForAnAnswer() {
    ExponentiationGain gain = gain(true, false, false, false, true, false, true, true);
    assertThat(gain.now(KEY)).isEqualTo(NOT_YET);
    assertThat(races).hasSize(4);
    assertThat(gain.expected(KEY, USES_BEFORE_LOSS)).isEqualTo(NOT_NOW);
    assertThat(gain.expected(KEY, USES_BEFORE_LOSS)).isEqualTo(YES);
    assertThat(races).hasSize(8);
  }

  @Test
  void leavesToTokensWhatTrainingDoesNotDecide() {
    ExponentiationGain gain = gain(false, false, false, true, true);
    assertThat(gain.now(KEY)).isEqualTo(NOT_YET);
    assertThat(gain.now(KEY)).isEqualTo(NOT_YET);
    assertThat(races).hasSize(RACES_OF_TRAINING);
    assertThat(gain.expected(KEY, USES_BEFORE_RACE - 1)).isEqualTo(NOT_YET);
    assertThat(races).hasSize(RACES_OF_TRAINING);
    assertThat(gain.expected(KEY, 1)).isEqualTo(YES);
    assertThat(races).hasSize(RACES_OF_TRAINING + 2);
  }

  @Test
  void measuresEachSizeOnce() {
    ExponentiationGain gain = gain(true, true, true, true);
    assertThat(gain.expected(KEY, USES_BEFORE_RACE)).isEqualTo(YES);
    assertThat(gain.expected(LARGE, 16)).isEqualTo(NOT_YET);
    assertThat(gain.expected(KEY, 16)).isEqualTo(YES);
    assertThat(gain.expected(KEY, 16)).isEqualTo(YES);
    assertThat(gain.expected(LARGE, 1 << 20)).isEqualTo(YES);
    assertThat(races).containsExactly(2048, 2048, 3072, 3072);
  }

  /** For the life of the JVM: what was not compiled may be so later. */
  @Test
  void measuresAgainAtGrowingDistancesAfterALostRace() {
    ExponentiationGain gain = gain(false, false, false, true, true);
    assertThat(gain.expected(KEY, USES_BEFORE_LOSS)).isEqualTo(NOT_NOW);
    for (int distance = 1; distance < 8; distance *= 2) {
      assertThat(gain.expected(KEY, distance * USES_BEFORE_LOSS - 1)).isEqualTo(NOT_NOW);
      int earlier = races.size();
      assertThat(gain.expected(KEY, 1)).isEqualTo(distance < 4 ? NOT_NOW : YES);
      assertThat(races).hasSize(earlier + (distance < 4 ? 1 : 2));
    }
    assertThat(gain.expected(KEY, 1 << 20)).isEqualTo(YES);
    assertThat(races).hasSize(5);
  }

  /** The first races are run while the JVM compiles, and the gate waits for the answer. */
  @Test
  void takesNoLossForAnAnswerAtFirst() {
    ExponentiationGain gain = gain(false, false, false, false, false, false, false, false);
    int races = 0;
    for (int uses = USES_BEFORE_RACE; uses < USES_BEFORE_LOSS; uses *= 2) {
      assertThat(gain.expected(KEY, races == 0 ? uses : uses / 2)).isEqualTo(NOT_YET);
      assertThat(this.races).hasSize(++races);
    }
    assertThat(gain.expected(KEY, USES_BEFORE_LOSS / 2)).isEqualTo(NOT_NOW);
    assertThat(this.races).hasSize(races + 1);
  }

  @Test
  void saysWhatVerifiesWhenThatChanges() {
    try (CapturedLog log = new CapturedLog()) {
      ExponentiationGain gain = gain(false, false, true, true);
      for (int uses = USES_BEFORE_LOSS; uses <= 16 * USES_BEFORE_LOSS; uses *= 2) {
        gain.expected(LARGE, uses);
      }
      // Others of this JVM may measure another size meanwhile.
      assertThat(log.lines(Level.INFO)).filteredOn(line -> line.contains("3072")).hasSize(2);
      assertThat(log.text())
          .containsSubsequence(
              "INFO: RSA keys of 3072 bits are verified by BigInteger",
              "INFO: RSA keys of 3072 bits are verified by fused multiply-add");
    }
  }

  @Test
  void neverUsesFusedMultiplyAddWithoutHardware() {
    AtomicInteger probes = new AtomicInteger();
    ExponentiationGain gain =
        new ExponentiationGain(
            () -> probes.incrementAndGet() < 0,
            (challenger, champion) -> {
              throw new AssertionError("a race");
            },
            Runnable::run);
    try (CapturedLog log = new CapturedLog()) {
      assertThat(gain.expected(KEY, 16)).isEqualTo(NO);
      assertThat(gain.expected(LARGE, 1 << 20)).isEqualTo(NO);
      assertThat(log.text()).containsOnlyOnce("RSA keys are verified by BigInteger");
    }
    assertThat(probes).hasValue(1);
  }

  @Test
  void logsWhereAnAppenderMayBlock() {
    List<Runnable> reports = new ArrayList<>();
    ExponentiationGain gain = new ExponentiationGain(() -> false, (a, b) -> true, reports::add);
    try (CapturedLog log = new CapturedLog()) {
      assertThat(gain.expected(KEY, 16)).isEqualTo(NO);
      assertThat(log.text()).isEmpty();
      reports.forEach(Runnable::run);
      assertThat(log.text()).contains("RSA keys are verified by BigInteger");
    }
  }

  @Test
  void logsHereWhereNoThreadCanBeStarted() {
    ExponentiationGain gain =
        new ExponentiationGain(
            () -> false,
            (a, b) -> true,
            new CrossCheck(
                    check -> {},
                    report -> {
                      throw new OutOfMemoryError("unable to create native thread");
                    })
                ::elsewhere);
    try (CapturedLog log = new CapturedLog()) {
      assertThat(gain.expected(KEY, 16)).isEqualTo(NO);
      assertThat(log.text()).contains("RSA keys are verified by BigInteger");
    }
  }

  /** A compiler that is wrong once is trusted for no size. */
  @Test
  void staysWithModPowForGoodOnceAPowerCameOutWrong() {
    AtomicInteger attempts = new AtomicInteger();
    ExponentiationGain gain =
        new ExponentiationGain(
            () -> true,
            (challenger, champion) -> {
              attempts.incrementAndGet();
              throw new ArithmeticException();
            },
            Runnable::run);
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> gain.expected(KEY, USES_BEFORE_RACE));
    assertThat(gain.expected(KEY, USES_BEFORE_RACE)).isEqualTo(NO);
    assertThat(gain.expected(LARGE, USES_BEFORE_RACE)).isEqualTo(NO);
    assertThat(attempts).hasValue(1);
  }

  /** The table that was measured, of 16 KiB or more, is not needed after that. */
  @Test
  void keepsNoTableAfterTheDecision() {
    List<WeakReference<PublicExponentiation>> challengers = new ArrayList<>();
    ExponentiationGain gain =
        new ExponentiationGain(
            () -> true,
            (challenger, champion) -> {
              challengers.add(new WeakReference<>(challenger));
              if (champion.modulus().bitLength() == 4096) {
                throw new ArithmeticException();
              }
              return champion.modulus().bitLength() == 2048;
            },
            Runnable::run);
    assertThat(gain.expected(KEY, USES_BEFORE_RACE)).isEqualTo(YES);
    assertThat(gain.expected(LARGE, USES_BEFORE_LOSS)).isEqualTo(NOT_NOW);
    assertThat(gain.expected(LARGE, USES_BEFORE_LOSS)).isEqualTo(NOT_NOW);
    RSAPublicKey larger = (RSAPublicKey) RsaKeys.pair(4096).getPublic();
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> gain.expected(larger, USES_BEFORE_RACE));
    assertThat(challengers).hasSize(5);
    Patience.until(
        "the end of all tables",
        () -> {
          System.gc();
          return challengers.stream().allMatch(challenger -> challenger.get() == null);
        });
    assertThat(gain.expected(KEY, 16)).isEqualTo(NO);
  }

  @Test
  void preparesKeysByComparison() {
    assertThat(ExponentiationGain.fused(LARGE).modulus()).isEqualTo(LARGE.getModulus());
  }
}
