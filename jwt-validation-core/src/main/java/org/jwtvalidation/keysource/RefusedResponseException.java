// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A response that is not the requested document. */
final class RefusedResponseException extends IOException {

  private static final long serialVersionUID = 1L;

  private final int status;
  private final @Nullable Duration retryAfter;

  RefusedResponseException(String message, int status, @Nullable Duration retryAfter) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }

  int status() {
    return status;
  }

  /** How long the server asks clients to wait; null if it does not. */
  @Nullable Duration retryAfter() {
    return retryAfter;
  }
}
