// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.Answers;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

@Tag("jdk-independent")
class LatencyMonitorTest {

  private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");
  private final LatencyMonitor monitor = new LatencyMonitor();
  private final TokenValidator validator = validator(issuer.config().audience(TestIssuer.AUDIENCE));

  private TokenValidator validator(IssuerConfig.Builder config) {
    return TokenValidator.builder().issuer(config.build()).monitor(monitor).build();
  }

  private void assertStepsAddUpToTheWhole(TokenType type) {
    Map<ValidationStep, LatencyDistribution> latencies = monitor.snapshot().latencies().get(type);
    Duration steps =
        latencies.entrySet().stream()
            .filter(entry -> entry.getKey() != ValidationStep.COMPLETE_VALIDATION)
            .map(entry -> entry.getValue().mean())
            .reduce(Duration.ZERO, Duration::plus);

    // One validation: each mean is the one duration itself.
    assertThat(latencies.values()).allMatch(latency -> latency.count() == 1);
    assertThat(steps)
        .isPositive()
        .isEqualTo(latencies.get(ValidationStep.COMPLETE_VALIDATION).mean());
  }

  @Test
  void seesStepsThatAddUpToTheWholeOfAnAcceptedAccessToken() {
    validator.validate(issuer.token().compact());

    assertStepsAddUpToTheWhole(TokenType.ACCESS_TOKEN);
    assertThat(monitor.snapshot().latencies().get(TokenType.ACCESS_TOKEN))
        .containsOnlyKeys(
            ValidationStep.CACHE_LOOKUP,
            ValidationStep.TOKEN_PARSING,
            ValidationStep.ISSUER_EXTRACTION,
            ValidationStep.ISSUER_CONFIG_RESOLUTION,
            ValidationStep.HEADER_VALIDATION,
            ValidationStep.CLAIMS_VALIDATION,
            ValidationStep.KEY_RESOLUTION,
            ValidationStep.SIGNATURE_VALIDATION,
            ValidationStep.CUSTOM_CHECKS,
            ValidationStep.TOKEN_BUILDING,
            ValidationStep.CACHE_STORE,
            ValidationStep.COMPLETE_VALIDATION);
    assertThat(monitor.snapshot().accepted()).isEqualTo(Map.of(TokenType.ACCESS_TOKEN, 1L));
  }

  @Test
  void seesStepsThatAddUpToTheWholeOfARejectedAccessToken() {
    assertThat(
            validator
                .tryValidate(Tampering.flipSignatureBit(issuer.token().compact()))
                .isAccepted())
        .isFalse();

    assertStepsAddUpToTheWhole(TokenType.ACCESS_TOKEN);
    assertThat(monitor.snapshot().latencies().get(TokenType.ACCESS_TOKEN))
        .containsKey(ValidationStep.SIGNATURE_VALIDATION)
        .doesNotContainKey(ValidationStep.TOKEN_BUILDING);
    assertThat(monitor.snapshot().rejected()).isEqualTo(Map.of(Reason.SIGNATURE_INVALID, 1L));
    assertThat(monitor.snapshot().accepted()).isEmpty();
  }

  @Test
  void countsNoValidationThatIsAbandoned() {
    IllegalStateException failure = new IllegalStateException("no clock");
    TokenValidator abandoning =
        TokenValidator.builder()
            .issuer(issuer.config().audience(TestIssuer.AUDIENCE).build())
            .monitor(monitor)
            .clock(() -> {
              throw failure;
            })
            .build();
    assertThatThrownBy(() -> abandoning.validate(issuer.token().compact())).isSameAs(failure);
    assertThat(monitor.snapshot().latencies()).isEmpty();
    assertThat(monitor.snapshot().undecided()).isZero();
  }

  @Test
  void seesStepsThatAddUpToTheWholeOfAnIdToken() {
    validator.validateIdToken(
        issuer.token().idToken("client", "nonce").compact(),
        IdTokenExpectation.of("client", "nonce"));

    assertStepsAddUpToTheWhole(TokenType.ID_TOKEN);
    assertThat(monitor.snapshot().latencies().get(TokenType.ID_TOKEN))
        .containsOnlyKeys(
            EnumSet.complementOf(
                EnumSet.of(
                    ValidationStep.TOKEN_FORMAT_CHECK,
                    ValidationStep.CACHE_LOOKUP,
                    ValidationStep.CACHE_STORE)));
    assertThat(monitor.snapshot().accepted()).isEqualTo(Map.of(TokenType.ID_TOKEN, 1L));
  }

