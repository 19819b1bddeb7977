package org.jwtvalidation;

/**
 * The outcome of a validation, for callers that do not want exceptions.
 *
 * @param <T> the type of token
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
   * The token is invalid: answer 401.
   *
   * @param <T> the type of token
   * @param rejection why and in which step it was rejected
   */
  record Rejected<T extends ValidatedToken>(Rejection rejection) implements ValidationResult<T> {}

  /**
   * There are no keys to decide with: answer 503.
   *
   * @param <T> the type of token
   * @param cause why there are no keys
   */
  record Undecided<T extends ValidatedToken>(KeysUnavailableException cause)
      implements ValidationResult<T> {}
}
