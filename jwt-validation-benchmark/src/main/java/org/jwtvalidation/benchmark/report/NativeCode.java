// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jwtvalidation.benchmark.report.Rounds.Quartiles;
import org.jwtvalidation.benchmark.report.Row.Role;
import org.jwtvalidation.benchmark.report.SpeedFigure.Bar;

/**
 * What the suite with native code says. A whole validation is never set beside a bare verification
 * unless the words say so.
 */
final class NativeCode {

  static final String SUITE = "native";

  /** The unit of what is kept for a key. */
  static final String MEMORY = "B/key";

  static final SpeedChart.Captions CAPTIONS =
      new SpeedChart.Captions(
          "Time to validate one token, beside Rust and Go",
          "Microseconds of a whole validation with known keys, on one processor. Shorter is better.",
          List.of(
              "Bars: median of rounds. Whiskers: quartiles. In each round every library validates the same",
              "600 tokens of one key, in turns. Not in favour of jwt-validation, and not shown: the first",
              "signature of a key, the memory of a key, and the warm-up of a JVM."));

  private static final String WHOLE = "wholeValidation";
  private static final String BARE = "bareVerification";
  private static final String JDK = "jdk";
  private static final String ONE = "1";

  /** Quartiles that are further than this from the median make a ratio unsteady. */
  private static final double MOST_SPREAD = 0.05;

  private static final List<String> PICTURED = List.of("RS256", "ES256", "Ed25519");

  private NativeCode() {}

  /** The ratios by the heading that names their base: this library on the newest JDK. */
  static Map<String, List<String>> ratios(List<Row> rows) {
    Map<String, List<String>> ratios = new LinkedHashMap<>();
    for (Row ours : newest(rows, WHOLE)) {
      String base =
          "times a whole validation by "
              + name(ours)
              + ", "
              + Quantity.text(ours.score(), Row.TIME);
      add(title(ours) + ", whole validations, " + base, WHOLE, ours, rows, ratios);
      add(title(ours) + ", BARE verifications, " + base, BARE, ours, rows, ratios);
    }
    return ratios;
  }

  private static void add(
      String heading, String method, Row ours, List<Row> rows, Map<String, List<String>> ratios) {
    List<String> others =
        ofTable(rows, method, ours)
            .filter(row -> !row.equals(ours))
            .map(row -> name(row) + " " + ratio(row, ours))
            .toList();
    if (!others.isEmpty()) {
      ratios.put(heading, others);
    }
  }

  private static String ratio(Row row, Row ours) {
    String text = Ratios.ratio(row, ours);
    Quartiles rounds = row.costOver(ours);
    return rounds == null || isSteady(rounds) ? text : text + " UNSTEADY";
  }

  private static boolean isSteady(Quartiles rounds) {
    return rounds.low() >= (1 - MOST_SPREAD) * rounds.median()
        && rounds.high() <= (1 + MOST_SPREAD) * rounds.median();
  }

  /** The rows of this library on its newest JDK, one for each algorithm and number of keys. */
  private static List<Row> newest(List<Row> rows, String method) {
    return rows.stream()
        .filter(row -> row.role() == Role.OURS && row.method().equals(method))
        .collect(
            Collectors.toMap(
                NativeCode::title,
                row -> row,
                (one, other) -> jdk(one) >= jdk(other) ? one : other,
                LinkedHashMap::new))
        .values()
        .stream()
        .toList();
  }

  private static int jdk(Row row) {
    return Integer.parseInt(row.facts().getOrDefault(JDK, "0"));
  }

  private static String title(Row row) {
    String keys = row.facts().getOrDefault("keys", ONE);
    return algorithm(row) + ", " + (keys.equals(ONE) ? "one key" : keys + " keys");
  }

  private static String algorithm(Row row) {
    return row.facts().getOrDefault("algorithm", "");
  }

  /** The rows of the same tokens, the fastest first. */
  private static Stream<Row> ofTable(List<Row> rows, String method, Row like) {
    return rows.stream()
        .filter(row -> row.method().equals(method) && title(row).equals(title(like)))
        .sorted(Comparator.comparing(Row::score));
  }

  private static String name(Row row) {
    String jdk = row.facts().get(JDK);
    return Names.library(row) + (jdk == null ? "" : " on Java " + jdk);
  }

