// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.jwtvalidation.benchmark.report.Row.Role;

/** What the rows over HTTP answer, in sentences. */
final class HttpAnswers {

  private static final String LAYERS = "Layers";
  private static final String ALGORITHM = "algorithm";
  private static final String CONNECTIONS = "connections";
  private static final String CPUS = "cpus";
  private static final String LOAD = "load";

  /** What follows a rate that was not kept. */
  private static final String NOT_KEPT = ", not kept";

  private final List<Row> all;
  private final List<Row> rows;
  private final List<String> sentences = new ArrayList<>();

  private HttpAnswers(List<Row> all) {
    this.all = all;
    this.rows = all.stream().filter(HttpAnswers::isSound).toList();
  }

  /** Whether nothing is to be known of a row to read its score. */
  static boolean isSound(Row row) {
    return !Mark.isOnAny(row)
        && !row.facts().containsKey(Ratios.LIMIT)
        && !row.facts().getOrDefault(LOAD, "").endsWith(NOT_KEPT);
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

  /**
   * The rows of layers by these methods that were measured under one load, or as many of them as
   * one load has: one sentence must not compare what several loads cost.
   */
  private List<Row> layersOfOneLoad(String mode, String... methods) {
    return rows.stream()
        .filter(row -> row.type().equals(LAYERS) && row.mode().equals(mode))
        .collect(
            groupingBy(
                row ->
                    Stream.of(CONNECTIONS, CPUS, LOAD)
                        .map(fact -> row.facts().getOrDefault(fact, ""))
                        .toList(),
                LinkedHashMap::new,
                toList()))
        .values()
        .stream()
        .map(alike ->
            Stream.of(methods)
                .flatMap(
                    method -> alike.stream().filter(row -> row.method().equals(method)).limit(1))
                .toList())
        .reduce(List.of(), (most, next) -> next.size() > most.size() ? next : most);
  }

  /** What a token costs a service that does nothing else. */
  private void layers() {
    List<Row> layers = layersOfOneLoad("avgt", "health", "cached", "valid");
    if (layers.size() == 3) {
      Row uncached = layers.get(2);
      sentences.add(
          "A request that needs no token takes "
              + time(layers.get(0))
              + " of the processors of a service without a framework, one whose token is cached "
              + time(layers.get(1))
              + ", and one whose token is not "
              + time(uncached)
              + " ("
              + uncached.facts().getOrDefault(ALGORITHM, "")
              + surroundings(uncached)
              + ").");
    }
  }

  /** How long clients wait at one rate, for what needs a token and for what does not. */
  private void latency() {
    List<Row> layers = layersOfOneLoad("sample", "health", "cached", "valid");
    if (layers.size() > 1) {
      Row first = layers.get(0);
      List<String> waits =
          layers.stream()
              .map(row ->
                  Quantity.text(row.percentiles().getOrDefault(95.0, Double.NaN), Row.TIME)
                      + " for a request "
                      + switch (row.method()) {
                        case "health" -> "without a token";
                        case "cached" -> "with a cached token";
                        default -> "with an uncached one";
                      })
              .toList();
      sentences.add(
          "At a constant rate"
              + (hasSeveral(LOAD, first) ? " of " + first.facts().get(LOAD) : "")
              + surroundings(first)
              + ", the P95 is "
              + String.join(", ", waits)
              + ".");
    }
  }

  /** The share of the processors, if it is set, and the connections, if there are several. */
  private String surroundings(Row row) {
    return (row.facts().containsKey(CPUS) ? " on " + row.facts().get(CPUS) + " processors" : "")
        + (hasSeveral(CONNECTIONS, row)
            ? " with " + row.facts().get(CONNECTIONS) + " connections"
            : "");
  }

  private boolean hasSeveral(String fact, Row alike) {
    return all.stream()
            .filter(row -> row.type().equals(alike.type()) && row.mode().equals(alike.mode()))
            .map(row -> row.facts().getOrDefault(fact, "").replace(NOT_KEPT, ""))
            .distinct()
            .count()
        > 1;
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
                + surroundings(mine)
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
