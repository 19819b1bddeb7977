// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Formats an analysis as JSON for other programs. Times are in nanoseconds. */
final class JsonReport {

  private static final int HOTTEST = 25;
  private static final int BUSIEST = 25;
  private static final double[] PERCENTILES = {50, 90, 95, 99, 99.9, 99.99};
  private static final List<String> ALL_PERCENTILES =
      List.of("50", "90", "95", "99", "99.5", "99.9", "99.95", "99.99", "99.999", "100");

  private JsonReport() {}

  static void write(Analysis analysis, Appendable text) throws IOException {
    Map<String, Object> parts = new LinkedHashMap<>();
    analysis.parts().forEach((name, part) -> parts.put(name, later(() -> part(part))));
    Json.write(parts, text);
  }

  private static Supplier<Object> later(Supplier<Object> facts) {
    return facts;
  }

  private static Map<String, Object> part(Analysis.Part part) {
    Measured measured = part.measured();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("outcomes", measured.outcomes());
    facts.put("cached", measured.cached());
    facts.put("concurrency", measured.concurrency());
    putIfKnown(facts, "heldUp", measured.heldUp());
    facts.put("steps", steps(measured));
    facts.put("percentiles", percentiles(measured.whole()));
    facts.put("seconds", seconds(measured));
    facts.put("machine", part.figures());
    facts.put("pauses", each(part.machine().pauses()));
    facts.put("bands", measured.bands().stream().map(JsonReport::band).toList());
    facts.put("threads", part.machine().threads(BUSIEST));
    facts.put("hottest", part.machine().hottest(HOTTEST));
    facts.put("slowest", measured.slowest().stream().map(JsonReport::slow).toList());
    return facts;
  }

  private static Map<String, Object> band(Band band) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("from", band.from());
    facts.put("to", band.to());
    facts.put("count", band.count());
    facts.put("sampled", band.sample().size());
    facts.put("shortest", band.shortest());
    facts.put("longest", band.longest());
    facts.put("causes", band.causes());
    putIfKnown(facts, "machineLoad", band.machineLoad());
    return facts;
  }

  private static void putIfKnown(Map<String, Object> facts, String name, @Nullable Double value) {
    if (value != null) {
      facts.put(name, value);
    }
  }

  private static Map<String, Object> slow(SlowValidation slow) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("begin", slow.begin().toString());
    facts.put("nanos", slow.nanos());
    facts.put("slowestStep", slow.slowestStep());
    facts.put("causes", slow.causes());
    putIfKnown(facts, "machineLoad", slow.machineLoad());
    return facts;
  }

  private static Map<String, Object> steps(Measured measured) {
    Map<String, Object> steps = new LinkedHashMap<>();
    measured
        .steps()
        .forEach((step, durations) -> {
          Map<String, Object> figures = figures(durations);
          figures.put("variationOfSeconds", measured.variationOfSeconds(step));
          steps.put(step, figures);
        });
    return steps;
  }

  private static Map<String, Long> percentiles(Distribution durations) {
    Map<String, Long> percentiles = new LinkedHashMap<>();
    for (String percentile : ALL_PERCENTILES) {
      percentiles.put(percentile, durations.percentile(Double.parseDouble(percentile)));
    }
    return percentiles;
  }

  private static Map<Long, Object> seconds(Measured measured) {
    Map<Long, Object> seconds = new LinkedHashMap<>();
    measured
        .seconds()
        .forEach(
            (second, durations) -> seconds.put(second, later(() -> second(durations.whole()))));
    return seconds;
  }

  private static Map<String, Object> second(Distribution durations) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("count", durations.count());
    figures.put("p50", durations.percentile(50));
    figures.put("p99", durations.percentile(99));
    figures.put("max", durations.max());
    figures.put("mean", durations.mean());
    figures.put("byPowerOfTwo", durations.byPowerOfTwo());
    return figures;
  }

  private static Map<String, Object> each(Map<String, Distribution> distributions) {
    Map<String, Object> figures = new LinkedHashMap<>();
    distributions.forEach((name, durations) -> figures.put(name, figures(durations)));
    return figures;
  }

  private static Map<String, Object> figures(Distribution durations) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("count", durations.count());
    for (double percentile : PERCENTILES) {
      figures.put(("p" + percentile).replaceAll("\\.0$", ""), durations.percentile(percentile));
    }
    figures.put("max", durations.max());
    figures.put("mean", durations.mean());
    figures.put("standardDeviation", durations.standardDeviation());
    figures.put("coefficientOfVariation", durations.coefficientOfVariation());
    return figures;
  }
}
