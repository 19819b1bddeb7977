// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The results of a run: its rows, its profiles, the accounts of its requests, and the environment
 * in which they were measured.
 */
record Results(List<Row> rows, List<Profile> profiles, JsonNode accounts, JsonNode environment) {

  static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final String RUN = "run ./mvnw verify -Pbenchmark to create it";

  static Results in(Path folder) {
    JsonNode environment = read(folder.resolve("environment.json"), RUN);
    check(environment.isObject(), folder.resolve("environment.json"), "is not a JSON object", RUN);
    return new Results(
        rows(folder.resolve("jmh-result.json")),
        Profile.in(folder),
        accounts(folder.resolve("accounts.json")),
        environment);
  }

  /** Where the time of requests went, of runs over HTTP alone: an array of names and parts. */
  private static JsonNode accounts(Path file) {
    String remedy = "run ./mvnw verify -Pbenchmark-http to create it";
    JsonNode accounts =
        Files.exists(file) ? read(file, remedy) : JsonNodeFactory.instance.arrayNode();
    check(accounts.isArray(), file, "is not a JSON array of accounts", remedy);
    return accounts;
  }

  /** Reads the rows of a result file. */
  static List<Row> rows(Path file) {
    JsonNode array = read(file, RUN);
    check(array.isArray(), file, "is not a JSON array as JMH writes it", RUN);
    check(!array.isEmpty(), file, "has no rows", "choose at least one benchmark");
    List<Row> rows = new ArrayList<>();
    for (JsonNode row : array) {
      String where = "has a row (number " + (rows.size() + 1) + ") without ";
      for (String field : List.of("/benchmark", "/mode", "/primaryMetric/scoreUnit")) {
        check(row.at(field).isTextual(), file, where + field.substring(1), RUN);
      }
      check(!row.at("/primaryMetric/score").isMissingNode(), file, where + "a score", RUN);
      rows.add(Row.of(row));
    }
    return rows;
  }

  static JsonNode read(Path file, String remedy) {
    check(Files.isRegularFile(file), file, "does not exist", remedy);
    try {
      return JSON.readTree(file.toFile());
    } catch (JsonProcessingException e) {
      String line = e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
      throw refused(file, "is malformed JSON" + line, remedy);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void check(boolean valid, Path file, String what, String remedy) {
    if (!valid) {
      throw refused(file, what, remedy);
    }
  }

  static IllegalArgumentException refused(Path file, String what, String remedy) {
    return new IllegalArgumentException(file + " " + what + ": " + remedy);
  }

  boolean quick() {
    return environment.path("quick").asBoolean();
  }

  /** The suites that have rows, in the order of the report. */
  Set<String> suites() {
    String order =
        "standard errors components requests algorithms providers peers native base64 scaling load startup "
            + Profile.SUITE
            + " recording";
    Set<String> present = new TreeSet<>(rows.stream().map(Row::suite).toList());
    profiles.forEach(profile -> present.add(profile.suite()));
    Set<String> suites = new LinkedHashSet<>(List.of(order.split(" ")));
    suites.retainAll(present);
    suites.addAll(present);
    return suites;
  }

  List<Row> of(String suite) {
    return rows.stream().filter(row -> row.suite().equals(suite)).toList();
  }

  /** The facts that differ between the rows that have them, and what only some rows are. */
  static Set<String> varying(List<? extends Named> rows) {
    Set<String> names = new LinkedHashSet<>();
    rows.forEach(row -> names.addAll(row.facts().keySet()));
    names.removeIf(name ->
        !name.equals(Row.AGAIN)
            && rows.stream()
                    .map(row -> row.facts().get(name))
                    .filter(Objects::nonNull)
                    .distinct()
                    .count()
                == 1);
    return names;
  }
}
