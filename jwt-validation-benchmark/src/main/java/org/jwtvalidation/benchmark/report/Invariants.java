// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jwtvalidation.benchmark.report.Row.Role;
import org.jwtvalidation.benchmark.suite.LoadResult;
import org.jwtvalidation.benchmark.suite.errors.ErrorLoadBenchmark;

/** What must be so whatever is measured: where it is not, the run does not show what it says. */
final class Invariants {

  private static final double LEAST_OF_WHOLE = 0.8;
  private static final double MOST_OF_WHOLE = 1.2;
  private static final double MOST_CHANCE = 0.05;

  /** The median of a few rates, which is the score, may differ so much from their mean. */
  private static final double MOST_OFF = 0.1;

  /** By how many in a hundred the bad among the tokens that were drawn differ from their share. */
  private static final double MOST_POINTS = 1;

  private Invariants() {}

  /** A sentence for each that is broken; of a quick run, none is asked for. */
  static List<String> brokenBy(Results results) {
    List<String> broken = new ArrayList<>();
    if (results.quick()) {
      return broken;
    }
    stepsMakeTheWhole(results.of("components"), broken);
    cachesHelp(results, broken);
    nothingIsFasterThanItsSignature(Disturbance.without(results.of("peers")), broken);
    nothingIsFasterThanItsPart(Disturbance.without(results.of("algorithms")), broken);
    for (String suite : results.suites()) {
      Set<String> varying = Results.varying(results.of(suite));
      for (Row row : results.of(suite)) {
        String name = row.inWords(varying);
        waitsMakeTheRate(name, row, broken);
        monitorsCountEach(name, row, broken);
        onlyGoodTokensAreAccepted(name, row, broken);
      }
    }
    results
        .suites()
        .forEach(
            suite -> rowsEqualThemselves(suite, Disturbance.without(results.of(suite)), broken));
    return broken;
  }

  private static void stepsMakeTheWhole(List<Row> rows, List<String> broken) {
    Steps.of(rows)
        .filter(steps -> !steps.areDisturbed())
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
    Optional<Row> none = Answers.load(results, "Validation", "cacheSize", "0");
    Optional<Row> all = Answers.load(results, "Validation", "cacheSize", "600");
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
            .filter(row -> row.leastOver(bare) < 1 - MOST_CHANCE)
            .forEach(row ->
                broken.add(
                    String.format(
                        Locale.ROOT,
                        "With %s, %s takes %.2f of the time of the signature alone.",
                        row.facts().getOrDefault("algorithm", "any algorithm"),
                        Names.library(row),
                        row.leastOver(bare))));
      }
    }
  }

  private static void nothingIsFasterThanItsPart(List<Row> rows, List<String> broken) {
    rows.stream()
        .filter(bare -> bare.role() == Role.BARE)
        .forEach(bare ->
            rows.stream()
                .filter(row -> row.type().equals(bare.type()) && row.facts().equals(bare.facts()))
                .filter(row -> row.role() != Role.BARE)
                // With tables, it has not that part, which is by a provider.
                .filter(row -> !(row.counter("tables") > 0))
                .filter(row -> row.leastOver(bare) < 1 - MOST_CHANCE)
                .forEach(row ->
                    broken.add(
                        String.format(
                            Locale.ROOT,
                            "%s takes %.2f of the time of its part %s.",
                            row.inWords(row.facts().keySet()),
                            row.leastOver(bare),
                            Named.words(bare.method()).toLowerCase(Locale.ROOT)))));
  }

  /** By Little's law, the rate times the mean latency is the number of requests in flight. */
  private static void waitsMakeTheRate(String name, Row row, List<String> broken) {
    double made = row.score() * row.counter(LoadResult.LATENCY) / 1e9;
    double inFlight = row.counter(LoadResult.IN_FLIGHT);
    if (row.unit().equals(Row.RATE)
        && !row.isUncertain()
        && !Disturbance.isGreat(row)
        && Math.abs(made - inFlight) > MOST_OFF * inFlight) {
      broken.add(
          String.format(
              Locale.ROOT,
              "The rate of %s times its mean latency is %.0f, where %.0f requests were in flight.",
              name,
              made,
              inFlight));
    }
  }

  private static void monitorsCountEach(String name, Row row, List<String> broken) {
    row.steps().stream()
        .filter(StepLatency::isWhole)
        .filter(step -> Math.abs(step.count() - row.counter(LoadResult.REQUESTS)) > 1)
        .forEach(step ->
            broken.add(
                String.format(
                    Locale.ROOT,
                    "The monitor of %s counted %,d validations, and its callers %,.0f.",
                    name,
                    step.count(),
                    row.counter(LoadResult.REQUESTS))));
  }

  private static void onlyGoodTokensAreAccepted(String name, Row row, List<String> broken) {
    double accepted = row.counter(ErrorLoadBenchmark.ACCEPTED);
    double good = 100 - Double.parseDouble(row.facts().getOrDefault("errorPercent", "0"));
    if (Math.abs(accepted - good) > (good == 0 || good == 100 ? 0 : MOST_POINTS)) {
      broken.add(
          String.format(
              Locale.ROOT,
              "Of the tokens of %s, %.2f %% are good, and %.2f %% were accepted.",
              name,
              good,
              accepted));
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
          double ratio = Ratios.ofBest(again, row);
          if (Math.abs(ratio - 1) > MOST_CHANCE) {
            broken.add(
                String.format(
                    Locale.ROOT,
                    "Two measurements of one row of the suite %s differ by a factor of %.2f: chance can"
                        + " do as much to every ratio of the suite.",
                    suite,
                    Math.max(ratio, 1 / ratio)));
          }
        });
  }
}
