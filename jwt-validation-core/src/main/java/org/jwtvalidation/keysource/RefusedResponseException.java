package org.jwtvalidation.keysource;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A response that is not the requested document. */
final class RefusedResponseException extends IOException {

  private static final long serialVersionUID = 1L;

  private final @Nullable Duration retryAfter;

  RefusedResponseException(String message, @Nullable Duration retryAfter) {
    super(message);
    this.retryAfter = retryAfter;
  }

  /** The failure of this request and of the {@code next} one, which was tried in its place. */
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

  /** How long the server asks clients to wait; null if it does not. */
  @Nullable Duration retryAfter() {
    return retryAfter;
  }
}
