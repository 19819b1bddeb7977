package org.jwtvalidation.http.pop;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A {@link ReplayStore} cannot tell whether a proof was used before. The proof may be good or not:
 * a resource server answers 503, not 401. Carries no stack trace, so that an outage stays cheap;
 * the cause, if there is one, has its own.
 */
public final class ReplayStoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The time until it makes sense to try again, or null if that is not known. */
  private final @Nullable Duration retryAfter;

  /**
   * Creates an exception.
   *
   * @param message which store it is, and what is wrong with it
   * @param cause what went wrong, or null
   * @param retryAfter the time until it makes sense to try again, or null if that is not known
   */
  public ReplayStoreException(
      String message, @Nullable Throwable cause, @Nullable Duration retryAfter) {
    super(message, cause, false, false);
    this.retryAfter = retryAfter;
  }

  /**
   * Returns when to try again, for the header field {@code Retry-After} (RFC 9110 section 10.2.3).
   *
   * @return the time until it makes sense to try again, or null if that is not known
   */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }
}
