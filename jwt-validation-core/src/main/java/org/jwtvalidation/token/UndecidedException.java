// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether a token is valid cannot be decided now: a resource server answers 503, not 401. Thrown if
 * an issuer's keys could not be obtained in time or have expired, if an {@link
 * org.jwtvalidation.IssuerResolver} has not answered, if too many validations wait already, if the
 * waiting thread was interrupted (its interrupt flag stays set), if the provider that verifies
 * signatures fails, or if the issuer was forgotten or the validator closed meanwhile. A replay
 * store of DPoP proofs that cannot tell fails with it, too. Carries no stack trace, so that an
 * outage stays cheap; the cause, if there is one, has its own.
 */
public final class UndecidedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The time until another attempt may succeed, or null if that is not known. */
  private final @Nullable Duration retryAfter;

  /**
   * Creates an exception.
   *
   * @param message what is missing
   * @param cause why it is missing, or null
   */
  public UndecidedException(String message, @Nullable Throwable cause) {
    this(message, cause, null);
  }

  /**
   * Creates an exception that says when to try again.
   *
   * @param message what is missing
   * @param cause why it is missing, or null
   * @param retryAfter the time until another attempt may succeed, or null if that is not known
   */
  public UndecidedException(
      String message, @Nullable Throwable cause, @Nullable Duration retryAfter) {
    super(message, cause, false, false);
    this.retryAfter = retryAfter;
  }

  /**
   * Returns when to try again, for the header field {@code Retry-After} (RFC 9110 section 10.2.3).
   *
   * @return the time until another attempt may succeed, or null if that is not known
   */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }
}
