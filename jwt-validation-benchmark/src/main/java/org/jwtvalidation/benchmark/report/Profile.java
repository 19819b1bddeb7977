// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/**
 * A Flight Recorder profile of a benchmark. Durations are in nanoseconds; {@code seconds} counts
 * those of each second by the power of two below them.
 *
 * @param cached the share of the validations that found their token in the cache
 * @param concurrency how many validations ran at once at most
 * @param threads the share of all processors that the busiest threads had
 * @param hottest the share of the methods in which samples found a thread
 */
record Profile(
    String suite,
    String type,
    String method,
    Map<String, String> facts,
    Map<Double, Double> percentiles,
    Map<Long, Map<Integer, Long>> seconds,
    List<StepLatency> steps,
    List<Band> bands,
    double cached,
    long concurrency,
    Map<String, Double> threads,
    Map<String, Double> hottest,
    String recording)
    implements Named {

  /**
   * The validations between two percentiles.
   *
   * @param causes the share of each cause in their total time
   */
  record Band(
      double from, double to, long count, long shortest, long longest, Map<String, Double> causes) {

    /** Its percentiles. */
    String name() {
      return "P" + trimmed(from) + (to < 100 ? " to P" + trimmed(to) : " and beyond");
    }

    private static String trimmed(double percent) {
      return percent == Math.rint(percent) ? "" + (long) percent : "" + percent;
    }
  }

  static final String FILE = "profiles.json";
  static final String SUITE = "profiles";

  /** How a thread spends time, by the cause in a recording, in the order of the report. */
  static final List<Map.Entry<String, String>> CAUSES =
      List.of(
          Map.entry("RUNNING", "running"),
          Map.entry("PREEMPTED", "waiting without an event, as for a processor"),
          Map.entry("GC_PAUSE", "stopped by the garbage collector"),
          Map.entry("SAFEPOINT", "stopped at another safepoint"),
          Map.entry("GATE", "waiting at a gate"),
          Map.entry("COLD", "waiting for a turn while code is compiled"),
          Map.entry("BLOCKED", "waiting for a lock"),
          Map.entry("PINNED", "on a pinned carrier"),
          Map.entry("UNKNOWN", "not recorded"));

  /** What every profile has; one without them is damaged. */
  private static final List<String> PARTS =
      List.of(
          "/benchmark", "/mode", "/analysis/percentiles", "/analysis/seconds", "/analysis/bands");

  private static final String RUN = "run ./mvnw verify -Pbenchmark-jfr to create it";

  /** The profiles in the folder of a run; empty if it recorded nothing. */
  static List<Profile> in(Path folder) {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file)) {
      return List.of();
    }
    JsonNode array = Results.read(file, RUN);
    Results.check(array.isArray(), file, "is not a JSON array of profiles", RUN);
    List<Profile> profiles = new ArrayList<>();
    for (JsonNode json : array) {
      String where = "has a profile (number " + (profiles.size() + 1) + ") without ";
      for (String part : PARTS) {
        JsonNode found = json.at(part);
        Results.check(found.isTextual() || !found.isEmpty(), file, where + part.substring(1), RUN);
      }
      profiles.add(of(json));
    }
    return profiles;
  }

  /** Whether its validations took as long as they do without a recording. */
  boolean hasTrueDurations() {
    return !"true".equals(facts.get("cpuTime"));
  }

  /** Whether it was recorded while this row was measured. */
  boolean isOf(Row row) {
    Map<String, String> ofRow = new HashMap<>(row.facts());
    // A row names the JVM that it ran in, a profile only one that was asked for.
    ofRow.remove("jvm");
    return row.type().equals(type)
        && row.method().equals(method)
        && facts.entrySet().containsAll(ofRow.entrySet());
  }

  /** The cause in the words of a reader. */
  static String words(String cause) {
    return CAUSES.stream()
        .filter(known -> known.getKey().equals(cause))
        .findFirst()
        .map(Map.Entry::getValue)
        .orElseGet(() -> Named.inWords(cause));
  }

  private static Profile of(JsonNode json) {
    String[] path = ("other." + json.path("benchmark").asText()).split("\\.", -1);
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("mode", json.path("mode").asText());
    json.path("params").properties().forEach(p -> facts.put(p.getKey(), p.getValue().asText()));
    JsonNode analysis = json.path("analysis");
    Map<Long, Map<Integer, Long>> seconds = new TreeMap<>();
    analysis
        .path("seconds")
        .properties()
        .forEach(second ->
            seconds.put(
                Long.valueOf(second.getKey()),
                numbers(
                    second.getValue().path("byPowerOfTwo"), Integer::valueOf, JsonNode::asLong)));
    return new Profile(
        SUITE,
        Row.type(path[path.length - 2]),
        path[path.length - 1],
        facts,
        numbers(analysis.path("percentiles"), Double::valueOf, JsonNode::asDouble),
        seconds,
        analysis.path("steps").properties().stream()
            .map(step -> StepLatency.ofRecording(step.getKey(), step.getValue()))
            .toList(),
        StreamSupport.stream(analysis.path("bands").spliterator(), false)
            .map(Profile::band)
            .toList(),
        analysis.path("cached").asDouble() / count(analysis),
        analysis.path("concurrency").asLong(),
        numbers(analysis.path("threads"), name -> name, JsonNode::asDouble),
        numbers(analysis.path("hottest"), name -> name, JsonNode::asDouble),
        json.path("recording").asText());
  }

  private static double count(JsonNode analysis) {
    return analysis.path("steps").path(StepLatency.WHOLE).path("count").asDouble(Double.NaN);
  }

  private static Band band(JsonNode json) {
    return new Band(
        json.path("from").asDouble(),
        json.path("to").asDouble(),
        json.path("count").asLong(),
        json.path("shortest").asLong(),
        json.path("longest").asLong(),
        numbers(json.path("causes"), name -> name, JsonNode::asDouble));
  }

  private static <K extends Comparable<K>, V> Map<K, V> numbers(
      JsonNode json, Function<String, K> key, Function<JsonNode, V> value) {
    Map<K, V> numbers = new TreeMap<>();
    json.properties()
        .forEach(each -> numbers.put(key.apply(each.getKey()), value.apply(each.getValue())));
    return numbers;
  }
}
