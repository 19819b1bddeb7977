package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED25519;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.token.TokenType;

/** When a training with tokens ends, and with what answer. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ValidationTrainingTest {

  private final TrainingTokens tokens = TrainingTokens.of(ED25519);

  private static long late() {
    return System.nanoTime() + Duration.ofHours(1).toNanos();
  }

  @Test
  void acceptsItsTokensByAllMethods() {
    try (ValidationTraining training = new ValidationTraining(tokens, late())) {
      assertThat(training.ofSteps()).isTrue();
      assertThat(training.ofMethods()).isTrue();
    }
  }

  @Test
  void endsWhenTimeIsUp() {
    try (ValidationTraining training = new ValidationTraining(tokens, System.nanoTime() - 1)) {
      assertThat(training.ofSteps()).isFalse();
      assertThat(training.ofMethods()).isFalse();
    }
  }

  @Test
  void endsWhenItIsInterrupted() {
    try (ValidationTraining training = new ValidationTraining(tokens, late())) {
      Thread.currentThread().interrupt();
      assertThat(training.ofSteps()).isFalse();
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void endsWhereTokensAreRefused() {
    TrainingTokens refused =
        new TrainingTokens(TrainingTokens.of(ES256).jwkSet(), tokens.compact());
    try (ValidationTraining training = new ValidationTraining(refused, late())) {
      assertThat(training.ofSteps()).isFalse();
      assertThat(training.ofMethods()).isFalse();
    }
  }

  @Test
  void recordsNothingByRecordingsOfThreeClasses() {
    TrainingMonitor monitor = new TrainingMonitor();

    assertThat(monitor.begin(TokenType.ACCESS_TOKEN).getClass())
        .isNotEqualTo(monitor.begin(TokenType.ACCESS_TOKEN).getClass())
        .isNotEqualTo(monitor.begin(TokenType.ACCESS_TOKEN).getClass())
        .isEqualTo(monitor.begin(TokenType.ACCESS_TOKEN).getClass());
  }

  @Test
  void recordsNothingOfRefusedAndUndecidedTokens() {
    try (TokenValidator validator = tokens.validatorOfOneIssuer()) {
      assertThat(validator.tryValidate("").isAccepted()).isFalse();
    }
  }
}
