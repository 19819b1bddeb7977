package org.jwtvalidation;

import org.jspecify.annotations.Nullable;

/**
 * There are no keys to decide with. The token may be valid or not: a resource server answers 503,
 * not 401. Thrown if an issuer's keys could not be obtained in time, have expired, or the waiting
 * thread was interrupted (its interrupt flag stays set). Carries no stack trace, so that an outage
 * stays cheap; the cause, if there is one, has its own.
 */
public final class KeysUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception for an issuer without keys.
   *
   * @param message which source it is, and what is wrong with it
   * @param cause why there are no keys, or null
   */
  public KeysUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause, false, false);
  }
}
