// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.SampleTimeResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.util.SampleBuffer;

/**
 * What a load has shown. All times are in nanoseconds.
 *
 * @param latencies the latencies of all requests, those included that ended after the deadline
 * @param completed the number of requests answered within the time
 * @param nanos the time that was measured
 * @param requests the number of all requests, those before and after this time included
 */
public record LoadResult(Histogram latencies, long completed, long nanos, long requests) {

  /** The name of the number of requests among the results. */
  public static final String REQUESTS = "requests";

  /** The name of the latencies among the results. */
  public static final String LATENCY = "latency";

  /** The name of the mean number of requests in flight among the results. */
  public static final String IN_FLIGHT = "inFlight";

  private static final long HELD_UP = TimeUnit.MILLISECONDS.toNanos(1);

  /** {@return the requests answered in a second} */
  public double rate() {
    return completed * 1e9 / nanos;
  }

  /** {@return the mean number of requests that waited for their answer} */
  public double inFlight() {
    return latencies.getTotalCount() * latencies.getMean() / nanos;
  }

  /** {@return the percentage of requests that took more than a millisecond} */
  public double heldUp() {
    long within = latencies.getCountBetweenValues(0, HELD_UP);
    return 100.0 * (latencies.getTotalCount() - within) / latencies.getTotalCount();
  }

  /**
   * Returns the results for JMH: the rate, which is the score, how many were in flight, and the
   * latencies, which JMH merges with those of other JVMs.
   *
   * @return one result for each name in the file of results
   */
  public List<Result<?>> results() {
    return List.of(
        new ScalarResult(OwnResults.SCORE, rate(), "ops/s", AggregationPolicy.AVG),
        new ScalarResult(IN_FLIGHT, inFlight(), "callers", AggregationPolicy.AVG),
        new ScalarResult(REQUESTS, requests, "requests", AggregationPolicy.AVG),
        new ScalarResult("heldUpPercent", heldUp(), "%", AggregationPolicy.AVG),
        sampled(LATENCY, latencies));
  }

  /**
   * Returns times as a result for JMH.
   *
   * @param name the name in the file of results
   * @param nanos all of them
   * @return the result, with its percentiles
   */
  public static Result<?> sampled(String name, Histogram nanos) {
    SampleBuffer samples = new SampleBuffer();
    for (HistogramIterationValue value : nanos.recordedValues()) {
      for (long i = 0; i < value.getCountAtValueIteratedTo(); i++) {
        samples.add(value.getValueIteratedTo());
      }
    }
    return new SampleTimeResult(ResultRole.SECONDARY, name, samples, TimeUnit.NANOSECONDS);
  }
}
