// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A fetch that failed, in words for those who operate the service. Has no stack trace; its cause
 * has its own.
 */
final class FetchException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private static final int NOT_FOUND = 404;

  private final Throwable failure;

  /**
   * Creates an exception for one request, or for several.
   *
   * @param message what is wrong, where, and what to do about it
   */
  FetchException(String message, Throwable failure) {
    super(message, failure, false, false);
    this.failure = failure;
  }

  /** What was thrown first. */
  Throwable failure() {
    return failure;
  }

  /** How long the server asks clients to wait; null if it does not. */
  @Nullable Duration retryAfter() {
    return failure instanceof RefusedResponseException refused ? refused.retryAfter() : null;
  }

  /** Whether the server has answered, without the document. */
  boolean isRefused() {
    return failure instanceof RefusedResponseException;
  }

  private boolean isNotFound() {
    return failure instanceof RefusedResponseException refused && refused.status() == NOT_FOUND;
  }

  /** The failure of this request and of the {@code next} one, which was tried in its place. */
  FetchException followedBy(FetchException next) {
    Duration here = retryAfter();
    Duration there = next.retryAfter();
    boolean longerHere =
        next.isRefused() && here != null && (there == null || there.compareTo(here) < 0);
    return new FetchException(
        getMessage()
            + ", then "
            + next.getMessage()
            + (isNotFound() && next.isNotFound()
                ? "; check the issuer, or give the URI of its keys: HttpKeySource.jwksUri(...)"
                : ""),
        longerHere ? failure : next.failure);
  }
}
