// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a validation, for callers that do not want exceptions.
 *
 * @param <T> the type of token
 */
public sealed interface ValidationResult<T extends ValidatedToken> {

  /** {@return whether the token passed every step} */
  @CheckReturnValue
  default boolean isAccepted() {
    return this instanceof Accepted;
  }

  /**
   * Returns the token, or throws what the method with exceptions would have thrown.
   *
   * @return the validated token
   * @throws TokenRejectedException if the token is invalid
   * @throws UndecidedException if that cannot be decided now
   */
  @CheckReturnValue
  T orElseThrow();

  /**
   * Converts each of the three outcomes into a value of one type.
   *
   * @param <R> the type of the value
   * @param accepted converts the validated token
   * @param rejected converts the reason of an invalid token
   * @param undecided converts the reason why it cannot be decided
   * @return what the one function that was called returned
   */
  @CheckReturnValue
  <R extends @Nullable Object> R map(
      Function<? super T, ? extends R> accepted,
      Function<? super Rejection, ? extends R> rejected,
      Function<? super UndecidedException, ? extends R> undecided);

  /**
   * The token passed every step.
   *
   * @param <T> the type of the token
   * @param token the validated token
   */
  record Accepted<T extends ValidatedToken>(T token) implements ValidationResult<T> {

    @Override
    public T orElseThrow() {
      return token;
    }

    @Override
    public <R extends @Nullable Object> R map(
        Function<? super T, ? extends R> accepted,
        Function<? super Rejection, ? extends R> rejected,
        Function<? super UndecidedException, ? extends R> undecided) {
      return accepted.apply(token);
    }
  }

  /**
   * The token is invalid: answer 401.
   *
   * @param <T> the type of token
   * @param rejection why and in which step it was rejected
   */
  record Rejected<T extends ValidatedToken>(Rejection rejection) implements ValidationResult<T> {

    @Override
    public T orElseThrow() {
      throw new TokenRejectedException(rejection);
    }

    @Override
    public <R extends @Nullable Object> R map(
        Function<? super T, ? extends R> accepted,
        Function<? super Rejection, ? extends R> rejected,
        Function<? super UndecidedException, ? extends R> undecided) {
      return rejected.apply(rejection);
    }
  }

  /**
   * It cannot be decided now, usually because keys are unavailable: answer 503.
   *
   * @param <T> the type of token
   * @param cause why it cannot be decided
   */
  record Undecided<T extends ValidatedToken>(UndecidedException cause)
      implements ValidationResult<T> {

    @Override
    public T orElseThrow() {
      throw cause;
    }

    @Override
    public <R extends @Nullable Object> R map(
        Function<? super T, ? extends R> accepted,
        Function<? super Rejection, ? extends R> rejected,
        Function<? super UndecidedException, ? extends R> undecided) {
      return undecided.apply(cause);
    }
  }
}
