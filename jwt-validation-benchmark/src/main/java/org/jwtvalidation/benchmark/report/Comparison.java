// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Compares two runs row by row. */
public final class Comparison {

  private static final String LINE = "%-52s %-6s %10s %11s   %10s %11s %-5s %6s  %s%n";

  private final Map<String, Row> before;
  private final Map<String, Row> after;
  private final Path older;
  private final Path newer;
  private final StringBuilder text = new StringBuilder();

  private Comparison(Path older, Path newer) {
    this.older = file(older);
    this.newer = file(newer);
    before = index(this.older);
    after = index(this.newer);
  }

  /**
   * Compares the rows that both runs have. A ratio above 1 means that the newer run is better,
   * whatever the mode; a difference counts if the quartiles of the rounds do not overlap.
   *
   * @param older a result folder, or the {@code jmh-result.json} of one
   * @param newer the same of the run to compare with it
   * @return a table, then the rows that only one of the runs has
   * @throws IllegalArgumentException if a file is missing or incomplete, or a row was measured in
   *     another mode or unit; the message is one line that names the remedy
   */
  public static String of(Path older, Path newer) {
    return new Comparison(older, newer).text();
  }

  private static Path file(Path place) {
    return Files.isDirectory(place) ? place.resolve("jmh-result.json") : place;
  }

  private static Map<String, Row> index(Path file) {
    Map<String, Row> index = new LinkedHashMap<>();
    for (Row row : Results.rows(file)) {
      if (index.putIfAbsent(key(row), row) != null) {
        throw Results.refused(file, "has " + key(row) + " twice", "keep one run in a file");
      }
    }
    return index;
  }

  private static String key(Row row) {
    return row.question() + " " + row.mode();
  }

  private String text() {
    text.append(
        "Ratio: above 1, the newer run is better; below 1, it is worse. Intervals are quartiles of JVMs.\n\n");
    text.append("Older: ").append(origin(older)).append('\n');
    text.append("Newer: ").append(origin(newer)).append("\n\n");
    text.append(LINE.formatted("", "mode", "older", "", "newer", "", "", "ratio", "the intervals"));
    before.forEach((key, row) -> {
      Row other = after.get(key);
      if (other == null) {
        refuseOtherMode(row);
      } else {
        line(row, other);
      }
    });
    only("older", before, after);
    only("newer", after, before);
    return text.toString();
  }

  /** Where it was measured, by the file beside the results. */
  private static String origin(Path file) {
    Path environment = file.resolveSibling("environment.json");
    return Files.exists(environment)
        ? String.join(" · ", Summary.origin(Results.read(environment, "measure again")))
        : "unknown";
  }

  private void line(Row old, Row now) {
    if (!old.unit().equals(now.unit())) {
      throw Results.refused(
          newer,
          "has " + key(now) + " in " + now.unit() + ", not " + old.unit(),
          "measure both in the same unit");
    }
    Quantity unit = Quantity.of(old.score(), old.unit());
    text.append(
        String.format(
            Locale.ROOT,
            LINE,
            label(old, before, 52),
            old.mode(),
            unit.number(old.score()),
            spread(old, unit),
            unit.number(now.score()),
            spread(now, unit),
            unit.unit(),
            String.format(Locale.ROOT, "%.2f", old.cost() / now.cost()),
            verdict(old, now)));
  }

  private static String label(Row row, Map<String, Row> run, int length) {
    List<Row> suite = run.values().stream().filter(r -> r.suite().equals(row.suite())).toList();
    return row.label(Results.varying(suite), length);
  }

  private static String spread(Row row, Quantity unit) {
    return row.hasSpread() ? unit.number(row.low()) + "–" + unit.number(row.high()) : "-";
  }

  private static String verdict(Row old, Row now) {
    Optional<Mark> mark = Mark.beyondSpread(old).or(() -> Mark.beyondSpread(now));
    if (mark.isPresent()) {
      return "doubtful: " + mark.get().meaning();
    }
    if (!old.hasSpread() || !now.hasSpread()) {
      return "are unknown";
    }
    if (old.low() <= now.high() && now.low() <= old.high()) {
      return "overlap";
    }
    return now.cost() < old.cost() ? "are apart: BETTER" : "are apart: WORSE";
  }

  private void refuseOtherMode(Row row) {
    for (Row other : after.values()) {
      if (other.question().equals(row.question()) && !before.containsKey(key(other))) {
        throw Results.refused(
            newer,
            "has " + key(other) + ", the older " + row.mode(),
            "measure both in the same mode");
      }
    }
  }

  private void only(String which, Map<String, Row> here, Map<String, Row> there) {
    here.forEach((key, row) -> {
      if (!there.containsKey(key)) {
        text.append("Only in the ").append(which).append(": ");
        text.append(label(row, here, 100)).append(' ').append(row.mode()).append('\n');
      }
    });
  }
}
