package org.jwtvalidation.keysource;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When keys are fetched, and for how long they are used. All times are nanoseconds.
 *
 * @param totalTimeout for which a caller waits
 * @param refreshInterval after which a set is meant to be replaced, whatever longer time its server
 *     wishes
 * @param minRefreshInterval before which it is not, whatever shorter time its server wishes
 * @param refreshAheadPercent of that time after which the next set is fetched in the background
 * @param unknownKeyCooldown between two fetches that tokens of unknown keys cause
 * @param firstRetry after which the first failed fetch is repeated
 * @param longestRetry after which any further one is
 * @param hardExpiry of a set that cannot be replaced
 * @param rotatedKeyGrace of a key that is no longer in the set
 */
record RefreshPolicy(
    long totalTimeout,
    long refreshInterval,
    long minRefreshInterval,
    int refreshAheadPercent,
    long unknownKeyCooldown,
    long firstRetry,
    long longestRetry,
    long hardExpiry,
    long rotatedKeyGrace) {

  /** For how long to use a set whose server wishes {@code freshFor}. */
  long lifetime(@Nullable Duration freshFor) {
    if (freshFor == null || freshFor.compareTo(Duration.ofNanos(refreshInterval)) >= 0) {
      return refreshInterval;
    }
    return Math.max(minRefreshInterval, freshFor.toNanos());
  }

  /** When, in the life of a set, the next one is fetched in the background. */
  long refreshAhead(long lifetime) {
    return lifetime / 100 * refreshAheadPercent;
  }

  /**
   * How long to wait after the last of {@code failures} in a row: twice as long each time, and at
   * least what the server asks for, both within bounds.
   *
   * @param random from 0 to 1; up to half of the wait is left to it, so that many who failed
   *     together do not come back together
   */
  long retryDelay(int failures, @Nullable Duration retryAfter, double random) {
    int doublings = Math.min(failures - 1, Long.numberOfLeadingZeros(firstRetry) - 1);
    long backoff = Math.min(longestRetry, firstRetry << doublings);
    long jittered = backoff - (long) (backoff * 0.5 * random);
    if (retryAfter == null) {
      return jittered;
    }
    boolean tooLong = retryAfter.compareTo(Duration.ofNanos(longestRetry)) >= 0;
    return Math.max(jittered, tooLong ? longestRetry : retryAfter.toNanos());
  }
}
