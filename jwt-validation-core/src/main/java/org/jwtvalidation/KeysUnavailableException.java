package org.jwtvalidation;

import org.jspecify.annotations.Nullable;

/**
 * No keys to decide with: the token may be good or bad, a resource server answers 503 and not 401.
 * Thrown when an issuer's keys could not be obtained in time, have expired, or the waiting thread
 * was interrupted (its flag is kept). Carries no stack trace, so that an outage stays cheap; the
 * cause, where there is one, has its own.
 */
public final class KeysUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * An exception for an issuer whose keys are not to be had.
   *
   * @param message which source, and what is wrong with it
   * @param cause what kept the keys away, or null
   */
  public KeysUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause, false, false);
  }
}
