// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jwtvalidation.benchmark.report.Row.Role;

/** What the rows over HTTP answer, in sentences. */
final class HttpAnswers {

  private static final String LAYERS = "Layers";
  private static final String ALGORITHM = "algorithm";

  private final List<Row> rows;
  private final List<String> sentences = new ArrayList<>();

  private HttpAnswers(List<Row> rows) {
    this.rows = rows.stream().filter(HttpAnswers::isSound).toList();
  }

  /** Whether nothing is to be known of a row to read its score. */
  static boolean isSound(Row row) {
    return !Mark.isOnAny(row)
        && !row.facts().containsKey(Ratios.LIMIT)
        && !row.facts().getOrDefault("load", "").endsWith("not kept");
  }

  /**
   * The sentences; none for rows that belong to another question, or have a mark.
   *
   * @param rows those of the suite beside which no other program was at work
   */
  static List<String> of(List<Row> rows) {
    HttpAnswers answers = new HttpAnswers(rows);
    answers.layers();
    answers.latency();
    rows.stream()
        .map(Row::type)
        .filter(type -> !type.equals(LAYERS))
        .distinct()
        .forEach(answers::framework);
    return List.copyOf(answers.sentences);
  }

  private Stream<Row> processorTimes(String type, String method) {
    return rows.stream()
        .filter(row -> row.mode().equals("avgt") && row.type().equals(type))
        .filter(row -> row.method().equals(method));
  }

  /** What a token costs a service that does nothing else. */
  private void layers() {
    Optional<Row> none = processorTimes(LAYERS, "health").findFirst();
    Optional<Row> cached = processorTimes(LAYERS, "cached").findFirst();
    Optional<Row> uncached = processorTimes(LAYERS, "valid").findFirst();
    if (none.isPresent() && cached.isPresent() && uncached.isPresent()) {
      sentences.add(
          "A request that needs no token takes "
              + time(none.get())
              + " of the processors of a service without a framework, one whose token is cached "
              + time(cached.get())
              + ", and one whose token is not "
              + time(uncached.get())
              + " ("
              + uncached.get().facts().getOrDefault(ALGORITHM, "")
              + ").");
    }
  }

  /** How long clients wait at the usual rate, for what needs a token and for what does not. */
  private void latency() {
    List<String> waits =
        Stream.of("health", "cached", "valid")
            .flatMap(method ->
                rows.stream()
                    .filter(row -> row.mode().equals("sample") && row.type().equals(LAYERS))
                    .filter(row -> row.method().equals(method))
                    .limit(1))
            .map(row ->
                Quantity.text(row.percentiles().getOrDefault(95.0, Double.NaN), Row.TIME)
                    + " for a request "
                    + switch (row.method()) {
                      case "health" -> "without a token";
                      case "cached" -> "with a cached token";
                      default -> "with an uncached one";
                    })
            .toList();
    if (waits.size() > 1) {
      sentences.add("At a constant rate, the P95 is " + String.join(", ", waits) + ".");
    }
  }

  /** This library in place of what users of the framework have today. */
  private void framework(String type) {
    List<Row> ours = processorTimes(type, "valid").filter(row -> row.role() == Role.OURS).toList();
    for (Row mine : ours) {
      List<String> others =
          processorTimes(type, "valid")
              .filter(row -> row.role() == Role.OTHER)
              .filter(row -> Ratios.isComparable(row, mine))
              .map(row -> Ratios.ratio(row, mine) + " times as much with " + Names.library(row))
              .toList();
      if (!others.isEmpty()) {
        sentences.add(
            Names.type(mine)
                + ", "
                + mine.facts().getOrDefault(ALGORITHM, "")
                + (mine.facts().containsKey("cpus")
                    ? " on " + mine.facts().get("cpus") + " processors"
                    : "")
                + ": a request with an uncached token takes "
                + time(mine)
                + " of the service's processors, "
                + String.join(", ", others)
                + ".");
      }
    }
  }

  private static String time(Row row) {
    return Quantity.text(row.score(), row.unit());
  }
}
