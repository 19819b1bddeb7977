package org.jwtvalidation.jfr.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An analysis for other programs. Times are in nanoseconds. */
final class JsonReport {

  private static final int HOTTEST = 25;
  private static final double[] PERCENTILES = {50, 90, 95, 99, 99.9, 99.99};

  private JsonReport() {}

  static String of(Analysis analysis) {
    Map<String, Object> parts = new LinkedHashMap<>();
    analysis.parts().forEach((name, part) -> parts.put(name, part(part)));
    return Json.of(parts);
  }

  private static Map<String, Object> part(Analysis.Part part) {
    Measured measured = part.measured();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("outcomes", measured.outcomes());
    facts.put("cached", measured.cached());
    facts.put("concurrency", measured.concurrency());
    facts.put("steps", each(measured.steps()));
    Map<String, Object> seconds = new LinkedHashMap<>();
    measured.seconds().forEach((second, durations) -> seconds.put("" + second, figures(durations)));
    facts.put("seconds", seconds);
    facts.put("machine", part.machine().figures());
    facts.put("pauses", each(part.machine().pauses()));
    facts.put("causes", measured.causes());
    facts.put("hottest", part.machine().hottest(HOTTEST));
    List<Object> slowest = new ArrayList<>();
    measured
        .slowest()
        .forEach(slow ->
            slowest.add(
                Map.of(
                    "begin", slow.begin().toString(),
                    "nanos", slow.nanos(),
                    "slowestStep", slow.slowestStep(),
                    "causes", slow.causes())));
    facts.put("slowest", slowest);
    return facts;
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
