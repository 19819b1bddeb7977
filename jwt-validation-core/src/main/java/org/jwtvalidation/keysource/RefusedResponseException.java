package org.jwtvalidation.keysource;

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

  /** What to say where {@code next} has gone wrong as well. */
  Throwable followedBy(Throwable next) {
    if (!(next instanceof RefusedResponseException other)) {
      return next;
    }
    boolean shorter =
        retryAfter != null
            && (other.retryAfter == null || other.retryAfter.compareTo(retryAfter) < 0);
    return new RefusedResponseException(
        getMessage() + ", then " + other.getMessage(), shorter ? retryAfter : other.retryAfter);
  }

  /** For how long the server would like to be left alone, or null where it does not say. */
  @Nullable Duration retryAfter() {
    return retryAfter;
  }
}
