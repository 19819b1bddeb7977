package org.jwtvalidation.jwk;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An answer has come, and it is not the document that was asked for. */
final class RefusedResponseException extends IOException {

  private static final long serialVersionUID = 1L;

  private final @Nullable Duration retryAfter;

  RefusedResponseException(String message, @Nullable Duration retryAfter) {
    super(message);
    this.retryAfter = retryAfter;
  }

  /** For how long the server would like to be left alone, or null where it does not say. */
  @Nullable Duration retryAfter() {
    return retryAfter;
  }
}
