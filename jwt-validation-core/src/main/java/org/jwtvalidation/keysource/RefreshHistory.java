package org.jwtvalidation.keysource;

import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Printable;

/**
 * How the refreshes of a source went so far.
 *
 * @param refreshes that have ended
 * @param failedRefreshes how many of them failed
 * @param failures in a row, the last refresh included
 * @param retryAt on {@code nanoTime}, after a failure: no fetch starts before
 * @param error what was wrong with the last refresh, or null
 * @param cause of the error
 */
record RefreshHistory(
    long refreshes,
    long failedRefreshes,
    int failures,
    long retryAt,
    @Nullable String error,
    @Nullable Throwable cause) {

  static final RefreshHistory EMPTY = new RefreshHistory(0, 0, 0, 0, null, null);

  RefreshHistory succeeded() {
    return new RefreshHistory(refreshes + 1, failedRefreshes, 0, 0, null, null);
  }

  RefreshHistory failed(Throwable why, long nextAt) {
    return new RefreshHistory(
        refreshes + 1, failedRefreshes + 1, failures + 1, nextAt, describe(why), why);
  }

  boolean isFailing() {
    return failures > 0;
  }

  /** Whether it is too early for another fetch after a failure. */
  boolean isBackingOff(Moment now) {
    return isFailing() && now.nanos() - retryAt < 0;
  }

  private static String describe(Throwable failure) {
    String message = failure.getMessage();
    if (message == null) {
      // In the JDK's client only the cause tells an unknown host from a server that is down.
      Throwable cause = failure.getCause();
      return failure.getClass().getSimpleName()
          + (cause == null ? "" : " by " + cause.getClass().getSimpleName());
    }
    boolean ours =
        failure instanceof RefusedResponseException || failure instanceof IllegalArgumentException;
    return (ours ? "" : failure.getClass().getSimpleName() + " ") + Printable.quoted(message);
  }
}
