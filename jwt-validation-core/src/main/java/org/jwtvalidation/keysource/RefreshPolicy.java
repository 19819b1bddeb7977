// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.options.OptionException;

/**
 * When keys are fetched, and how long they are used: the times of a {@link HttpKeySource.Builder},
 * checked against each other. All are nanoseconds.
 */
final class RefreshPolicy {

  /** The lower bound of a refresh interval that a server has shortened. */
  private static final long MIN_REFRESH_INTERVAL = Duration.ofMinutes(1).toNanos();

  /** Of a fetch, and of the wait of a caller. */
  final long totalTimeout;

  /** After which a set is to be replaced. The server may shorten it. */
  private final long refreshInterval;

  private final int refreshAheadPermille;

  /** Between two fetches that tokens of unknown keys cause. */
  final long unknownKeyCooldown;

  private final long firstRetry;
  private final long longestRetry;

  /** The age at which a set that could not be replaced is no longer used. */
  final long hardExpiry;

  RefreshPolicy(HttpKeySource.Builder options) {
    checkNotLonger(
        "refreshInterval",
        options.refreshInterval,
        "hard expiry",
        options.hardExpiry,
        "{hardExpiry(...)}");
    checkNotLonger(
        "retryBackoff",
        options.firstRetry,
        "longest wait",
        options.longestRetry,
        "{the longest wait|longest-retry}");
    this.totalTimeout = options.totalTimeout.toNanos();
    this.refreshInterval = options.refreshInterval.toNanos();
    this.refreshAheadPermille = refreshAheadPermille(options.random.getAsDouble());
    this.unknownKeyCooldown = options.unknownKeyCooldown.toNanos();
    this.firstRetry = options.firstRetry.toNanos();
    this.longestRetry = options.longestRetry.toNanos();
    this.hardExpiry = options.hardExpiry.toNanos();
  }

  static Duration least(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /**
   * Checks an option that another one bounds.
   *
   * @param boundName what the other is
   * @param bounding its name as remedies refer to it
   */
  static void checkNotLonger(
      String option, Duration value, String boundName, Duration bound, String bounding) {
    if (value.compareTo(bound) > 0) {
      throw new OptionException(
          option,
          value + " is longer than the " + boundName + " " + bound,
          "shorten it, or lengthen " + bounding);
    }
  }

  /**
   * From 700 to 900, so that nodes that were started together do not fetch together for ever.
   *
   * @param random from 0 to 1; 0 is in the middle
   */
  private static int refreshAheadPermille(double random) {
    return (int) Math.round(700 + 200 * ((random + 0.5) % 1));
  }

  /** How long a set is used if its server asks for {@code freshFor}; null means no preference. */
  long lifetime(@Nullable Duration freshFor) {
    if (freshFor == null || freshFor.compareTo(Duration.ofNanos(refreshInterval)) >= 0) {
      return refreshInterval;
    }
    return Math.min(refreshInterval, Math.max(MIN_REFRESH_INTERVAL, freshFor.toNanos()));
  }

  /** The age at which a set of this lifetime is replaced in the background. */
  long refreshAhead(long lifetime) {
    return lifetime / 1000 * refreshAheadPermille;
  }

  /**
   * The wait after the last of {@code failures} in a row. It doubles with each failure, and is at
   * least what the server asks for, both up to the longest wait.
   *
   * @param random from 0 to 1, takes up to half off the wait, so that clients that failed at the
   *     same time do not all return at the same time
   */
  long retryDelay(int failures, @Nullable Duration retryAfter, double random) {
    long backoff = backoff(failures, firstRetry, longestRetry);
    long jittered = backoff - (long) (backoff * 0.5 * random);
    if (retryAfter == null) {
      return jittered;
    }
    boolean tooLong = retryAfter.compareTo(Duration.ofNanos(longestRetry)) >= 0;
    return Math.max(jittered, tooLong ? longestRetry : retryAfter.toNanos());
  }

  /** The first wait, doubled with each further of {@code failures} in a row, up to the longest. */
  static long backoff(int failures, long first, long longest) {
    int doublings = Math.min(failures - 1, Long.numberOfLeadingZeros(first) - 1);
    return Math.min(longest, first << doublings);
  }
}
