package org.jwtvalidation;

/**
 * The answer to a validation for callers who do not want exceptions.
 *
 * @param <T> the type of token that was validated
 */
public sealed interface ValidationResult<T extends ValidatedToken> {

  /**
   * The token passed every step.
   *
   * @param <T> the type of the token
   * @param token the validated token
   */
  record Accepted<T extends ValidatedToken>(T token) implements ValidationResult<T> {}

  /**
   * The token is wrong: answer 401.
   *
   * @param <T> the type of token that was asked for
   * @param rejection why
   */
  record Rejected<T extends ValidatedToken>(Rejection rejection) implements ValidationResult<T> {}

  /**
   * There are no keys to decide with: answer 503.
   *
   * @param <T> the type of token that was asked for
   * @param cause what keeps the keys away
   */
  record Undecided<T extends ValidatedToken>(KeysUnavailableException cause)
      implements ValidationResult<T> {}
}
