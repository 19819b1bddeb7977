// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.IdToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.TokenRejectedException;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

/** States what becomes of a token, in each of the forms that a validator gives its answer. */
public final class Answers {

  /**
   * Shorter pieces of a token, such as the name of an algorithm, may well be words of a message.
   */
  private static final int TELLING_LENGTH = 12;

  private Answers() {}

  public static AccessToken assertAccepted(TokenValidator validator, String token) {
    ValidationResult<AccessToken> result = validator.tryValidate(token);
    assertThat(result).isInstanceOf(ValidationResult.Accepted.class);
    AccessToken accepted = validator.validate(token);
    assertThat(result).isEqualTo(new ValidationResult.Accepted<>(accepted));
    assertThat(validator.tryValidateAsync(token).join()).isEqualTo(result);
    return accepted;
  }

  public static void assertRejected(
      TokenValidator validator,
      @Nullable String token,
      ValidationStep step,
      Reason reason,
      @Nullable String claim) {
    Rejection expected = new Rejection(step, reason, claim);
    assertThat(validator.tryValidate(token)).isEqualTo(new ValidationResult.Rejected<>(expected));
    assertThat(validator.tryValidateAsync(token).join())
        .isEqualTo(new ValidationResult.Rejected<>(expected));
    assertThrown(() -> validator.validate(token), token, expected);
    assertThrown(() -> outcome(future(validator, token)), token, expected);
  }

  public static void assertRejected(
      TokenValidator validator, @Nullable String token, ValidationStep step, Reason reason) {
    assertRejected(validator, token, step, reason, null);
  }

  public static IdToken assertAcceptedIdToken(
      TokenValidator validator, String token, IdTokenExpectation expected) {
    ValidationResult<IdToken> result = validator.tryValidateIdToken(token, expected);
    assertThat(result).isInstanceOf(ValidationResult.Accepted.class);
    IdToken accepted = validator.validateIdToken(token, expected);
    assertThat(result).isEqualTo(new ValidationResult.Accepted<>(accepted));
    assertThat(validator.tryValidateIdTokenAsync(token, expected).join()).isEqualTo(result);
    return accepted;
  }

  public static void assertRejectedIdToken(
      TokenValidator validator,
      @Nullable String token,
      IdTokenExpectation expectation,
      ValidationStep step,
      Reason reason,
      @Nullable String claim) {
    Rejection expected = new Rejection(step, reason, claim);
    assertThat(validator.tryValidateIdToken(token, expectation))
        .isEqualTo(new ValidationResult.Rejected<>(expected));
    assertThat(validator.tryValidateIdTokenAsync(token, expectation).join())
        .isEqualTo(new ValidationResult.Rejected<>(expected));
    assertThrown(() -> validator.validateIdToken(token, expectation), token, expected);
    assertThrown(() -> outcome(future(validator, token, expectation)), token, expected);
  }

  /** The token of a validation that does not wait, or its exception. */
  public static CompletableFuture<AccessToken> future(
      TokenValidator validator, @Nullable String token) {
    return validator.tryValidateAsync(token).thenApply(ValidationResult::orElseThrow);
  }

  /** The ID token of a validation that does not wait, or its exception. */
  public static CompletableFuture<IdToken> future(
      TokenValidator validator, @Nullable String token, IdTokenExpectation expected) {
    return validator
        .tryValidateIdTokenAsync(token, expected)
        .thenApply(ValidationResult::orElseThrow);
  }

  /** The outcome of a validation that does not wait, as the one that waits has it. */
  public static <T> T outcome(CompletableFuture<T> validation) throws Throwable {
    try {
      return validation.get(Patience.LONG.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause();
    }
  }

  private static void assertThrown(
      ThrowingCallable validation, @Nullable String token, Rejection expected) {
    assertThatThrownBy(validation)
        .isInstanceOfSatisfying(
            TokenRejectedException.class,
            e -> {
              assertThat(e.rejection()).isEqualTo(expected);
              assertThat(e).hasNoCause().hasNoSuppressedExceptions();
              assertThat(e.getStackTrace()).isEmpty();
              assertHoldsNothingOf(token, e.toString());
            });
  }

  private static void assertHoldsNothingOf(@Nullable String token, String text) {
    if (token != null) {
      for (String segment : token.split("\\.", -1)) {
        if (segment.length() >= TELLING_LENGTH) {
          assertThat(text).doesNotContain(segment.substring(0, TELLING_LENGTH));
        }
      }
    }
  }
}
