package org.jwtvalidation.benchmark.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jwtvalidation.benchmark.report.Row.Role;

/** What must be so whatever is measured: where it is not, the run does not show what it says. */
final class Invariants {

  private static final double LEAST_OF_WHOLE = 0.8;
  private static final double MOST_OF_WHOLE = 1.2;
  private static final double MOST_CHANCE = 0.05;

  private Invariants() {}

  /** A sentence for each that is broken. */
  static List<String> brokenBy(Results results) {
    List<String> broken = new ArrayList<>();
    stepsMakeTheWhole(results.of("components"), broken);
    cachesHelp(results, broken);
    nothingIsFasterThanItsSignature(results.of("peers"), broken);
    results.suites().forEach(suite -> rowsEqualThemselves(suite, results.of(suite), broken));
    return broken;
  }

  private static void stepsMakeTheWhole(List<Row> rows, List<String> broken) {
    Steps.of(rows)
        .filter(steps -> steps.share() < LEAST_OF_WHOLE || steps.share() > MOST_OF_WHOLE)
        .ifPresent(steps ->
            broken.add(
                String.format(
                    Locale.ROOT,
                    "The steps of a validation make %.2f of the whole, and must make %.1f to %.1f.",
                    steps.share(),
                    LEAST_OF_WHOLE,
                    MOST_OF_WHOLE)));
  }

  private static void cachesHelp(Results results, List<String> broken) {
    Optional<Row> none = Findings.load(results, "Validation", "cacheSize", "0");
    Optional<Row> all = Findings.load(results, "Validation", "cacheSize", "600");
    if (none.isPresent() && all.isPresent() && all.get().cost() > none.get().cost()) {
      broken.add("A load whose tokens are all cached takes longer than one without a cache.");
    }
  }

  /** The others verify by the provider of the row that does nothing else. */
  private static void nothingIsFasterThanItsSignature(List<Row> rows, List<String> broken) {
    for (Row bare : rows) {
      if (bare.is("peer", "BARE_JDK")) {
        rows.stream()
            .filter(row -> row.role() == Role.OTHER && row.isOfOneMethodWith(bare))
            .filter(row -> others(row).equals(others(bare)) && row.is("sent", "VALID"))
            .filter(row -> row.cost() < (1 - MOST_CHANCE) * bare.cost())
            .forEach(row ->
                broken.add(
                    SpeedFigure.library(row)
                        + " takes "
                        + Ratios.ratio(row, bare)
                        + " of the time of the signature alone."));
      }
    }
  }

  private static Map<String, String> others(Row row) {
    Map<String, String> facts = new HashMap<>(row.facts());
    facts.remove("peer");
    return facts;
  }

  private static void rowsEqualThemselves(String suite, List<Row> rows, List<String> broken) {
    Ratios.twins(rows)
        .forEach((again, row) -> {
          double ratio = Ratios.median(again, row);
          if (Math.abs(ratio - 1) > MOST_CHANCE) {
            broken.add(
                String.format(
                    Locale.ROOT,
                    "A row of the suite %s that is measured twice takes %.2f times itself: chance does"
                        + " as much to every ratio of the suite.",
                    suite,
                    ratio));
          }
        });
  }
}
