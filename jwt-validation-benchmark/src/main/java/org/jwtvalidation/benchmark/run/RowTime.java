// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.runner.options.TimeValue;

/** How long one row runs. */
record RowTime(
    int forks, int warmupIterations, TimeValue warmupTime, int iterations, TimeValue time) {

  /** Long enough to show that a row works, too short for a meaningful score. */
  static final RowTime QUICK =
      new RowTime(1, 1, TimeValue.milliseconds(100), 1, TimeValue.milliseconds(200));

  /** A rule of thumb for starting a JVM and preparing a benchmark. */
  static final double SECONDS_TO_PREPARE = 3;

  RowTime inOneJvm() {
    return new RowTime(1, warmupIterations, warmupTime, iterations, time);
  }

  double expectedSeconds() {
    return forks
        * (SECONDS_TO_PREPARE
            + warmupIterations * seconds(warmupTime)
            + iterations * seconds(time));
  }

  private static double seconds(TimeValue time) {
    return time.convertTo(TimeUnit.MILLISECONDS) / 1000.0;
  }
}
