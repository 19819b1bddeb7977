// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED25519;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.internal.training.TrainingMonitor;
import org.jwtvalidation.internal.training.TrainingTokens;
import org.jwtvalidation.jwk.KeyTables;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.token.TokenType;

/** When a training with tokens ends, and with what answer. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ValidationTrainingTest {

  private final TrainingTokens tokens = TrainingTokens.of(ED25519);

  private static ValidationTraining training(TrainingTokens tokens, long end) {
    return new ValidationTraining(tokens, SignaturePolicy.fastest(), end);
  }

  private static long late() {
    return System.nanoTime() + Duration.ofHours(1).toNanos();
  }

  @Test
  void acceptsItsTokensByAllMethods() {
    try (ValidationTraining training = training(tokens, late())) {
      assertThat(training.ofSteps()).isTrue();
      assertThat(training.ofMethods()).isTrue();
    }
  }

  /** What makes tables, or measures whether they are a gain, may be turned off. */
  @Test
  void makesNoTableThatThePolicyExcludes() {
    SignaturePolicy noTables = SignaturePolicy.fastest().withTableBudget(0);
    try (ValidationTraining training = new ValidationTraining(tokens, noTables, late());
        TokenValidator validator = training.validator(TrainingTokens.ISSUERS).build()) {
      for (int use = 0; use < 20; use++) {
        assertThat(validator.tryValidate(tokens.compact().get(0)).isAccepted()).isTrue();
      }
      assertThat(validator.keyTables().values())
          .allMatch(tables -> tables.equals(new KeyTables(0, 0, 0, null)));
    }
  }

  @Test
  void endsWhenTimeIsUp() {
    try (ValidationTraining training = training(tokens, System.nanoTime() - 1)) {
      assertThat(training.ofSteps()).isFalse();
      assertThat(training.ofMethods()).isFalse();
    }
  }

  @Test
  void endsWhenItIsInterrupted() {
    try (ValidationTraining training = training(tokens, late())) {
      Thread.currentThread().interrupt();
      assertThat(training.ofSteps()).isFalse();
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void endsWhereTokensAreRefused() {
    TrainingTokens refused =
        new TrainingTokens(TrainingTokens.of(ES256).jwkSet(), tokens.compact());
    try (ValidationTraining training = training(refused, late())) {
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

  @ParameterizedTest
  @EnumSource(names = {"RS256", "PS512", "ES256", "ED25519"})
  void hasTokensThatAreValid(SignatureAlgorithm algorithm) {
    TrainingTokens tokens = TrainingTokens.of(algorithm);
    try (ValidationTraining training = training(tokens, late());
        TokenValidator validator = training.validator(TrainingTokens.ISSUERS).build();
        TokenValidator one = training.validator(TrainingTokens.ISSUERS.subList(0, 1)).build()) {
      assertThat(tokens.compactOfFirstIssuer())
          .hasSize(2)
          .allSatisfy(token -> assertThat(one.tryValidate(token).isAccepted()).isTrue());
      assertThat(tokens.compact())
          .hasSize(4)
          .allSatisfy(token -> assertThat(validator.tryValidate(token).isAccepted()).isTrue())
          .anyMatch(token -> token.lastIndexOf('.') % 64 > 55)
          .anyMatch(token -> token.lastIndexOf('.') % 64 <= 55)
          .anyMatch(token ->
              claims(validator, token).values().stream().anyMatch(ValidationTrainingTest::isUtf16));
    }
  }

  private static Map<String, ?> claims(TokenValidator validator, String token) {
    return validator.validate(token).claims().asMap();
  }

  private static boolean isUtf16(Object value) {
    return value instanceof String text && text.chars().anyMatch(each -> each > 0xff);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT-0.001S", "PT1M0.001S", "PT24H"})
  void refusesADurationOutOfRange(Duration duration) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TokenValidator.builder().maxTraining(duration))
        .withMessage(
            "maxTraining: "
                + duration
                + " is not between PT0S and PT1M; choose some seconds, or zero for no training");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT1M"})
  void takesADurationAtItsLimits(Duration duration) {
    TokenValidator.Builder builder = TokenValidator.builder();

    assertThat(builder.maxTraining(duration)).isSameAs(builder);
  }
}
