// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import java.util.Map;
import java.util.Objects;
import org.jwtvalidation.http.pop.ProofResult;
import org.jwtvalidation.monitor.LatencyDistribution;

/**
 * What an {@link HttpMetricsMonitor} had recorded at one moment. Immutable and thread-safe.
 *
 * @param latencies the durations of each phase; every phase is there
 * @param outcomes the number of requests with each outcome; every outcome is there
 * @param proofs the number of valid tokens with each result of the proof of possession; every
 *     result is there
 */
public record HttpMetrics(
    Map<RequestPhase, LatencyDistribution> latencies,
    Map<RequestOutcome, Long> outcomes,
    Map<ProofResult, Long> proofs) {

  /**
   * Copies the maps.
   *
   * @param latencies the durations of each phase
   * @param outcomes the number of requests with each outcome
   * @param proofs the number of valid tokens with each result of the proof of possession
   */
  public HttpMetrics {
    latencies = Map.copyOf(latencies);
    outcomes = Map.copyOf(outcomes);
    proofs = Map.copyOf(proofs);
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

  /**
   * Returns for how many valid tokens the proof of possession had a result.
   *
   * @param result the result
   * @return the number of requests
   */
  public long count(ProofResult result) {
    return proofs.getOrDefault(result, 0L);
  }
}
