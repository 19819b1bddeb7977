// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.monitor;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;

/**
 * What a {@link LatencyMonitor} had recorded at one moment, or between two moments. Immutable and
 * thread-safe.
 *
 * @param latencies the durations of each step, for the types and steps that occurred
 * @param accepted the number of accepted tokens, for the types that occurred
 * @param rejected the number of rejected tokens, for the reasons that occurred
 * @param undecided the number of undecided validations
 */
public record LatencySnapshot(
    Map<TokenType, Map<ValidationStep, LatencyDistribution>> latencies,
    Map<TokenType, Long> accepted,
    Map<Reason, Long> rejected,
    long undecided) {

  /**
   * Copies the maps and the maps in them.
   *
   * @param latencies the durations of each step, for the types and steps that occurred
   * @param accepted the number of accepted tokens, for the types that occurred
   * @param rejected the number of rejected tokens, for the reasons that occurred
   * @param undecided the number of undecided validations
   */
  public LatencySnapshot {
    Map<TokenType, Map<ValidationStep, LatencyDistribution>> copies =
        new EnumMap<>(TokenType.class);
    latencies.forEach((type, steps) -> copies.put(type, Map.copyOf(steps)));
    latencies = Map.copyOf(copies);
    accepted = Map.copyOf(accepted);
    rejected = Map.copyOf(rejected);
  }

  /**
   * Returns the durations of a step.
   *
   * @param type the type of the tokens
   * @param step the step
   * @return the durations, none if the step never occurred
   */
  public LatencyDistribution latency(TokenType type, ValidationStep step) {
    return latencies.getOrDefault(type, Map.of()).getOrDefault(step, LatencyDistribution.NONE);
  }

  /**
   * Returns what was recorded after an earlier snapshot, for those who report windows of time.
   *
   * @param earlier an earlier snapshot of the same monitor
   * @return the difference
   * @throws IllegalArgumentException if {@code earlier} has durations that this snapshot lacks
   */
  public LatencySnapshot since(LatencySnapshot earlier) {
    Map<TokenType, Map<ValidationStep, LatencyDistribution>> added = new EnumMap<>(TokenType.class);
    latencies.forEach((type, steps) -> {
      Map<ValidationStep, LatencyDistribution> ofType = new EnumMap<>(ValidationStep.class);
      steps.forEach((step, durations) -> {
        LatencyDistribution difference = durations.since(earlier.latency(type, step));
        if (difference.count() > 0) {
          ofType.put(step, difference);
        }
      });
      if (!ofType.isEmpty()) {
        added.put(type, ofType);
      }
    });
    return new LatencySnapshot(
        added,
        difference(accepted, earlier.accepted),
        difference(rejected, earlier.rejected),
        undecided - earlier.undecided);
  }

  private static <K> Map<K, Long> difference(Map<K, Long> counts, Map<K, Long> earlier) {
    Map<K, Long> added = new HashMap<>();
    counts.forEach((key, count) -> {
      long difference = count - earlier.getOrDefault(key, 0L);
      if (difference > 0) {
        added.put(key, difference);
      }
    });
    return added;
  }
}
