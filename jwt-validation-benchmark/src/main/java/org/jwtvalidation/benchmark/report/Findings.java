// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a run shows, in sentences that its rows make, and what it cannot say.
 *
 * @param broken what must be so whatever is measured, and is not
 * @param answers the answers to the questions of each suite
 * @param limits what is not to be relied on
 */
record Findings(List<String> broken, Map<String, List<String>> answers, List<String> limits) {

  /** More at the top of a page are not read. */
  private static final int MOST = 8;

  static Findings of(Results results) {
    return new Findings(Invariants.brokenBy(results), Answers.of(results), limits(results));
  }

  private static List<String> limits(Results results) {
    List<Row> rows = results.rows();
    List<String> marked = new ArrayList<>();
    for (Mark mark : Mark.values()) {
      long count = rows.stream().filter(mark::isOn).count();
      if (count > 0) {
        marked.add(count + " " + mark.meaning());
      }
    }
    List<String> limits = new ArrayList<>();
    if (!rows.isEmpty()) {
      // A trend, which has none, is not of the run whose environment it shows.
      Disturbance.ofRun(results.environment()).ifPresent(limits::add);
    }
    int planned = results.environment().path(Report.PLANNED).asInt();
    int measured = results.environment().path(Report.MEASURED).asInt();
    if (measured < planned) {
      limits.add("Unfinished: " + measured + " of " + planned + " measurements were made.");
    }
    missing(results.environment().path("outcomes")).ifPresent(limits::add);
    if (!marked.isEmpty()) {
      limits.add(
          "Of "
              + rows.size()
              + " rows, do not rely on those that are marked, or on ratios to them: "
              + String.join(", ", marked)
              + ".");
    }
    return limits;
  }

  /** What could not be measured, and why. */
  private static Optional<String> missing(JsonNode outcomes) {
    return outcomes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Not measured: "
                + outcomes.properties().stream()
                    .map(outcome -> outcome.getKey() + " (" + outcome.getValue().asText() + ")")
                    .collect(Collectors.joining("; "))
                + ".");
  }

  /** The answers to read first: all, or of many, the first of each suite. */
  List<String> first() {
    List<String> all = answers.values().stream().flatMap(Collection::stream).toList();
    return all.size() <= MOST
        ? all
        : answers.values().stream().flatMap(ofSuite -> ofSuite.stream().limit(1)).toList();
  }
}
