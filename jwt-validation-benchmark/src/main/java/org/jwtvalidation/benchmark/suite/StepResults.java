// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jwtvalidation.monitor.LatencyDistribution;
import org.jwtvalidation.monitor.LatencySnapshot;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/** What each step of a validation took, by a monitor, as results for JMH. */
public final class StepResults {

  /** The first part of the name of each result, before the step and the figure. */
  public static final String STEP = "step";

  /** Separates the parts of a name. */
  public static final String BETWEEN = "/";

  /** Between the bounds by which the deviation is computed; durations are known to 1.6 percent. */
  private static final double BUCKET = 1.02;

  private StepResults() {}

  /**
   * Returns the durations of the steps of access tokens.
   *
   * @param measured what the monitor has recorded
   * @return for each step its count, its percentiles and its maximum in nanoseconds, and its
   *     coefficient of variation
   */
  public static List<Result<?>> of(LatencySnapshot measured) {
    List<Result<?>> results = new ArrayList<>();
    for (ValidationStep step : ValidationStep.values()) {
      LatencyDistribution durations = measured.latency(TokenType.ACCESS_TOKEN, step);
      if (durations.count() > 0) {
        add(results, step, "count", (double) durations.count());
        add(results, step, "p50", nanos(durations.percentile(50)));
        add(results, step, "p95", nanos(durations.percentile(95)));
        add(results, step, "p99", nanos(durations.percentile(99)));
        add(results, step, "p999", nanos(durations.percentile(99.9)));
        results.add(result(step, "max", nanos(durations.max()), AggregationPolicy.MAX));
        add(results, step, "variation", variation(durations));
      }
    }
    return results;
  }

  private static void add(List<Result<?>> results, ValidationStep step, String name, double value) {
    results.add(result(step, name, value, AggregationPolicy.AVG));
  }

  private static Result<?> result(
      ValidationStep step, String name, double value, AggregationPolicy ofJvms) {
    return new ScalarResult(String.join(BETWEEN, STEP, step.name(), name), value, "", ofJvms);
  }

  private static double nanos(Duration duration) {
    return (double) duration.toNanos();
  }

  /** The deviation as a multiple of the mean. */
  static double variation(LatencyDistribution durations) {
    double mean = nanos(durations.sum()) / durations.count();
    double squares = 0;
    long seen = 0;
    double from = 0;
    for (double to = 1; seen < durations.count(); to = Math.max(to + 1, to * BUCKET)) {
      long upTo = durations.countUpTo(Duration.ofNanos((long) to));
      double middle = (from + to) / 2 - mean;
      squares += (upTo - seen) * middle * middle;
      seen = upTo;
      from = to;
    }
    return Math.sqrt(squares / durations.count()) / mean;
  }
}
