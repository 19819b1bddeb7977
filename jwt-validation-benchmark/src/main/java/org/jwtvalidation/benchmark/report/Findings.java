package org.jwtvalidation.benchmark.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

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
    List<String> limits = new ArrayList<>();
    addMarked("Measured beside other programs", results, Disturbance::isGreat, limits);
    addMarked("Not level in every JVM", results, row -> row.unlevel() > 0, limits);
    addMarked("Quartiles more than a fifth apart", results, Row::isUncertain, limits);
    addMarked(
        "Verified without tables in some JVM", results, row -> row.counter("declined") > 0, limits);
    return new Findings(Invariants.brokenBy(results), Answers.of(results), limits);
  }

  private static void addMarked(
      String what, Results results, Predicate<Row> mark, List<String> limits) {
    long rows = results.rows().stream().filter(mark).count();
    if (rows > 0) {
      limits.add(
          what
              + ": "
              + rows
              + " of "
              + results.rows().size()
              + " rows, which are marked. Do not rely on their figures, or on ratios to them.");
    }
  }

  /** The answers to read first: all, or of many, the first of each suite. */
  List<String> first() {
    List<String> all = answers.values().stream().flatMap(Collection::stream).toList();
    return all.size() <= MOST
        ? all
        : answers.values().stream().flatMap(ofSuite -> ofSuite.stream().limit(1)).toList();
  }
}
