// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Printable;
import org.jwtvalidation.internal.concurrent.Moment;

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

  /** Two URIs, what is wrong with each, and what to do. */
  private static final int MAX_ERROR = 1024;

  static final RefreshHistory EMPTY = new RefreshHistory(0, 0, 0, 0, null, null);

  RefreshHistory succeeded() {
    return new RefreshHistory(refreshes + 1, failedRefreshes, 0, 0, null, null);
  }

  RefreshHistory failed(Throwable why, long nextAt) {
    // Without the words that are in the error already.
    Throwable cause = why instanceof FetchException failed ? failed.failure() : why;
    return new RefreshHistory(
        refreshes + 1, failedRefreshes + 1, failures + 1, nextAt, describe(why), cause);
  }

  boolean isFailing() {
    return failures > 0;
  }

  /** Whether it is too early for another fetch after a failure. */
  boolean isBackingOff(Moment now) {
    return isFailing() && now.nanos() - retryAt < 0;
  }

  private static String describe(Throwable failure) {
    return failure instanceof FetchException
        ? Printable.line(String.valueOf(failure.getMessage()), MAX_ERROR)
        : Diagnosis.named(failure);
  }
}
