package org.jwtvalidation.keysource;

import org.jspecify.annotations.Nullable;

/**
 * A key source has no keys to decide with: they could not be fetched in time, have expired, or the
 * waiting thread was interrupted (its interrupt flag stays set). Carries no stack trace, so that an
 * outage stays cheap; the cause, if there is one, has its own.
 */
public final class KeySourceException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * An exception for a source without keys.
   *
   * @param message which source it is, and what is wrong with it
   * @param cause why there are no keys, or null
   */
  public KeySourceException(String message, @Nullable Throwable cause) {
    super(message, cause, false, false);
  }
}
