package org.jwtvalidation.monitor;

import java.time.Duration;
import java.util.Map;
import org.jwtvalidation.Reason;
import org.jwtvalidation.TokenType;
import org.jwtvalidation.ValidationStep;

/**
 * What a {@link LatencyMonitor} has seen up to one moment. Immutable and thread-safe.
 *
 * @param latencies how long each step took, for the types and steps that occurred
 * @param accepted how many tokens were accepted, for the types that occurred
 * @param rejected how many tokens were rejected, for the reasons that occurred
 * @param undecided how many validations ended without keys to decide with
 */
public record LatencySnapshot(
    Map<TokenType, Map<ValidationStep, StepLatency>> latencies,
    Map<TokenType, Long> accepted,
    Map<Reason, Long> rejected,
    long undecided) {

  /** The latency of a step that never occurred. */
  private static final StepLatency NONE =
      new StepLatency(0, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

  /**
   * Copies the maps.
   *
   * @param latencies how long each step took, for the types and steps that occurred
   * @param accepted how many tokens were accepted, for the types that occurred
   * @param rejected how many tokens were rejected, for the reasons that occurred
   * @param undecided how many validations ended without keys to decide with
   */
  public LatencySnapshot {
    latencies = Map.copyOf(latencies);
    accepted = Map.copyOf(accepted);
    rejected = Map.copyOf(rejected);
  }

  /**
   * How long a step took.
   *
   * @param type the type of the tokens
   * @param step the step
   * @return its latency, all zero for a step that never occurred
   */
  public StepLatency latency(TokenType type, ValidationStep step) {
    return latencies.getOrDefault(type, Map.of()).getOrDefault(step, NONE);
  }

  /**
   * The durations of one step. Percentiles are exact to 1.6 %, never too short, and cut at 18
   * minutes.
   *
   * @param count how many
   * @param mean their mean
   * @param p50 half of them were not longer
   * @param p95 95 % of them were not longer
   * @param p99 99 % of them were not longer
   * @param max the longest
   */
  public record StepLatency(
      long count, Duration mean, Duration p50, Duration p95, Duration p99, Duration max) {

    static StepLatency of(LatencyDistribution durations) {
      return new StepLatency(
          durations.count(),
          durations.mean(),
          durations.percentile(50),
          durations.percentile(95),
          durations.percentile(99),
          durations.max());
    }
  }
}
