// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jwtvalidation.http.pop.ProofResult;
import org.jwtvalidation.internal.concurrent.LatencyHistogram;
import org.jwtvalidation.monitor.LatencyDistribution;

/**
 * A monitor that records the latency of every phase and counts the outcomes. Thread-safe; one
 * monitor may observe several authenticators. It reads {@link System#nanoTime} at the beginning of
 * a request and at the end of each phase, so that the phases add up to {@link
 * RequestPhase#REQUEST_PROCESSING}.
 *
 * <p>Each phase that occurs takes at most two stripes of 18 KiB for each processor.
 */
public final class HttpMetricsMonitor implements HttpMonitor {

  private final Map<RequestPhase, LatencyHistogram> histograms =
      forEach(RequestPhase.class, LatencyHistogram::new);
  private final Map<RequestOutcome, LongAdder> outcomes =
      forEach(RequestOutcome.class, LongAdder::new);
  private final Map<ProofResult, LongAdder> proofs = forEach(ProofResult.class, LongAdder::new);

  /** Creates a monitor that has recorded nothing yet. */
  public HttpMetricsMonitor() {}

  private static <K extends Enum<K>, V> Map<K, V> forEach(Class<K> keys, Supplier<V> value) {
    Map<K, V> map = new EnumMap<>(keys);
    for (K key : keys.getEnumConstants()) {
      map.put(key, value.get());
    }
    return map;
  }

  /** Never null, since every map here has all constants of its enum as keys. */
  private static <K, V> V of(Map<K, V> map, K key) {
    return Objects.requireNonNull(map.get(key));
  }

  @Override
  public Recording begin() {
    return new Stopwatch();
  }

  /** {@return what has been recorded so far, with or without requests that end meanwhile} */
  public HttpMetrics snapshot() {
    Map<RequestPhase, LatencyDistribution> latencies = new EnumMap<>(RequestPhase.class);
    histograms.forEach(
        (phase, histogram) -> latencies.put(phase, new LatencyDistribution(histogram)));
    return new HttpMetrics(
        latencies, sums(RequestOutcome.class, outcomes), sums(ProofResult.class, proofs));
  }

  private static <K extends Enum<K>> Map<K, Long> sums(Class<K> keys, Map<K, LongAdder> counts) {
    Map<K, Long> sums = new EnumMap<>(keys);
    counts.forEach((key, count) -> sums.put(key, count.sum()));
    return sums;
  }

  /** Measures the phases of one request. */
  private final class Stopwatch implements Recording {

    private final long begin = System.nanoTime();
    private long lastBoundary = begin;

    @Override
    public void completed(RequestPhase phase) {
      long now = System.nanoTime();
      of(histograms, phase).record(now - lastBoundary);
      lastBoundary = now;
    }

    @Override
    public void ended(Report report) {
      ProofResult proof = report.proof();
      if (proof != null) {
        of(proofs, proof).increment();
      }
      RequestOutcome outcome = report.outcome();
      if (outcome != null) {
        of(histograms, RequestPhase.REQUEST_PROCESSING).record(lastBoundary - begin);
        of(outcomes, outcome).increment();
      }
    }
  }
}
