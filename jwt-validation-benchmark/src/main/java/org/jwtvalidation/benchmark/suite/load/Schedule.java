package org.jwtvalidation.benchmark.suite.load;

import java.time.Duration;

/**
 * When each request of a run arrives, whatever has become of those before it.
 *
 * @param arrivals how many there are
 * @param duration how long the run is
 */
record Schedule(LoadShape shape, int arrivals, Duration duration) {

  /** When a request arrives, in nanoseconds after the run has begun. */
  long due(int number) {
    return (long) (shape.instant((double) number / arrivals) * duration.toNanos());
  }
}
