// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a key source that has no usable keys: they could not be fetched in time, or they have
 * expired. It has no stack trace, which keeps an outage cheap; the cause, if there is one, has its
 * own.
 */
public final class KeySourceException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The time until the source next tries to get keys, or null if it cannot tell. */
  private final @Nullable Duration retryAfter;

  /**
   * An exception of a source without usable keys.
   *
   * @param message the source, and what is wrong with it
   * @param cause the reason, or null
   */
  public KeySourceException(String message, @Nullable Throwable cause) {
    this(message, cause, null);
  }

  /**
   * An exception of a source without usable keys, which knows when there may be some.
   *
   * @param message the source, and what is wrong with it
   * @param cause the reason, or null
   * @param retryAfter the time until the source next tries to get keys, or null if it cannot tell
   */
  public KeySourceException(
      String message, @Nullable Throwable cause, @Nullable Duration retryAfter) {
    super(message, cause, false, false);
    this.retryAfter = retryAfter;
  }

  /** {@return the time until the source next tries to get keys, or null if it cannot tell} */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }
}