  /** What the rows say, also of what is not in favour of this library. */
  static List<String> answers(List<Row> rows) {
    List<String> sentences = new ArrayList<>();
    for (Row ours : newest(rows, WHOLE)) {
      if (ours.is("keys", ONE) && PICTURED.contains(algorithm(ours))) {
        String bare = times(rows, BARE, ours);
        sentences.add(
            algorithm(ours)
                + ", a whole validation with a known key: "
                + times(rows, WHOLE, ours)
                + (bare.isEmpty() ? "" : ". The signature alone, verified bare: " + bare)
                + ".");
      }
    }
    addOtherAlgorithms(rows, sentences);
    addAhead(
        "One of the first thousand validations of a new process", "firstWhole", rows, sentences);
    addAhead("The first validation with a key, parsing included", "coldKeyWhole", rows, sentences);
    addAhead("What is kept of a key in use", "memoryWhole", rows, sentences);
    if (!sentences.isEmpty()) {
      sentences.add(
          "Each whole validation checks the signature, the key by kid, alg, iss, aud and exp, and gives"
              + " all claims; jwt-validation and golang-jwt check nbf, too, and jwt-validation typ,"
              + " names that occur twice and the sizes of all parts. A bare verification checks the"
              + " signature alone. ring and jsonwebtoken parse the key at each verification.");
    }
    return sentences;
  }

  private static void addOtherAlgorithms(List<Row> rows, List<String> sentences) {
    add(
        "Other algorithms, beside the fastest of other libraries",
        newest(rows, WHOLE).stream()
            .filter(ours -> ours.is("keys", ONE) && !PICTURED.contains(algorithm(ours)))
            .map(ours -> algorithm(ours) + " " + besideFastest(rows, ours)),
        sentences);
  }

  private static String besideFastest(List<Row> rows, Row ours) {
    List<String> times = new ArrayList<>(List.of(timed(ours, ours)));
    ofTable(rows, WHOLE, ours)
        .filter(row -> row.role() != Role.OURS)
        .findFirst()
        .ifPresent(row -> times.add(timed(row, ours)));
    ofTable(rows, BARE, ours)
        .findFirst()
        .ifPresent(row -> times.add("the signature alone " + timed(row, ours)));
    return String.join(", ", times);
  }

  /** Names the JDK of a row if it is not that of the base, which the head of the report names. */
  private static String timed(Row row, Row base) {
    String name = jdk(row) == jdk(base) ? Names.library(row) : name(row);
    return name + " " + Quantity.text(row.score(), row.unit());
  }

  private static void addAhead(String what, String method, List<Row> rows, List<String> sentences) {
    add(
        what,
        newest(rows, method).stream()
            .filter(row -> PICTURED.contains(algorithm(row)))
            .map(row -> algorithm(row) + " " + times(rows, method, row)),
        sentences);
  }

  private static void add(String what, Stream<String> times, List<String> sentences) {
    String all = times.collect(Collectors.joining("; "));
    if (!all.isEmpty()) {
      sentences.add(what + ": " + all + ".");
    }
  }

  /** The fastest row of each library, the fastest library first. */
  private static String times(List<Row> rows, String method, Row like) {
    Map<String, String> times = new LinkedHashMap<>();
    ofTable(rows, method, like)
        .filter(row -> row.role() != Role.OURS || row.equals(like))
        .forEach(
            row -> times.putIfAbsent(Names.library(row).replaceFirst(",.*", ""), timed(row, like)));
    return String.join(", ", times.values());
  }

  /** The figures of the README; none if the run was quick or lacks a whole validation. */
  static List<SpeedFigure> figures(Results results) {
    List<Row> rows = Disturbance.without(results.of(SUITE));
    List<SpeedFigure> figures = new ArrayList<>();
    for (String algorithm : PICTURED) {
      Optional<Row> ours =
          newest(rows, WHOLE).stream()
              .filter(row -> row.is("algorithm", algorithm) && row.is("keys", ONE))
              .findFirst();
      List<Bar> bars = new ArrayList<>();
      ours.ifPresent(row -> bars.add(new Bar(name(row), row)));
      for (String other : List.of("JSONWEBTOKEN", "GOLANG_JWT")) {
        ours.flatMap(
                base -> ofTable(rows, WHOLE, base).filter(row -> row.is("peer", other)).findFirst())
            .ifPresent(row -> bars.add(new Bar(name(row), row)));
      }
      if (results.quick() || bars.size() < 3) {
        return List.of();
      }
      figures.add(new SpeedFigure(algorithm + ", one known key", bars));
    }
    return figures;
  }
}
