package org.jwtvalidation.benchmark.report;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The steps of a validation, measured one by one, and the whole.
 *
 * @param sum of all steps, in nanoseconds
 * @param whole in nanoseconds
 */
record Steps(double sum, double whole) {

  private static final Set<String> WHOLES = Set.of("whole", "cached");

  /** Those of a suite; empty if it has no whole. */
  static Optional<Steps> of(List<Row> rows) {
    List<Row> measured =
        rows.stream().filter(row -> row.type().equals("Step") && !row.isAgain()).toList();
    double sum =
        measured.stream()
            .filter(row -> !WHOLES.contains(row.method()))
            .mapToDouble(Row::score)
            .sum();
    return measured.stream()
        .filter(row -> row.method().equals("whole"))
        .findFirst()
        .map(row -> new Steps(sum, row.score()));
  }

  double share() {
    return sum / whole;
  }
}
