// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What the generator has measured.
 *
 * @param latencies in nanoseconds, each from the moment when the generator has started the request,
 *     which begins those that are due in one millisecond together
 * @param requests how many were sent
 * @param answers how many were answered, with whatever status
 * @param wrong how many answers had another status than they must have
 * @param perSecond the answers of each whole second
 * @param idleNanos the processor time that the generator has taken while it had nothing to do
 * @param inTurns what it was measured in turns with, by the name of the requests
 */
record Measurement(
    Histogram latencies,
    long requests,
    long answers,
    long wrong,
    List<Long> perSecond,
    double seconds,
    long idleNanos,
    Map<String, Measurement> inTurns) {

  /** Answers a second, without the seconds in which the load began and ended. */
  double rate() {
    return perSecond.isEmpty()
        ? answers / seconds
        : perSecond.stream().mapToLong(Long::longValue).average().orElse(0);
  }

  /** All requests that were sent, of which those in turns are a part. */
  long requestsOfAll() {
    return requests + inTurns.values().stream().mapToLong(Measurement::requests).sum();
  }

  /** The same, measured in turns with others, whose wrong answers count. */
  Measurement after(Map<String, Measurement> others) {
    long wrongOfAll = wrong + others.values().stream().mapToLong(Measurement::wrong).sum();
    return new Measurement(
        latencies,
        requests,
        answers,
        wrongOfAll,
        perSecond,
        seconds,
        idleNanos,
        Map.copyOf(others));
  }

  /** Both together, as if one had followed the other. */
  Measurement and(Measurement next) {
    Histogram both = latencies.copy();
    both.add(next.latencies);
    return new Measurement(
        both,
        requests + next.requests,
        answers + next.answers,
        wrong + next.wrong,
        perSecond,
        seconds + next.seconds,
        idleNanos + next.idleNanos,
        inTurns);
  }

  double meanNanos() {
    return latencies.getMean();
  }
}
