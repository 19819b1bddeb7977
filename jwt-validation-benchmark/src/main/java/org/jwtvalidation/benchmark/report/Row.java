package org.jwtvalidation.benchmark.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * One measured number and what goes with it. Times are in nanoseconds an operation and rates in
 * operations a second, whatever unit JMH printed; what was not measured is NaN. The best is that of
 * the iterations: what the row can do while nobody disturbs the machine.
 */
record Row(
    String suite,
    String type,
    String method,
    String mode,
    Map<String, String> facts,
    double score,
    double error,
    double best,
    String unit,
    double bytes,
    Map<Double, Double> percentiles,
    Map<String, Double> counters,
    Role role)
    implements Named {

  /** Whose work a row measures, where that is compared. */
  enum Role {
    OURS,
    BARE,
    OTHER
  }

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
    // A benchmark with threads of its own says itself how many there are.
    facts.putIfAbsent("threads", json.path("threads").asText("1"));

    JsonNode metric = json.path("primaryMetric");
    String jmhUnit = metric.path("scoreUnit").asText();
    Double timeUnit = NANOS.get(jmhUnit.replace("/op", ""));
    Double rateUnit = NANOS.get(jmhUnit.replace("ops/", ""));
    double factor = timeUnit != null ? timeUnit : rateUnit != null ? 1e9 / rateUnit : 1;

    Map<Double, Double> percentiles = new TreeMap<>();
    if (json.path("mode").asText().equals("sample")) {
      metric
          .path("scorePercentiles")
          .properties()
          .forEach(p -> percentiles.put(Double.valueOf(p.getKey()), number(p.getValue()) * factor));
    }
    Map<String, Double> counters = new LinkedHashMap<>();
    json.path("secondaryMetrics")
        .properties()
        .forEach(
            c -> counters.put(c.getKey().replace("·", ""), number(c.getValue().path("score"))));
    Double bytes = counters.get("gc.alloc.rate.norm");
    // What else a profiler counts has a dot in its name.
    counters.keySet().removeIf(name -> name.contains("."));
    counters.forEach((name, micros) -> {
      if (name.matches("p\\d\\d\\d*|max")) {
        String percent =
            name.equals("max") ? "100" : name.substring(1, 3) + "." + name.substring(3);
        percentiles.put(Double.valueOf(percent), micros * 1e3);
      }
    });
    return new Row(
        path.length > 3 ? path[path.length - 3] : "other",
        type(path[path.length - 2]),
        method,
        json.path("mode").asText(),
        facts,
        number(metric.path("score")) * factor,
        number(metric.path("scoreError")) * factor,
        best(metric.path("rawData"), timeUnit != null) * factor,
        timeUnit != null ? TIME : rateUnit != null ? RATE : jmhUnit,
        bytes == null ? Double.NaN : bytes,
        percentiles,
        counters,
        BARE.matcher(subject).matches()
            ? Role.BARE
            : OURS.matcher(subject).matches() ? Role.OURS : Role.OTHER);
  }

  /** What a class of benchmarks is called. */
  static String type(String className) {
    return className.replaceFirst("Benchmark$", "");
  }

  private static double best(JsonNode jvms, boolean leastIsBest) {
    DoubleSummaryStatistics scores =
        StreamSupport.stream(jvms.spliterator(), false)
            .flatMap(jvm -> StreamSupport.stream(jvm.spliterator(), false))
            .mapToDouble(Row::number)
            .summaryStatistics();
    return scores.getCount() == 0 ? Double.NaN : leastIsBest ? scores.getMin() : scores.getMax();
  }

  /** The number, or NaN where JMH wrote one of its words for what is none. */
  private static double number(JsonNode node) {
    return node.isNumber() ? node.asDouble() : Double.NaN;
  }

  /** What an operation costs, in a unit that is the same for all rows of one mode. */
  double cost() {
    return unit.equals(RATE) ? 1 / score : score;
  }

  boolean is(String fact, String value) {
    return value.equals(facts.get(fact));
  }

  /** What is measured, whatever the mode. */
  String question() {
    return suite + " " + type + "." + method + " " + facts;
  }
}
