package org.jwtvalidation.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.jwtvalidation.Reason;
import org.jwtvalidation.Rejection;
import org.jwtvalidation.TokenType;
import org.jwtvalidation.TokenValidatorMonitor.Recording;
import org.jwtvalidation.ValidationStep;

class StepClockTest {

  private final StepClock clock = new StepClock();

  @Test
  void notesTheStepsOfTheLastValidation() throws InterruptedException {
    clock.begin(TokenType.ACCESS_TOKEN).completed(ValidationStep.CACHE_STORE);
    Recording recording = clock.begin(TokenType.ACCESS_TOKEN);
    recording.completed(ValidationStep.TOKEN_FORMAT_CHECK);
    Thread.sleep(20);
    recording.completed(ValidationStep.CACHE_LOOKUP);
    recording.accepted();
    Timeline timeline = clock.last();
    assertThat(timeline.steps())
        .containsExactly(ValidationStep.TOKEN_FORMAT_CHECK, ValidationStep.CACHE_LOOKUP);
    assertThat(timeline.nanos().get(ValidationStep.CACHE_LOOKUP)).isGreaterThan(19_000_000);
    assertThat(timeline.whole())
        .isEqualTo(timeline.nanos().values().stream().mapToLong(Long::longValue).sum());
  }

  @Test
  void endsWithTheStepThatDecides() {
    clock
        .begin(TokenType.ACCESS_TOKEN)
        .rejected(new Rejection(ValidationStep.CLAIMS_VALIDATION, Reason.EXPIRED, "exp"));
    assertThat(clock.last().steps()).containsExactly(ValidationStep.CLAIMS_VALIDATION);
    clock.begin(TokenType.ACCESS_TOKEN).undecided();
    assertThat(clock.last().steps()).containsExactly(ValidationStep.KEY_RESOLUTION);
  }
}
