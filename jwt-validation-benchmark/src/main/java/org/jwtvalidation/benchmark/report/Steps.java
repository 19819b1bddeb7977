// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jwtvalidation.benchmark.suite.components.StepBenchmark;
import org.openjdk.jmh.annotations.Benchmark;

/** All steps of a validation, measured one by one, and the whole. */
record Steps(List<Row> parts, Row whole) {

  private static final Set<String> WHOLES = Set.of("whole", "cached");

  private static final long PARTS =
      Stream.of(StepBenchmark.class.getMethods())
          .filter(method -> method.isAnnotationPresent(Benchmark.class))
          .filter(method -> !WHOLES.contains(method.getName()))
          .count();

  /** Those of a suite; empty if it lacks the whole or one of them. */
  static Optional<Steps> of(List<Row> rows) {
    List<Row> measured =
        rows.stream().filter(row -> row.type().equals("Step") && !row.isAgain()).toList();
    List<Row> parts = measured.stream().filter(row -> !WHOLES.contains(row.method())).toList();
    return measured.stream()
        .filter(row -> row.method().equals("whole") && parts.size() == PARTS)
        .findFirst()
        .map(whole -> new Steps(parts, whole));
  }

  /** Whether other programs were at work beside any of them. */
  boolean areDisturbed() {
    return Stream.concat(parts.stream(), Stream.of(whole)).anyMatch(Disturbance::isGreat);
  }

  /** The nanoseconds of all steps, in the best period of each. */
  double sum() {
    return parts.stream().mapToDouble(Row::leastCost).sum();
  }

  /** What the steps make of the whole, in its best period. */
  double share() {
    return sum() / whole.leastCost();
  }

  /** The step that takes longest. */
  Row greatest() {
    return parts.stream().max(Comparator.comparing(Row::score)).orElseThrow();
  }
}
