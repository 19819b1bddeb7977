// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jwtvalidation.benchmark.report.Disturbance;
import org.jwtvalidation.benchmark.run.MachineUse;
import org.jwtvalidation.benchmark.run.ResultFile;

/** The results of a run, in the format of JMH, which the report and other tools read. */
final class HttpResults {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double[] PERCENTILES = {0, 50, 90, 95, 99, 99.9, 99.99, 100};

  /** A lower share of the planned requests says that the generator did not keep its rate. */
  private static final double LEAST_KEPT = 0.97;

  /** The standard deviations that chance does not exceed. */
  private static final double CHANCE = 3;

  private final Path folder;
  private final ArrayNode rows = JSON.createArrayNode();
  private final Map<HttpRow, ObjectNode> repeated = new HashMap<>();
  private final Map<HttpRow, List<MachineUse>> machines = new HashMap<>();
  private final Map<HttpRow, List<String>> limits = new HashMap<>();
  private final RequestAccounts accounts = new RequestAccounts();

  HttpResults(Path folder) {
    this.folder = folder;
  }

  /**
   * Adds a row, or a turn of one, and returns its result in a few words.
   *
   * @param account what the service has recorded of its requests
   * @param machine what the machine did meanwhile
   * @param isLevel whether the service was level before
   */
  String add(
      HttpRow row,
      LoadDefinition definition,
      Measurement measured,
      JsonNode account,
      ProcessorTime processorTime,
      MachineUse machine,
      boolean isLevel)
      throws IOException {
    boolean isKept = isKept(measured, row.load().rate() * definition.plannedSeconds());
    boolean isLatency = row.load().measuresLatency();
    ObjectNode json;
    String text;
    String limit = processorTime.limit(isLatency);
    if (isLatency) {
      json = describe(row.group(), row, "sample", !isKept);
      text = addLatency(json, measured, isKept);
    } else {
      json = repeated(row, "avgt");
      // What the machine has to spend for a request, whatever the generator can send.
      ResultFile.addRound(
          (ObjectNode) json.path("primaryMetric"), "ns/op", processorTime.service());
      addSecondary(
          json, "clientP95Nanos", (double) measured.latencies().getValueAtPercentile(95), "ns/op");
      text =
          String.format(
              Locale.ROOT,
              "%.1f µs of the service's processors, %,.0f requests/s",
              processorTime.service() / 1e3,
              measured.rate());
    }
    text += limit.isEmpty() ? "" : ", limited by: " + limit;
    markLimit(row, limit, json.withObject("/params"));
    addSecondary(json, "level", isLevel ? 1 : 0, "");
    addSecondary(json, "serviceProcessorNanos", processorTime.service(), "ns/op");
    addSecondary(json, "generatorProcessorNanos", processorTime.generator(), "ns/op");
    addSecondary(json, "requestsPerSecond", measured.rate(), "ops/s");
    describeMachine(row, machine, json);
    JsonNode signatures = account.at("/steps/SIGNATURE_VALIDATION");
    if (signatures.path("count").asLong() > 0) {
      // Of a thread, which may have waited for a processor meanwhile.
      addSecondary(
          json,
          "signatureNanos",
          signatures.path("nanos").asDouble() / signatures.path("count").asLong(),
          "ns/op");
    }
    List<String> marks = new ArrayList<>();
    if (!isLevel) {
      marks.add("NOT LEVEL");
    }
    if (Disturbance.isGreat(machine.percentOfOthers().orElse(0))) {
      marks.add("MACHINE BUSY");
    }
    if (!limit.isEmpty()) {
      marks.add(limit);
    }
    accounts.add(row, measured, account, marks);
    write();
    return text;
  }

  private void describeMachine(HttpRow row, MachineUse machine, ObjectNode json) {
    List<MachineUse> turns = machines.computeIfAbsent(row, first -> new ArrayList<>());
    turns.add(machine);
    MachineUse.describe(List.of(MachineUse.mean(turns)), json);
  }

  /** A median is right if something else limited one turn, and not if it limited half of them. */
  private void markLimit(HttpRow row, String limit, ObjectNode params) {
    List<String> turns = limits.computeIfAbsent(row, first -> new ArrayList<>());
    turns.add(limit);
    params.remove("limit");
    List<String> limited = turns.stream().filter(each -> !each.isEmpty()).toList();
    if (2 * limited.size() >= turns.size()) {
      limited.stream()
          .max(Comparator.comparing(each -> Collections.frequency(limited, each)))
          .ifPresent(usual -> params.put("limit", usual));
    }
  }

  /** Adds a turn's value to those that are there. */
  private static void addSecondary(ObjectNode row, String name, double score, String unit) {
    ObjectNode metrics = row.withObject("/secondaryMetrics");
    ResultFile.addRound(metrics.withObject("/" + name), unit, score);
  }