  /** The hash of the access token is compared when the signature has been verified. */
  @Test
  void seesEachStepOnceOfAnIdTokenThatIsRejectedAfterItsSignature() {
    TokenValidator checking =
        validator(issuer.config().audience(TestIssuer.AUDIENCE).claimCheck("none", claims -> true));

    assertThat(
            checking.tryValidateIdToken(
                issuer.token().idToken("client", null).claim("at_hash", "AAAA").compact(),
                IdTokenExpectation.withoutNonce("client").accessToken("other")))
        .isInstanceOf(ValidationResult.Rejected.class);

    assertStepsAddUpToTheWhole(TokenType.ID_TOKEN);
    assertThat(monitor.snapshot().latencies().get(TokenType.ID_TOKEN))
        .containsKeys(ValidationStep.SIGNATURE_VALIDATION, ValidationStep.CUSTOM_CHECKS)
        .doesNotContainKey(ValidationStep.TOKEN_BUILDING);
    assertThat(monitor.snapshot().rejected()).isEqualTo(Map.of(Reason.TOKEN_HASH_MISMATCH, 1L));
  }

  @Test
  void seesStepsThatAddUpToTheWholeWhenThereAreNoKeys() {
    TokenValidator withoutKeys =
        validator(
            IssuerConfig.builder(issuer.issuer())
                .audience(TestIssuer.AUDIENCE)
                .keySource(() -> {
                  throw new UndecidedException("none today", null);
                }));

    assertThat(withoutKeys.tryValidate(issuer.token().compact()))
        .isInstanceOf(ValidationResult.Undecided.class);
    assertStepsAddUpToTheWhole(TokenType.ACCESS_TOKEN);
    assertThat(monitor.snapshot().latencies().get(TokenType.ACCESS_TOKEN))
        .containsKey(ValidationStep.KEY_RESOLUTION);
    assertThat(monitor.snapshot().undecided()).isEqualTo(1);
    assertThat(monitor.snapshot().since(monitor.snapshot()).undecided()).isZero();
  }

  @Test
  void addsTheTimeOfAnUndecidedValidationToTheStepInWhichItEnded() {
    AtomicBoolean areKeysLost = new AtomicBoolean();
    JwkSet keys = issuer.jwkSet();
    TokenValidator validator =
        TokenValidator.builder()
            .issuer(
                IssuerConfig.builder(issuer.issuer())
                    .audience(TestIssuer.AUDIENCE)
                    .keySource(() -> {
                      if (areKeysLost.get()) {
                        throw new UndecidedException("lost", null);
                      }
                      return keys;
                    })
                    .build())
            .issuerResolver(name -> {
              throw new IllegalStateException("the database is away");
            })
            .monitor(monitor)
            .build();
    String cached = issuer.token().compact();
    validator.validate(cached);
    LatencySnapshot before = monitor.snapshot();
    areKeysLost.set(true);

    assertThat(validator.tryValidate(cached)).isInstanceOf(ValidationResult.Undecided.class);
    assertThat(stepsSince(before))
        .containsOnlyKeys(ValidationStep.CACHE_LOOKUP, ValidationStep.COMPLETE_VALIDATION);

    before = monitor.snapshot();
    String unknown = issuer.token().claim("iss", "https://unknown.example").compact();
    assertThat(validator.tryValidate(unknown)).isInstanceOf(ValidationResult.Undecided.class);
    assertThat(stepsSince(before))
        .containsKey(ValidationStep.ISSUER_CONFIG_RESOLUTION)
        .doesNotContainKey(ValidationStep.HEADER_VALIDATION)
        .doesNotContainKey(ValidationStep.KEY_RESOLUTION);
  }

  @Test
  void givesSnapshotsThatNobodyCanChange() {
    validator.validate(issuer.token().compact());
    LatencySnapshot whole = monitor.snapshot();
    for (LatencySnapshot snapshot :
        List.of(whole, whole.since(new LatencySnapshot(Map.of(), Map.of(), Map.of(), 0)))) {
      Map<ValidationStep, LatencyDistribution> steps =
          snapshot.latencies().get(TokenType.ACCESS_TOKEN);
      assertThatThrownBy(steps::clear).isInstanceOf(UnsupportedOperationException.class);
      assertThat(steps).isNotEmpty();
    }
  }

  private Map<ValidationStep, LatencyDistribution> stepsSince(LatencySnapshot earlier) {
    return monitor.snapshot().since(earlier).latencies().get(TokenType.ACCESS_TOKEN);
  }

  @Test
  void seesRefreshTokensAsTheirOwnKind() {
    validator.checkRefreshTokenFormat("opaque");

    assertStepsAddUpToTheWhole(TokenType.REFRESH_TOKEN);
    assertThat(monitor.snapshot().latencies().get(TokenType.REFRESH_TOKEN))
        .containsOnlyKeys(ValidationStep.TOKEN_FORMAT_CHECK, ValidationStep.COMPLETE_VALIDATION);
    assertThat(monitor.snapshot().accepted()).isEqualTo(Map.of(TokenType.REFRESH_TOKEN, 1L));
  }

