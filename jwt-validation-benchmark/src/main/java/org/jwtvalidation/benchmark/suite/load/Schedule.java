// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.load;

import java.time.Duration;

/**
 * The arrival times of the requests of a run.
 *
 * @param arrivals the number of requests
 * @param duration the length of the run
 */
record Schedule(LoadShape shape, int arrivals, Duration duration) {

  /** The arrival time of a request, in nanoseconds after the start of the run. */
  long due(int number) {
    return (long) (shape.instant((double) number / arrivals) * duration.toNanos());
  }
}
