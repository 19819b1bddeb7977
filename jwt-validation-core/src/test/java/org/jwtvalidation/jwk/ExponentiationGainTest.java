package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.jwtvalidation.jwk.ExponentiationGain.RACES;
import static org.jwtvalidation.jwk.ExponentiationGain.USES_BEFORE_RACE;
import static org.jwtvalidation.jwk.TableGain.Answer.NO;
import static org.jwtvalidation.jwk.TableGain.Answer.NOT_YET;
import static org.jwtvalidation.jwk.TableGain.Answer.YES;

import java.lang.ref.WeakReference;
import java.security.interfaces.RSAPublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.Patience;
import org.jwtvalidation.internal.arithmetic.FusedExponentiation;
import org.jwtvalidation.internal.arithmetic.ModPow;
import org.jwtvalidation.internal.arithmetic.PublicExponentiation;

/** When it is measured, and what is decided, by races with a given outcome. */
class ExponentiationGainTest {

  private static final RSAPublicKey KEY = (RSAPublicKey) RsaKeys.pair(2048).getPublic();
  private static final RSAPublicKey LARGE = (RSAPublicKey) RsaKeys.pair(3072).getPublic();

  private final List<Integer> races = new ArrayList<>();
  private int warmUps;

  private ExponentiationGain gain(Boolean... outcomes) {
    return new ExponentiationGain(
        () -> true,
        warm -> {
          assertThat(warm).isInstanceOf(FusedExponentiation.class);
          warmUps++;
        },
        (challenger, champion) -> {
          assertThat(challenger).isInstanceOf(FusedExponentiation.class);
          assertThat(champion).isInstanceOf(ModPow.class);
          assertThat(challenger.modulus()).isEqualTo(champion.modulus());
          races.add(champion.modulus().bitLength());
          return outcomes[races.size() - 1];
        });
  }

  @Test
  void measuresAfterTheCompilerHadTime() {
    ExponentiationGain gain = gain(true);
    assertThat(USES_BEFORE_RACE).isEqualTo(4096);
    for (int uses = 0; uses < USES_BEFORE_RACE - 16; uses += 16) {
      assertThat(gain.expected(KEY, 16)).isEqualTo(NOT_YET);
    }
    assertThat(races).isEmpty();
    assertThat(gain.expected(KEY, 15)).isEqualTo(NOT_YET);
    assertThat(races).isEmpty();
    assertThat(gain.expected(KEY, 1)).isEqualTo(YES);
    assertThat(races).containsExactly(2048);
  }

  @Test
  void warmsUpBeforeTheRaceForALimitedTime() {
    ExponentiationGain gain = gain(false, false, true);
    assertThat(gain.expected(KEY, ExponentiationGain.USES_BEFORE_WARM_UP - 1)).isEqualTo(NOT_YET);
    assertThat(warmUps).isZero();
    assertThat(gain.expected(KEY, 1)).isEqualTo(NOT_YET);
    assertThat(warmUps).isEqualTo(1);
    assertThat(gain.expected(KEY, 1)).isEqualTo(NOT_YET);
    assertThat(warmUps).isEqualTo(2);
    assertThat(races).isEmpty();
    for (int i = 0; i < 4; i++) {
      gain.expected(KEY, USES_BEFORE_RACE);
    }
    assertThat(races).hasSize(3);
    assertThat(warmUps).isEqualTo(ExponentiationGain.WARM_UPS).isEqualTo(4);
    races.clear();
    gain(true).expected(LARGE, USES_BEFORE_RACE);
    assertThat(warmUps).isEqualTo(5);
  }

  @Test
  void measuresEachSizeOnce() {
    ExponentiationGain gain = gain(true, true);
    assertThat(gain.expected(KEY, USES_BEFORE_RACE)).isEqualTo(YES);
    assertThat(gain.expected(LARGE, 16)).isEqualTo(NOT_YET);
    assertThat(gain.expected(KEY, 16)).isEqualTo(YES);
    assertThat(gain.expected(KEY, 16)).isEqualTo(YES);
    assertThat(gain.expected(LARGE, 1 << 20)).isEqualTo(YES);
    assertThat(races).containsExactly(2048, 3072);
  }

