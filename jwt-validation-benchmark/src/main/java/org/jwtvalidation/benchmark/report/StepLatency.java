// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jwtvalidation.benchmark.suite.StepResults;
import org.jwtvalidation.token.ValidationStep;

/**
 * What a step took under load. Durations are in nanoseconds.
 *
 * @param variation the deviation as a multiple of the mean
 */
record StepLatency(
    String name,
    long count,
    double p50,
    double p95,
    double p99,
    double p999,
    double max,
    double variation) {

  /** The name of the whole validation among the steps. */
  static final String WHOLE = ValidationStep.COMPLETE_VALIDATION.name();

  /** From the analysis of a recording. */
  static StepLatency ofRecording(String name, JsonNode json) {
    return new StepLatency(
        name,
        json.path("count").asLong(),
        json.path("p50").asDouble(),
        json.path("p95").asDouble(),
        json.path("p99").asDouble(),
        json.path("p99.9").asDouble(),
        json.path("max").asDouble(),
        json.path("coefficientOfVariation").asDouble());
  }

  /** Those that a benchmark has measured itself, in their order; removes them from the counters. */
  static List<StepLatency> takenFrom(Map<String, Double> counters) {
    Map<String, Map<String, Double>> steps = new LinkedHashMap<>();
    counters
        .keySet()
        .removeIf(name -> {
          String[] path = name.split(StepResults.BETWEEN, -1);
          boolean isOfStep = path.length == 3 && path[0].equals(StepResults.STEP);
          if (isOfStep) {
            steps
                .computeIfAbsent(path[1], step -> new LinkedHashMap<>())
                .put(path[2], counters.get(name));
          }
          return isOfStep;
        });
    List<StepLatency> latencies = new ArrayList<>();
    steps.forEach((name, values) ->
        latencies.add(
            new StepLatency(
                name,
                Math.round(values.getOrDefault("count", 0.0)),
                number(values, "p50"),
                number(values, "p95"),
                number(values, "p99"),
                number(values, "p999"),
                number(values, "max"),
                number(values, "variation"))));
    return latencies;
  }

  private static double number(Map<String, Double> values, String name) {
    return values.getOrDefault(name, Double.NaN);
  }

  boolean isWhole() {
    return name.equals(WHOLE);
  }

  /** How many times as long the slowest of a hundred take as the one in the middle. */
  double spread() {
    return p99 / Math.max(1, p50);
  }
}
