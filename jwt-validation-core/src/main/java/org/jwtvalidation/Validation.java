package org.jwtvalidation;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.rules.RuleViolation;
import org.jwtvalidation.monitor.TokenValidatorMonitor.Recording;
import org.jwtvalidation.token.ConfirmationMethod;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.TokenRejectedException;
import org.jwtvalidation.token.ValidationStep;

/**
 * One validation on its way: what its caller has said, which step it is in, and the monitor's
 * record of it. Used by one thread at a time.
 */
final class Validation {

  private final @Nullable String token;
  private final @Nullable Set<ConfirmationMethod> checkedMethods;
  private final Recording recording;
  private ValidationStep step = ValidationStep.TOKEN_FORMAT_CHECK;
  private @Nullable RuleViolation violation;

  /**
   * A validation that begins.
   *
   * @param token what the caller has passed as a token
   * @param checkedMethods how the caller checks that the sender has the token's key, or null if the
   *     issuer's configuration alone says whether that is checked elsewhere
   */
  Validation(
      @Nullable String token,
      @Nullable Set<ConfirmationMethod> checkedMethods,
      Recording recording) {
    this.token = token;
    this.checkedMethods = checkedMethods;
    this.recording = recording;
  }

  @Nullable String token() {
    return token;
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
  TokenRejectedException rejected(RuleViolation broken) {
    violation = broken;
    return new TokenRejectedException(new Rejection(step, broken.reason(), broken.claim()));
  }

  /**
   * What the log of this service may say in addition to the rejection, which is all that callers
   * get.
   */
  String remark() {
    return violation == null ? "" : violation.remark();
  }
}
