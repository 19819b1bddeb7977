// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.comparison;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jwtvalidation.benchmark.run.MachineUse;
import org.jwtvalidation.benchmark.run.ResultFile;

/** The results in the format of JMH, which the report reads. */
final class ComparisonResults implements Table.Listener {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String BENCHMARK =
      "org.jwtvalidation.benchmark.suite.native.NativeBenchmark.";
  private static final String TIME = "ns/op";

  private final Path folder;
  private final Map<List<String>, ObjectNode> rows = new LinkedHashMap<>();
  private final Map<String, String> failures = new LinkedHashMap<>();

  ComparisonResults(Path folder) {
    this.folder = folder;
  }

  @Override
  public void measured(Entrant entrant, List<Slot> slots, boolean isLevel, MachineUse machine) {
    ObjectNode row = row(entrant, entrant.isBare() ? "bareVerification" : "wholeValidation");
    slots.forEach(slot ->
        ResultFile.addRound(row.withObject("/primaryMetric"), TIME, slot.nanosPerOperation()));
    put(row, "level", isLevel ? 1 : 0, "");
    put(
        row,
        "bestNanos",
        slots.stream().mapToDouble(Slot::nanosPerOperation).min().orElse(0),
        TIME);
    put(row, "processorNanos", mean(slots, Slot::processorNanosPerOperation), TIME);
    MachineUse.describe(List.of(machine), row);
  }

  private static double mean(List<Slot> slots, ToDoubleFunction<Slot> value) {
    return slots.stream().mapToDouble(value).average().orElse(0);
  }

  @Override
  public void answered(Entrant entrant, String answer) throws ProgramException {
    String[] words = answer.split("[ =]", -1);
    try {
      double[] numbers =
          Arrays.stream(words)
              .skip(1)
              .filter(word -> word.matches("\\d+"))
              .mapToDouble(Double::valueOf)
              .toArray();
      switch (words[0]) {
        case "cold" -> cold(entrant, numbers);
        case "first" -> first(entrant, numbers);
        case "memory" -> memory(entrant, numbers);
        default -> throw wrong(answer);
      }
    } catch (ArrayIndexOutOfBoundsException e) {
      throw wrong(answer);
    }
  }

  private static ProgramException wrong(String answer) {
    return ProgramException.failed(
        "\"" + answer.substring(0, Math.min(40, answer.length())) + "\" is no answer");
  }

  /** The first verification of each key, parsing included. */
  private void cold(Entrant entrant, double[] nanos) throws ProgramException {
    if (nanos.length == 0) {
      throw wrong("cold");
    }
    ObjectNode row = row(entrant, "coldKey" + suffix(entrant));
    for (double each : nanos) {
      ResultFile.addRound(row.withObject("/primaryMetric"), TIME, each);
    }
  }

  /** The first verifications of a process, which is one round. */
  private void first(Entrant entrant, double[] nanos) throws ProgramException {
    if (nanos.length == 0) {
      throw wrong("first");
    }
    ObjectNode row = row(entrant, "first" + suffix(entrant));
    ResultFile.addRound(
        row.withObject("/primaryMetric"), TIME, Arrays.stream(nanos).average().orElse(0));
    ObjectNode metrics = row.withObject("/secondaryMetrics");
    ResultFile.addRound(metrics.withObject("/veryFirstNanos"), TIME, nanos[0]);
    ResultFile.addRound(
        metrics.withObject("/slowestNanos"), TIME, Arrays.stream(nanos).max().orElse(0));
  }

  /** What is kept for a key; unknown where a program cannot tell. */
  private void memory(Entrant entrant, double[] octets) {
    if (octets.length > 0) {
      ObjectNode row = row(entrant, "memory" + suffix(entrant));
      ResultFile.addRound(row.withObject("/primaryMetric"), "B/key", octets[0]);
      if (octets.length > 2) {
        put(row, "verificationsBefore", octets[1], "");
        put(row, "nanosBefore", octets[2], TIME);
      }
    }
  }

  private static String suffix(Entrant entrant) {
    return entrant.isBare() ? "Bare" : "Whole";
  }

  @Override
  public void failed(Entrant entrant, ProgramException why) {
    rows.keySet().removeIf(key -> key.get(0).equals(id(entrant)));
    failures.put(id(entrant), why.outcome());
  }

  private static String id(Entrant entrant) {
    Integer jdk = entrant.program().jdk();
    return entrant.measurement() + (jdk == null ? "" : " on Java " + jdk);
  }

  /** What has failed, and why. */
  Map<String, String> failures() {
    return failures;
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  private ObjectNode row(Entrant entrant, String method) {
    return rows.computeIfAbsent(List.of(id(entrant), method), key -> described(entrant, method));
  }

  private static ObjectNode described(Entrant entrant, String method) {
    String[] words = entrant.measurement().split(" ", -1);
    ObjectNode row = JSON.createObjectNode();
    row.put("benchmark", BENCHMARK + method).put("mode", "avgt").put("threads", 1);
    ObjectNode params = row.putObject("params");
    params.put("peer", entrant.peer());
    Integer jdk = entrant.program().jdk();
    if (jdk != null) {
      params.put("jdk", String.valueOf(jdk));
    }
    params.put("algorithm", words[1]);
    params.put("keys", Regime.keys(words[0]));
    row.putObject("primaryMetric").put("scoreError", "NaN");
    return row;
  }

  private static void put(ObjectNode row, String name, double value, String unit) {
    row.withObject("/secondaryMetrics").putObject(name).put("score", value).put("scoreUnit", unit);
  }

  /** Writes what is known by now. */
  void write() throws IOException {
    ResultFile.write(folder.resolve("jmh-result.json"), rows.values());
  }
}
