// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import org.jspecify.annotations.Nullable;
import org.jwtvalidation.token.AccessToken;

/**
 * A valid token does not have what a rule {@linkplain AccessRule#require requires}. Filters and
 * handlers of this library answer it with 403, or with 401 if the user has to authenticate
 * otherwise or again; elsewhere {@link BearerAuthenticator#refusal} says what to answer.
 */
public final class InsufficientTokenException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** How far wrappers are opened: more than frameworks have, and no end for a cycle. */
  private static final int MAX_CAUSES = 16;

  private final transient AccessToken token;
  private final transient @Nullable Demand needed;

  /**
   * A refusal.
   *
   * @param needed what a new token needs, or null if none would suffice
   */
  InsufficientTokenException(AccessToken token, @Nullable Demand needed) {
    super(
        needed == null
            ? "the token lacks something that a new one would lack, too"
            : "the token lacks what a rule requires; a new one needs " + needed.text());
    this.token = token;
    this.needed = needed;
  }

  /**
   * Returns the exception of this kind that a framework may have wrapped, up to 16 times.
   *
   * @param failure what was thrown
   * @return {@code failure}, or the first of its causes of this kind; null if there is none, or if
   *     it is {@linkplain #tooLate too late} to answer it
   */
  public static @Nullable InsufficientTokenException in(Throwable failure) {
    Throwable cause = failure;
    for (int i = 0; i <= MAX_CAUSES && cause != null; i++) {
      if (cause instanceof InsufficientTokenException found) {
        return found;
      }
      cause = cause instanceof TooLateException ? null : cause.getCause();
    }
    return null;
  }

  /**
   * Returns what to throw in place of a refusal if the response has begun.
   *
   * @param failure what was thrown
   * @return an exception with that cause
   */
  public static IllegalStateException tooLate(Throwable failure) {
    return new TooLateException(failure);
  }

  private static final class TooLateException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    TooLateException(Throwable cause) {
      super("a rule has refused the token after the response had begun; require it before", cause);
    }
  }

  BearerAnswer.Challenged answer(Challenges challenges, Scheme used) {
    return challenges.insufficient(needed, token, used, null);
  }
}