  @Test
  void seesTheFormatCheckThatRejects() {
    assertThat(validator.tryValidate("").isAccepted()).isFalse();

    assertStepsAddUpToTheWhole(TokenType.ACCESS_TOKEN);
    assertThat(monitor.snapshot().latencies().get(TokenType.ACCESS_TOKEN))
        .containsOnlyKeys(ValidationStep.TOKEN_FORMAT_CHECK, ValidationStep.COMPLETE_VALIDATION);
  }

  @Test
  void seesOnlyTheLookupOfACachedToken() {
    String token = issuer.token().compact();
    IntStream.range(0, 10).forEach(i -> validator.validate(token));

    LatencySnapshot snapshot = monitor.snapshot();
    assertThat(snapshot.latency(TokenType.ACCESS_TOKEN, ValidationStep.CACHE_LOOKUP).count())
        .isEqualTo(10);
    assertThat(
            snapshot.latency(TokenType.ACCESS_TOKEN, ValidationStep.SIGNATURE_VALIDATION).count())
        .isEqualTo(1);
    assertThat(snapshot.latency(TokenType.ACCESS_TOKEN, ValidationStep.COMPLETE_VALIDATION).count())
        .isEqualTo(10);
    assertThat(snapshot.accepted()).isEqualTo(Map.of(TokenType.ACCESS_TOKEN, 10L));
  }

  @Test
  void tellsNothingOfStepsThatNeverOccurred() {
    LatencyDistribution latency =
        monitor.snapshot().latency(TokenType.ID_TOKEN, ValidationStep.CACHE_LOOKUP);

    assertThat(latency.count()).isZero();
    assertThat(latency.max()).isZero();
  }

  @Test
  void keepsWhatASnapshotHasSeenApartFromWhatFollows() {
    assertThat(validator.tryValidate("a.b.c").isAccepted()).isFalse();
    LatencySnapshot before = monitor.snapshot();
    assertThat(validator.tryValidate("a.b.c").isAccepted()).isFalse();

    assertThat(before.rejected()).isEqualTo(Map.of(Reason.MALFORMED_BASE64, 1L));
    assertThat(monitor.snapshot().rejected()).isEqualTo(Map.of(Reason.MALFORMED_BASE64, 2L));
  }

  @Test
  void countsWhatNoCallerWaitsFor() {
    var malformed = Answers.future(validator, "a.b.c");
    var forged = Answers.future(validator, issuer.token().compact() + "A");

    assertThat(malformed).isCompletedExceptionally();
    assertThat(forged).isCompletedExceptionally();
    assertThat(monitor.snapshot().rejected().values()).contains(1L).hasSize(2);
  }

  @Test
  void tellsWhatHappenedBetweenTwoSnapshots() {
    validator.validate(issuer.token().compact());
    assertThat(validator.tryValidate("a.b.c").isAccepted()).isFalse();
    LatencySnapshot before = monitor.snapshot();
    String token = issuer.token().compact();
    validator.validate(token);
    validator.validate(token);
    assertThat(validator.tryValidate("").isAccepted()).isFalse();
    LatencySnapshot window = monitor.snapshot().since(before);

    assertThat(window.accepted()).isEqualTo(Map.of(TokenType.ACCESS_TOKEN, 2L));
    assertThat(window.rejected()).isEqualTo(Map.of(Reason.TOKEN_EMPTY, 1L));
    assertThat(window.undecided()).isZero();
    assertThat(window.latency(TokenType.ACCESS_TOKEN, ValidationStep.SIGNATURE_VALIDATION).count())
        .isEqualTo(1);
    assertThat(window.latency(TokenType.ACCESS_TOKEN, ValidationStep.COMPLETE_VALIDATION).count())
        .isEqualTo(3);

    LatencySnapshot nothing = monitor.snapshot().since(monitor.snapshot());
    assertThat(nothing.latencies()).isEmpty();
    assertThat(nothing.accepted()).isEmpty();
    assertThat(nothing.rejected()).isEmpty();
  }

  /** Neither at the cost of the accepted, nor as one of them. */
  @Test
  void tellsTheAcceptedApartWhileOthersAreRejected() throws InterruptedException {
    validator.validate(issuer.token().compact());
    AtomicBoolean running = new AtomicBoolean(true);
    CountDownLatch rejected = new CountDownLatch(1);
    Thread rejecting =
        new Thread(() -> {
          while (running.get()) {
            assertThat(validator.tryValidate("a.b.c").isAccepted()).isFalse();
            rejected.countDown();
          }
        });
    rejecting.start();
    rejected.await();
    try {
      for (int i = 0; i < 2_000; i++) {
        assertThat(monitor.snapshot().accepted()).isEqualTo(Map.of(TokenType.ACCESS_TOKEN, 1L));
      }
    } finally {
      running.set(false);
      rejecting.join();
    }
    LatencySnapshot snapshot = monitor.snapshot();
    assertThat(snapshot.latency(TokenType.ACCESS_TOKEN, ValidationStep.COMPLETE_VALIDATION).count())
        .isEqualTo(1 + snapshot.rejected().get(Reason.MALFORMED_BASE64));
  }
}
