// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.options.TimeValue;

/** How long each row runs; null for the benchmark's own setting. */
record Timing(@Nullable Integer forks, Phase warmup, Phase measurement) {

  /** The iterations of a JVM before or while it is measured, or the duration of all together. */
  record Phase(@Nullable Integer iterations, @Nullable TimeValue time, @Nullable TimeValue total) {

    private static Phase of(
        GivenOptions options, String iterationsOption, String timeOption, String totalOption) {
      int least = iterationsOption.contains("warmup") ? 0 : 1;
      TimeValue time = options.duration(timeOption);
      TimeValue total = options.duration(totalOption);
      if (time != null && total != null) {
        throw new IllegalArgumentException(
            totalOption + ": cannot be combined with " + timeOption + "; choose one of the two");
      }
      return new Phase(options.number(iterationsOption, least, 1000), time, total);
    }

    /** A total duration is split into iterations of about a second, unless the row has only one. */
    private int iterations(int annotated) {
      if (iterations != null) {
        return iterations;
      }
      return total == null || annotated == 1
          ? annotated
          : (int) Math.max(1, Math.round(millis(total) / 1000.0));
    }

    private TimeValue time(int annotated, TimeValue annotatedTime) {
      if (total == null) {
        return time == null ? annotatedTime : time;
      }
      int parts = iterations(annotated);
      return parts == 0
          ? annotatedTime
          : TimeValue.milliseconds(Math.max(1, millis(total) / parts));
    }

    private static long millis(TimeValue time) {
      return time.convertTo(TimeUnit.MILLISECONDS);
    }
  }

  /** Reads the options. */
  static Timing of(GivenOptions options) {
    return new Timing(
        options.number("jmh.forks", 1, 100),
        Phase.of(options, "jmh.warmup.iterations", "jmh.warmup.time", "warmup.duration"),
        Phase.of(options, "jmh.iterations", "jmh.time", "measurement.duration"));
  }

  /** These times where given, {@code others} elsewhere. */
  RowTime over(RowTime others) {
    return new RowTime(
        forks == null ? others.forks() : forks,
        warmup.iterations(others.warmupIterations()),
        warmup.time(others.warmupIterations(), others.warmupTime()),
        measurement.iterations(others.iterations()),
        measurement.time(others.iterations(), others.time()));
  }
}
