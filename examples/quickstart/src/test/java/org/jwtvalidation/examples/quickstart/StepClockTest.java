// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.monitor.TokenValidatorMonitor.Recording;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;

class StepClockTest {

  private final StepClock clock = new StepClock();

  @Test
  void notesTheStepsOfTheLastValidation() {
    clock.begin(TokenType.ACCESS_TOKEN).completed(ValidationStep.CACHE_STORE);
    Recording recording = clock.begin(TokenType.ACCESS_TOKEN);
    long before = System.nanoTime();
    recording.completed(ValidationStep.TOKEN_FORMAT_CHECK);
    long begin = System.nanoTime();
    long end = begin;
    while (end - begin < 1_000_000) {
      end = System.nanoTime();
    }
    recording.completed(ValidationStep.CACHE_LOOKUP);
    long after = System.nanoTime();
    Timeline timeline = clock.last();
    assertThat(timeline.steps())
        .containsExactly(ValidationStep.TOKEN_FORMAT_CHECK, ValidationStep.CACHE_LOOKUP);
    assertThat(timeline.nanos().get(ValidationStep.CACHE_LOOKUP))
        .isBetween(end - begin, after - before);
    assertThat(timeline.whole())
        .isEqualTo(timeline.nanos().values().stream().mapToLong(Long::longValue).sum());
  }

  @Test
  void endsWithTheStepThatDecides() {
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator = issuer.validator().monitor(clock).build()) {
      assertThat(validator.tryValidate("a.b").isAccepted()).isFalse();
      assertThat(clock.last().steps())
          .containsExactly(
              ValidationStep.TOKEN_FORMAT_CHECK,
              ValidationStep.CACHE_LOOKUP,
              ValidationStep.TOKEN_PARSING);
    }
  }
}
