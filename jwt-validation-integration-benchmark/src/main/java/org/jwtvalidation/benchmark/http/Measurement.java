package org.jwtvalidation.benchmark.http;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What the generator has measured.
 *
 * @param latencies in nanoseconds, each from the moment when the request was due
 * @param requests how many were sent
 * @param answers how many were answered, with whatever status
 * @param wrong how many answers had another status than they must have
 * @param perSecond the answers of each whole second
 */
record Measurement(
    Histogram latencies,
    long requests,
    long answers,
    long wrong,
    List<Long> perSecond,
    double seconds) {

  /** Answers a second, without the seconds in which the load began and ended. */
  double rate() {
    return perSecond.isEmpty()
        ? answers / seconds
        : perSecond.stream().mapToLong(Long::longValue).average().orElse(0);
  }

  double meanNanos() {
    return latencies.getMean();
  }
}
