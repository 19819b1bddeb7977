// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.benchmark.suite.LoadResult;
import org.jwtvalidation.benchmark.suite.load.LoadPatternBenchmark;

/**
 * One row of the results. Times are in nanoseconds per operation and rates in operations per
 * second, whatever unit JMH printed; a value that was not measured is NaN.
 *
 * @param score the median of the rounds
 * @param low the lower quartile of the rounds
 * @param high the upper quartile of the rounds
 * @param steps what the steps of a validation took, if it measured them
 * @param machine what the machine did meanwhile, see {@link Disturbance}
 * @param flameGraphs their paths, relative to the report
 */
record Row(
    String suite,
    String type,
    String method,
    String mode,
    Map<String, String> facts,
    double score,
    double low,
    double high,
    Rounds rounds,
    String unit,
    double bytes,
    Map<Double, Double> percentiles,
    Map<String, Double> counters,
    List<StepLatency> steps,
    Map<String, Double> machine,
    List<String> flameGraphs,
    Role role)
    implements Named {

  /** What a row measures: this library, bare cryptography, or anything else. */
  enum Role {
    OURS,
    BARE,
    OTHER
  }

  /** The fact of a row that is measured twice, to show what chance does. */
  static final String AGAIN = "again";

  private static final double MOST_ERROR = 0.1;

  /** The counters of a row that say what happened to keys meanwhile. */
  private static final Set<String> OF_KEYS = Set.of("tables", "declined");

  static final String TIME = "ns/op";
  static final String RATE = "ops/s";

  private static final Map<String, Double> NANOS =
      Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "min", 60e9);
  private static final Pattern OURS = Pattern.compile("(?i)ours|jwt[-_ ]?validation.*");
  private static final Pattern BARE = Pattern.compile("(?i)(raw|bare)(?-i:$|[-_ \\p{Lu}].*)");

  static Row of(JsonNode json) {
    String[] path = ("other." + json.path("benchmark").asText()).split("\\.", -1);
    String method = path[path.length - 1];
    Map<String, String> facts = new LinkedHashMap<>();
    json.path("params").properties().forEach(p -> facts.put(p.getKey(), p.getValue().asText()));
    String subject = facts.getOrDefault("peer", method);
    // A benchmark that starts its own threads has their number as a parameter.
    facts.putIfAbsent("threads", json.path("threads").asText("1"));

    JsonNode metric = json.path("primaryMetric");
    String jmhUnit = metric.path("scoreUnit").asText();
    Double timeUnit = NANOS.get(jmhUnit.replace("/op", ""));
    Double rateUnit = NANOS.get(jmhUnit.replace("ops/", ""));
    double factor = timeUnit != null ? timeUnit : rateUnit != null ? 1e9 / rateUnit : 1;

    Map<Double, Double> percentiles = new TreeMap<>();
    JsonNode latency = json.at("/secondaryMetrics/" + LoadResult.LATENCY);
    if (!latency.isMissingNode()) {
      addPercentiles(latency, 1, percentiles);
      Map<Double, Double> lags = new TreeMap<>();
      addPercentiles(json.at("/secondaryMetrics/" + LoadPatternBenchmark.LAG), 1, lags);
      percentiles
          .entrySet()
          .removeIf(each ->
              lags.getOrDefault(each.getKey(), 0.0)
                  > LoadPatternBenchmark.MOST_LAG * each.getValue());
    } else if (json.path("mode").asText().equals("sample")) {
      addPercentiles(metric, factor, percentiles);
    }
    Map<String, Double> counters = new LinkedHashMap<>();
    json.path("secondaryMetrics")
        .properties()
        .forEach(
            c -> counters.put(c.getKey().replace("·", ""), number(c.getValue().path("score"))));
    Double bytes = counters.get("gc.alloc.rate.norm");
    List<StepLatency> steps = StepLatency.takenFrom(counters);
    // The other counters of profilers have a dot in their names.
    counters.keySet().removeIf(name -> name.contains(".") || name.contains(":"));
    Map<String, Double> machine = new LinkedHashMap<>();
    json.path(Disturbance.MACHINE)
        .properties()
        .forEach(each -> machine.put(each.getKey(), number(each.getValue())));
    JsonNode raw = metric.path("rawData");
    String mode = json.path("mode").asText();
    Rounds rounds = mode.equals("avgt") ? Rounds.ofTimes(raw, factor) : Rounds.of(raw, factor);
    // Some rows have a score alone.
    double score = number(metric.path("score")) * factor;
    Rounds.Quartiles quartiles = rounds.quartiles();
    return new Row(
        path.length > 3 ? path[path.length - 3] : "other",
        type(path[path.length - 2]),
        method,
        mode,
        facts,
        quartiles == null ? score : quartiles.median(),
        quartiles == null ? score : quartiles.low(),
        quartiles == null ? score : quartiles.high(),
        rounds,
        timeUnit != null ? TIME : rateUnit != null ? RATE : jmhUnit,
        bytes == null ? Double.NaN : bytes / counters.getOrDefault(LoadResult.REQUESTS, 1.0),
        percentiles,
        counters,
        steps,
        machine,
        StreamSupport.stream(json.path("flameGraphs").spliterator(), false)
            .map(JsonNode::asText)
            .toList(),
        BARE.matcher(subject).matches()
            ? Role.BARE
            : OURS.matcher(subject).matches() ? Role.OURS : Role.OTHER);
  }

  private static void addPercentiles(
      JsonNode metric, double factor, Map<Double, Double> percentiles) {
    metric
        .path("scorePercentiles")
        .properties()
        .forEach(p -> percentiles.put(Double.valueOf(p.getKey()), number(p.getValue()) * factor));
  }

  /** The short name of a benchmark class. */
  static String type(String className) {
    return className.replaceFirst("Benchmark$", "");
  }

  /** The number, or NaN where JMH wrote a string such as "NaN". */
  private static double number(JsonNode node) {
    return node.isNumber() ? node.asDouble() : Double.NaN;
  }

  /** The time of an operation, in the same unit for all rows of one mode. */
  double cost() {
    return unit.equals(RATE) ? 1 / score : score;
  }

  /** The times of an operation in terms of another row's, round by round; null if unknown. */
  Rounds.@Nullable Quartiles costOver(Row base) {
    return unit.equals(RATE) ? base.rounds.over(rounds) : rounds.over(base.rounds);
  }

  /** The time of an operation in the best period of all JVMs, or else what is known of it. */
  double leastCost() {
    double least = rounds.least();
    return Double.isNaN(least) ? cost() : least;
  }

  /** The same in terms of another row's. */
  double leastOver(Row base) {
    return leastCost() / base.leastCost();
  }

  /** The mean of a counter; NaN if the row does not have it. */
  double counter(String name) {
    return counters.getOrDefault(name, Double.NaN);
  }

  /** What the machine did; 0 where it is not known. */
  double machine(String name) {
    return machine.getOrDefault(name, 0.0);
  }

  /** Whether it has counted more than its score. */
  boolean isCounted() {
    return mode.equals("ss") && !OF_KEYS.containsAll(counters.keySet());
  }

  /** How long a caller of a load waits on average, by Little's law; NaN if it is no load. */
  double meanWait() {
    return unit.equals(RATE) ? counter(LoadResult.IN_FLIGHT) / score * 1e9 : Double.NaN;
  }

  /** How many JVMs have measured it; one if it has nothing but latencies. */
  int jvms() {
    return Math.max(1, rounds.means().size());
  }

  /** How many JVMs were never level. */
  int unlevel() {
    Double level = counters.get("level");
    return level == null ? rounds.unlevel() : (int) Math.round((1 - level) * jvms());
  }

  /** In how many JVMs the driver of a load was late. */
  int sentLate() {
    return (int) Math.round(counter(LoadPatternBenchmark.LATE) * jvms());
  }

  /** Whether several JVMs have measured it. */
  boolean hasSpread() {
    return rounds.means().size() > 1;
  }

  /** Whether the middle half of its JVMs spans more than a tenth, above and below. */
  boolean isUncertain() {
    return high - low > 2 * MOST_ERROR * Math.abs(score);
  }

  boolean isOfOneMethodWith(Row other) {
    return type.equals(other.type) && method.equals(other.method);
  }

  /** Whether it is the second of two rows that measure the same. */
  boolean isAgain() {
    return facts.containsKey(AGAIN);
  }

  boolean is(String fact, String value) {
    return value.equals(facts.get(fact));
  }

  /** The identity of the row without its mode. */
  String question() {
    return suite + " " + type + "." + method + " " + facts;
  }
}
