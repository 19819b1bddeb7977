package org.jwtvalidation.benchmark.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * One row of the results. Times are in nanoseconds per operation and rates in operations per
 * second, whatever unit JMH printed; a value that was not measured is NaN.
 *
 * @param best the best iteration: the score on a machine that nothing else disturbs
 * @param range of the iterations, if they are too few for an interval of confidence; otherwise null
 * @param flameGraphs their paths, relative to the report
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
    @Nullable Range range,
    String unit,
    double bytes,
    Map<Double, Double> percentiles,
    Map<String, Double> counters,
    List<String> flameGraphs,
    Role role)
    implements Named {

  /** What a row measures: this library, bare cryptography, or anything else. */
  enum Role {
    OURS,
    BARE,
    OTHER
  }

  /** Spans the iterations of a row. */
  record Range(double least, double median, double greatest) {

    /** An interval of confidence of fewer would say more of the formula than of the row. */
    private static final int ENOUGH = 10;

    static @Nullable Range of(double[] sorted) {
      int middle = sorted.length / 2;
      return sorted.length < 2 || sorted.length >= ENOUGH
          ? null
          : new Range(
              sorted[0],
              sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2,
              sorted[sorted.length - 1]);
    }
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
    // A benchmark that starts its own threads has their number as a parameter.
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
    // The other counters of profilers have a dot in their names.
    counters.keySet().removeIf(name -> name.contains("."));
    counters.forEach((name, micros) -> {
      if (isPercentile(name)) {
        String percent =
            name.equals("max") ? "100" : name.substring(1, 3) + "." + name.substring(3);
        percentiles.put(Double.valueOf(percent), micros * 1e3);
      }
    });
    double[] iterations = iterations(metric.path("rawData"), factor);
    return new Row(
        path.length > 3 ? path[path.length - 3] : "other",
        type(path[path.length - 2]),
        method,
        json.path("mode").asText(),
        facts,
        number(metric.path("score")) * factor,
        number(metric.path("scoreError")) * factor,
        best(iterations, timeUnit != null),
        Range.of(iterations),
        timeUnit != null ? TIME : rateUnit != null ? RATE : jmhUnit,
        bytes == null ? Double.NaN : bytes,
        percentiles,
        counters,
        StreamSupport.stream(json.path("flameGraphs").spliterator(), false)
            .map(JsonNode::asText)
            .toList(),
        BARE.matcher(subject).matches()
            ? Role.BARE
            : OURS.matcher(subject).matches() ? Role.OURS : Role.OTHER);
  }

  /** Whether a counter is a percentile of latencies. */
  static boolean isPercentile(String counter) {
    return counter.matches("p\\d\\d\\d*|max");
  }

  /** The short name of a benchmark class. */
  static String type(String className) {
    return className.replaceFirst("Benchmark$", "");
  }

  /** The scores of the iterations of all JVMs, from the least to the greatest. */
  private static double[] iterations(JsonNode jvms, double factor) {
    return StreamSupport.stream(jvms.spliterator(), false)
        .flatMap(jvm -> StreamSupport.stream(jvm.spliterator(), false))
        .mapToDouble(score -> number(score) * factor)
        .sorted()
        .toArray();
  }

  private static double best(double[] sorted, boolean leastIsBest) {
    return sorted.length == 0 ? Double.NaN : sorted[leastIsBest ? 0 : sorted.length - 1];
  }

  /** The number, or NaN where JMH wrote a string such as "NaN". */
  private static double number(JsonNode node) {
    return node.isNumber() ? node.asDouble() : Double.NaN;
  }

  /** The time of an operation, in the same unit for all rows of one mode. */
  double cost() {
    return unit.equals(RATE) ? 1 / score : score;
  }

  boolean is(String fact, String value) {
    return value.equals(facts.get(fact));
  }

  /** The identity of the row without its mode. */
  String question() {
    return suite + " " + type + "." + method + " " + facts;
  }
}
