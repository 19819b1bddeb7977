package org.jwtvalidation.token;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * There are no keys to decide with, or nothing that can use them. The token may be valid or not: a
 * resource server answers 503, not 401. Thrown if an issuer's keys could not be obtained in time,
 * have expired, the waiting thread was interrupted (its interrupt flag stays set), or the provider
 * that verifies signatures fails. Carries no stack trace, so that an outage stays cheap; the cause,
 * if there is one, has its own.
 */
public final class KeysUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The time until the source next tries to get keys, or null if it cannot tell. */
  private final @Nullable Duration retryAfter;

  /**
   * Creates an exception for an issuer without keys.
   *
   * @param message which source it is, and what is wrong with it
   * @param cause why there are no keys, or null
   */
  public KeysUnavailableException(String message, @Nullable Throwable cause) {
    this(message, cause, null);
  }

  /**
   * Creates an exception for an issuer without keys, whose source knows when there may be some.
   *
   * @param message which source it is, and what is wrong with it
   * @param cause why there are no keys, or null
   * @param retryAfter the time until the source next tries to get keys, or null if it cannot tell
   */
  public KeysUnavailableException(
      String message, @Nullable Throwable cause, @Nullable Duration retryAfter) {
    super(message, cause, false, false);
    this.retryAfter = retryAfter;
  }

  /**
   * Returns when to try again, for the header field {@code Retry-After} (RFC 9110 section 10.2.3).
   *
   * @return the time until the source next tries to get keys, or null if it cannot tell
   */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }
}
