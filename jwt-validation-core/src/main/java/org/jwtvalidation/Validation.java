package org.jwtvalidation;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.rules.RuleViolation;
import org.jwtvalidation.monitor.TokenValidatorMonitor.Recording;
import org.jwtvalidation.token.ConfirmationMethod;
import org.jwtvalidation.token.TokenRejectedException;
import org.jwtvalidation.token.ValidationStep;

/**
 * One validation of a token that is not in the cache: which step it is in, what its caller has
 * said, and the monitor's record of it. Used by one thread at a time.
 */
final class Validation {

  private final @Nullable Set<ConfirmationMethod> checkedMethods;
  private final Recording recording;
  private ValidationStep step;

  /**
   * A validation on its way.
   *
   * @param step the step that it is in
   * @param checkedMethods how the caller checks that the sender has the token's key, or null if the
   *     issuer's configuration alone says whether that is checked elsewhere
   */
  Validation(
      ValidationStep step, @Nullable Set<ConfirmationMethod> checkedMethods, Recording recording) {
    this.step = step;
    this.checkedMethods = checkedMethods;
    this.recording = recording;
  }

  @Nullable Set<ConfirmationMethod> checkedMethods() {
    return checkedMethods;
  }

  Recording recording() {
    return recording;
  }

  /** Ends the current step and begins {@code next}. */
  void begin(ValidationStep next) {
    recording.completed(step);
    step = next;
  }

  /** Ends the current step, which is the last. */
  void end() {
    recording.completed(step);
  }

  /** The token breaks a rule in the step that the validation is in. */
  TokenRejectedException rejected(RuleViolation violation) {
    return TokenPipeline.rejected(step, violation);
  }
}