  /** Leaves out what has been measured of a row before it failed. */
  void remove(HttpRow row) throws IOException {
    ObjectNode json = repeated.remove(row);
    if (json != null) {
      for (int place = rows.size() - 1; place >= 0; place--) {
        if (rows.get(place).equals(json)) {
          rows.remove(place);
        }
      }
      write();
    }
  }

  /** Adds the first seconds of new services, and returns the result in a few words. */
  String addFirstSeconds(HttpRow row, Measurement measured, MachineUse machine) throws IOException {
    boolean isKept = isKept(measured, row.load().rate() * measured.seconds());
    ObjectNode json = describe(row.group(), row, "sample", !isKept);
    String text = addLatency(json, measured, isKept);
    MachineUse.describe(List.of(machine), json);
    write();
    return text;
  }

  private static boolean isKept(Measurement measured, double plannedRequests) {
    // They come at random moments, of which Poisson's law says how many there are.
    return measured.requests()
        >= LEAST_KEPT * plannedRequests - CHANCE * Math.sqrt(plannedRequests);
  }

  private String addLatency(ObjectNode json, Measurement measured, boolean isKept) {
    rows.add(json);
    return latency(json.putObject("primaryMetric"), measured.latencies())
        + (isKept ? "" : ", the rate was NOT KEPT");
  }

  private static String latency(ObjectNode metric, Histogram latencies) {
    metric.put("score", latencies.getMean() / 1e3);
    metric.put("scoreError", "NaN");
    metric.put("scoreUnit", "us/op");
    ObjectNode percentiles = metric.putObject("scorePercentiles");
    for (double percentile : PERCENTILES) {
      percentiles.put(String.valueOf(percentile), latencies.getValueAtPercentile(percentile) / 1e3);
    }
    return String.format(
        Locale.ROOT,
        "P50 %.2f, P95 %.2f, P99 %.2f ms",
        latencies.getValueAtPercentile(50) / 1e6,
        latencies.getValueAtPercentile(95) / 1e6,
        latencies.getValueAtPercentile(99) / 1e6);
  }

  /** The description of a row, the same for each round of it. */
  private ObjectNode repeated(HttpRow row, String mode) {
    return repeated.computeIfAbsent(
        row,
        first -> {
          ObjectNode described = describe(row.group(), row, mode, false);
          described.putObject("primaryMetric").put("scoreError", "NaN");
          rows.add(described);
          return described;
        });
  }

  /** Adds the rates that two generators have measured. */
  void addGenerators(HttpRow row, double hyperfoil, double wrk) throws IOException {
    Map.of("HYPERFOIL", hyperfoil, "WRK", wrk)
        .forEach((generator, rate) -> {
          ObjectNode json = describe("Generators", row, "thrpt", false);
          json.withObject("/params").put("generator", generator);
          json.putObject("primaryMetric")
              .put("score", rate)
              .put("scoreError", "NaN")
              .put("scoreUnit", "ops/s");
          rows.add(json);
        });
    write();
  }

  /** Adds one start of a service. */
  void addStartUp(HttpRow row, double millis, MachineUse machine) throws IOException {
    ObjectNode json = repeated(row, "ss");
    describeMachine(row, machine, json);
    ResultFile.addRound((ObjectNode) json.path("primaryMetric"), "ms/op", millis);
    write();
  }

  private static ObjectNode describe(String group, HttpRow row, String mode, boolean isRateMissed) {
    Subject subject = row.session().subject();
    ObjectNode json = JSON.createObjectNode();
    json.put(
        "benchmark",
        HttpResults.class.getPackageName() + "." + group + "Benchmark." + row.method());
    json.put("mode", mode);
    json.put("threads", 1);
    ObjectNode params = json.putObject("params");
    params.put("service", subject.service().name());
    params.put("peer", subject.peer());
    if (subject.threads() != Subject.Threads.DEFAULT) {
      params.put("executor", subject.threads().name());
    }
    if (group.equals(HttpRow.TLS)) {
      params.put("transport", subject.isSecure() ? "TLS" : "CLEAR");
    }
    if (row.session().cpus() > 0) {
      params.put("cpus", String.valueOf(row.session().cpus()));
    }
    params.put("algorithm", row.session().key().toString());
    params.put("connections", String.valueOf(row.load().connections()));
    if (row.load().measuresLatency()) {
      params.put("load", row.load() + (isRateMissed ? ", not kept" : ""));
    }
    return json;
  }

  private void write() throws IOException {
    if (rows.isEmpty()) {
      // There is nothing to report.
      Files.deleteIfExists(folder.resolve("jmh-result.json"));
      return;
    }
    ResultFile.write(folder.resolve("jmh-result.json"), rows);
    ResultFile.write(folder.resolve("accounts.json"), accounts.json());
  }
}
