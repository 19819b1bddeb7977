package org.jwtvalidation.http;

import java.util.Map;
import java.util.Objects;
import org.jwtvalidation.monitor.LatencyDistribution;

/**
 * What an {@link HttpMetricsMonitor} had recorded at one moment. Immutable and thread-safe.
 *
 * @param latencies the durations of each phase; every phase is there
 * @param outcomes the number of requests with each outcome; every outcome is there
 */
public record HttpMetrics(
    Map<RequestPhase, LatencyDistribution> latencies, Map<RequestOutcome, Long> outcomes) {

  /**
   * Copies the maps.
   *
   * @param latencies the durations of each phase
   * @param outcomes the number of requests with each outcome
   */
  public HttpMetrics {
    latencies = Map.copyOf(latencies);
    outcomes = Map.copyOf(outcomes);
  }

  /**
   * Returns the durations of a phase.
   *
   * @param phase the phase
   * @return the durations, possibly none
   */
  public LatencyDistribution latency(RequestPhase phase) {
    return Objects.requireNonNull(latencies.get(phase));
  }

  /**
   * Returns how many requests had an outcome.
   *
   * @param outcome the outcome
   * @return the number of requests
   */
  public long count(RequestOutcome outcome) {
    return outcomes.getOrDefault(outcome, 0L);
  }
}