  @Test
  void measuresAgainAfterALostRace() {
    ExponentiationGain gain = gain(false, true);
    assertThat(gain.expected(KEY, USES_BEFORE_RACE)).isEqualTo(NOT_YET);
    assertThat(gain.expected(KEY, 16)).isEqualTo(YES);
    assertThat(races).hasSize(2);
  }

  @Test
  void staysWithModPowForGoodAfterTheLastLostRace() {
    ExponentiationGain gain = gain(false, false, false, false, false, false, true);
    assertThat(RACES).isEqualTo(6);
    try (CapturedLog log = new CapturedLog()) {
      for (int race = 1; race < RACES; race++) {
        assertThat(gain.expected(KEY, USES_BEFORE_RACE)).isEqualTo(NOT_YET);
      }
      assertThat(gain.expected(KEY, USES_BEFORE_RACE)).isEqualTo(NO);
      assertThat(gain.expected(KEY, USES_BEFORE_RACE)).isEqualTo(NO);
      assertThat(log.text()).containsOnlyOnce("RSA keys of 2048 bits are verified by BigInteger");
    }
    assertThat(races).hasSize(RACES);
  }

  @Test
  void saysOnceWhatVerifies() {
    try (CapturedLog log = new CapturedLog()) {
      ExponentiationGain gain = gain(true);
      gain.expected(KEY, USES_BEFORE_RACE);
      gain.expected(KEY, 16);
      assertThat(log.text())
          .containsOnlyOnce("RSA keys of 2048 bits are verified by fused multiply-add");
    }
  }

  @Test
  void neverUsesFusedMultiplyAddWithoutHardware() {
    AtomicInteger probes = new AtomicInteger();
    ExponentiationGain gain =
        new ExponentiationGain(
            () -> probes.incrementAndGet() < 0,
            warm -> {
              throw new AssertionError("a warm-up");
            },
            (challenger, champion) -> {
              throw new AssertionError("a race");
            });
    try (CapturedLog log = new CapturedLog()) {
      assertThat(gain.expected(KEY, 16)).isEqualTo(NO);
      assertThat(gain.expected(LARGE, 1 << 20)).isEqualTo(NO);
      assertThat(log.text()).containsOnlyOnce("RSA keys are verified by BigInteger");
    }
    assertThat(probes).hasValue(1);
  }

  /** A compiler that is wrong once is trusted for no size. */
  @Test
  void staysWithModPowForGoodOnceAPowerCameOutWrong() {
    AtomicInteger attempts = new AtomicInteger();
    ExponentiationGain gain =
        new ExponentiationGain(
            () -> true,
            warm -> {},
            (challenger, champion) -> {
              attempts.incrementAndGet();
              throw new ArithmeticException("a power came out wrong");
            });
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
            warm -> {},
            (challenger, champion) -> {
              challengers.add(new WeakReference<>(challenger));
              if (champion.modulus().bitLength() == 4096) {
                throw new ArithmeticException("a power came out wrong");
              }
              return champion.modulus().bitLength() == 2048;
            });
    assertThat(gain.expected(KEY, USES_BEFORE_RACE)).isEqualTo(YES);
    for (int race = 0; race < RACES; race++) {
      gain.expected(LARGE, USES_BEFORE_RACE);
    }
    assertThat(gain.expected(LARGE, USES_BEFORE_RACE)).isEqualTo(NO);
    RSAPublicKey larger = (RSAPublicKey) RsaKeys.pair(4096).getPublic();
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> gain.expected(larger, USES_BEFORE_RACE));
    assertThat(challengers).hasSize(1 + RACES + 1);
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
