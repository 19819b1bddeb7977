// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jwtvalidation.benchmark.report.Rounds.Quartiles;
import org.jwtvalidation.benchmark.report.Row.Role;
import org.jwtvalidation.benchmark.suite.LoadResult;

/**
 * The ratios of a suite's rows to the row that they are compared with, by the time of an operation:
 * a cache miss, a load without errors, this library among its peers, the bare cryptography.
 */
final class Ratios {

  /** The fact in which rows differ from their base; in other benchmarks, the method differs. */
  private static final Map<String, String> FREE =
      Map.of(
          "CacheHit", "peer",
          "ErrorLoad", "errorPercent",
          "Meters", "meters",
          "RecordedLoad", "recorded",
          "Validation", "cacheSize");

  /** What limited a service over HTTP, if not its processors. */
  static final String LIMIT = "limit";

  private static final String SERVICE = "service";

  private static final String HELD_UP = "heldUpPercent";
  private static final double MOST_DISTORTION = 0.2;

  /** The share of fewer is chance. */
  private static final double LEAST_HELD_UP = 100;

  /** Before a ratio of which the run does not show that it is greater or less than 1. */
  private static final String NOT_SHOWN = "~";

  private static final String BUSY = "machine busy";

  private Ratios() {}

  /** The ratios by the heading that names their base; empty for a suite without a base. */
  static Map<String, List<String>> of(String suite, List<Row> all) {
    Map<String, List<String>> ratios = new LinkedHashMap<>();
    List<Row> rows = all.stream().filter(row -> !row.mode().matches("ss|sample")).toList();
    if (suite.equals(NativeCode.SUITE)) {
      return NativeCode.ratios(rows);
    }
    rows.stream()
        .collect(groupingBy(Row::type, LinkedHashMap::new, toList()))
        .forEach((type, alike) ->
            addAll(alike, suite.equals("peers") ? "peer" : FREE.getOrDefault(type, ""), ratios));
    services(rows, ratios);
    sum(rows, ratios);
    recording(rows, ratios);
    noise(rows, ratios);
    return ratios;
  }

  private static void addAll(List<Row> alike, String free, Map<String, List<String>> ratios) {
    List<Row> rows = new ArrayList<>(alike.stream().filter(row -> !row.isAgain()).toList());
    if (free.equals("peer")) {
      rows.sort(Comparator.comparing(Row::cost));
    }
    Set<String> common = new TreeSet<>(Results.varying(rows));
    Set<String> shown = free.isEmpty() ? Set.copyOf(common) : Set.of(free);
    common.remove(free);
    for (Row row : rows) {
      rows.stream()
          .filter(base -> isBase(base, free) && agree(base, row, free))
          // If there are several, the plain one.
          .min(Comparator.comparing(base -> base.facts().toString().length()))
          .filter(base -> !base.equals(row))
          .ifPresent(base -> {
            Quantity unit = Quantity.of(base.score(), base.unit());
            String heading =
                free.isEmpty()
                    ? row.label(Set.of(), 60) + ", times " + base.method()
                    : base.label(common, 60)
                        + ", times "
                        + base.facts(shown)
                        + " ("
                        + unit.text(base.score())
                        + ")";
            ratios
                .computeIfAbsent(heading, h -> new ArrayList<>())
                .add((row.facts(shown) + " " + ratio(row, base)).strip());
          });
    }
  }

  private static boolean isBase(Row row, String free) {
    return switch (free) {
      case "" -> row.role() != Role.OTHER;
      case "peer" -> row.role() == Role.OURS;
      default -> row.is(free, "0") || row.is(free, "NONE");
    };
  }

  private static boolean agree(Row base, Row row, String free) {
    Map<String, String> here = new HashMap<>(base.facts());
    Map<String, String> there = new HashMap<>(row.facts());
    for (String other : List.of(free, LIMIT)) {
      here.remove(other);
      there.remove(other);
    }
    return here.equals(there)
        && base.type().equals(row.type())
        && (free.isEmpty() || base.isOfOneMethodWith(row));
  }

  /** The median of the ratios round by round, and its quartiles if there are several rounds. */
  static String ratio(Row row, Row base) {
    Optional<String> obstacle = obstacle(row, base);
    if (obstacle.isPresent()) {
      return notShown(obstacle.get());
    }
    Quartiles rounds = row.costOver(base);
    double ratio = median(row, base);
    String digits = ratio < 0.1 ? "%.3f" : "%.2f";
    String text = String.format(Locale.ROOT, digits, ratio);
    List<String> details = new ArrayList<>();
    String shown = "";
    if (rounds != null) {
      String low = String.format(Locale.ROOT, digits, rounds.low());
      String high = String.format(Locale.ROOT, digits, rounds.high());
      if (!low.equals(high)) {
        shown = rounds.low() <= 1 && rounds.high() >= 1 ? NOT_SHOWN : "";
        details.add(low + "–" + high);
      }
    }
    if (rounds == null) {
      details.add("not by rounds");
    }
    Quartiles best = row.rounds().bestOver(base.rounds());
    if (best != null) {
      details.add("best " + String.format(Locale.ROOT, digits, best.median()));
    }
    if (isDoubtful(row) || isDoubtful(base)) {
      details.add("doubtful");
    }
    return shown + text + (details.isEmpty() ? "" : " (" + String.join(", ", details) + ")");
  }

  /** Whether a row is marked for more than its spread, since a ratio shows its own. */
  private static boolean isDoubtful(Row row) {
    return Mark.beyondSpread(row).isPresent();
  }

  /** Why two rows have no ratio: other programs or another bottleneck. */
  private static Optional<String> obstacle(Row row, Row base) {
    return Stream.of(row, base).flatMap(each -> obstacle(each).stream()).findFirst();
  }

  private static String notShown(String why) {
    return "not shown (" + why + ")";
  }

  private static Optional<String> obstacle(Row row) {
    return Disturbance.isGreat(row)
        ? Optional.of(BUSY)
        : Optional.ofNullable(row.facts().get(LIMIT));
  }

  /** The median of the ratios of the best periods round by round, or else of all periods. */
  static double ofBest(Row row, Row base) {
    Quartiles best = row.rounds().bestOver(base.rounds());
    return best == null ? median(row, base) : best.median();
  }

  /** The median of the ratios round by round. */
  private static double median(Row row, Row base) {
    Quartiles rounds = row.costOver(base);
    return rounds == null ? row.cost() / base.cost() : rounds.median();
  }

  /** The services of a framework, in terms of that which validates every token by this library. */
  private static void services(List<Row> rows, Map<String, List<String>> ratios) {
    Set<String> shown = new TreeSet<>(Results.varying(rows));
    shown.removeAll(Set.of("peer", SERVICE, LIMIT));
    shown.add("algorithm");
    rows.stream()
        .filter(base -> base.facts().containsKey(SERVICE) && base.method().equals("valid"))
        .filter(base -> base.is("peer", "JWT_VALIDATION"))
        .forEach(base -> {
          List<String> others =
              rows.stream()
                  .filter(row -> !row.equals(base) && row.type().equals(base.type()))
                  .filter(row -> !row.is("peer", base.facts().getOrDefault("peer", "")))
                  .filter(row -> isComparable(row, base))
                  .map(row -> subject(row) + " " + ratio(row, base))
                  .toList();
          if (!others.isEmpty()) {
            ratios.put(
                base.inWords(shown) + ", times " + Quantity.text(base.score(), base.unit()),
                others);
          }
        });
  }

  private static String subject(Row row) {
    return switch (row.method()) {
      case "health" -> "without a token";
      case "cached" -> "with a cached token";
      case "valid" -> "with " + Names.library(row);
      default -> Named.words(row.method()).toLowerCase(Locale.ROOT);
    };
  }

  /** Whether two services were measured by the same load, in the same surroundings. */
  static boolean isComparable(Row row, Row base) {
    return Stream.of("algorithm", "connections", "executor", "transport", "cpus")
        .allMatch(fact -> Objects.equals(row.facts().get(fact), base.facts().get(fact)));
  }

  /** What a ratio is worth: the ratio of a row to itself, measured again in the same rounds. */
  private static void noise(List<Row> rows, Map<String, List<String>> ratios) {
    List<String> twins = new ArrayList<>();
    twins(rows)
        .forEach((again, row) -> twins.add(row.label(Set.of(), 60) + " " + ratio(again, row)));
    if (!twins.isEmpty()) {
      ratios.put("The same row again, times the first", twins);
    }
  }

  /** The rows that measure again what others have measured, and these others. */
  static Map<Row, Row> twins(List<Row> rows) {
    Map<Row, Row> twins = new LinkedHashMap<>();
    for (Row again : rows) {
      Map<String, String> facts = new HashMap<>(again.facts());
      if (facts.remove(Row.AGAIN) != null) {
        rows.stream()
            .filter(row -> row.facts().equals(facts) && row.isOfOneMethodWith(again))
            .forEach(row -> twins.put(again, row));
      }
    }
    return twins;
  }

  /** Whether a recording shows as many long validations as there are without it. */
  private static void recording(List<Row> rows, Map<String, List<String>> ratios) {
    rows.stream()
        .filter(row -> row.type().equals("RecordedLoad") && row.is("recorded", "NONE"))
        .filter(row -> !row.isAgain())
        .forEach(base -> {
          double truth = base.counter(HELD_UP);
          boolean isFew = truth / 100 * base.counter(LoadResult.REQUESTS) < LEAST_HELD_UP;
          rows.stream()
              .filter(row -> row.isOfOneMethodWith(base) && row.is("recorded", "VALIDATIONS"))
              .forEach(row ->
                  ratios.put(
                      "Above 1 ms when recorded, times "
                          + String.format(Locale.ROOT, "%.2f %% without", truth),
                      List.of(
                          Stream.of(base, row).anyMatch(Disturbance::isGreat)
                              ? notShown(BUSY)
                              : isFew
                                  ? notShown("too few")
                                  : distortion(row.counter(HELD_UP) / truth))));
        });
  }

  private static String distortion(double share) {
    return String.format(Locale.ROOT, "%.2f", share)
        + (Math.abs(share - 1) > MOST_DISTORTION ? ": DISTORTED" : "");
  }

  private static void sum(List<Row> rows, Map<String, List<String>> ratios) {
    Steps.of(rows)
        .ifPresent(steps -> {
          Quantity unit = Quantity.of(steps.sum(), Row.TIME);
          ratios.put(
              "All steps, times the whole of " + unit.text(steps.whole().leastCost()),
              List.of(
                  steps.areDisturbed()
                      ? notShown(BUSY)
                      : String.format(
                          Locale.ROOT, "%.2f (%s)", steps.share(), unit.text(steps.sum()))));
        });
  }
}
