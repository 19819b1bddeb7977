// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Profiles as the benchmarks with the Flight Recorder write them. */
final class ProfileFixture {

  static final String BENCHMARK =
      "org.jwtvalidation.benchmark.suite.profiles.LatencyProfile.validate";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long BEGIN = 1_763_764_000L;
  private static final int SECONDS = 30;
  private static final double[] PERCENTILES = {
    50, 90, 95, 99, 99.5, 99.9, 99.95, 99.99, 99.999, 100
  };

  private ProfileFixture() {}

  /** Two modes and two workloads, the first with more variants than one plot can show. */
  static ArrayNode full() {
    ArrayNode profiles = JSON.createArrayNode();
    for (String executor : List.of("PLATFORM", "VIRTUAL")) {
      for (String cacheSize : List.of("0", "60")) {
        for (String gate : List.of("none", "2")) {
          add(profiles, "sample", params("STANDARD", executor, gate, cacheSize));
        }
      }
      add(profiles, "thrpt", params("STANDARD", executor, "none", "60"));
      add(profiles, "sample", params("WITH_ERRORS", executor, "none", "60"));
    }
    return profiles;
  }

  /** A profile with equal seconds, of which the 17th is missing. */
  static ObjectNode add(ArrayNode profiles, String mode, Map<String, String> params) {
    ObjectNode profile = profiles.addObject().put("benchmark", BENCHMARK).put("mode", mode);
    ObjectNode values = profile.putObject("params");
    params.forEach(values::put);
    profile.put("recording", "profiles/" + profiles.size() + ".jfr");

    ObjectNode analysis = profile.putObject("analysis");
    analysis.putObject("outcomes").put("ACCEPTED", 900_000);
    analysis.put("cached", 90_000).put("concurrency", 100);
    boolean gated = params.containsKey("gate") && !params.get("gate").equals("none");
    double base = params.containsValue("VIRTUAL") ? 52_000 : 41_000;
    ObjectNode percentiles = analysis.putObject("percentiles");
    for (double percent : PERCENTILES) {
      double rarity = percent == 100 ? 1e6 : 100 / (100 - percent);
      String name = percent == Math.rint(percent) ? "" + (int) percent : "" + percent;
      percentiles.put(name, Math.round(base * Math.pow(rarity / 2, gated ? 0.3 : 0.75)));
    }
    ObjectNode seconds = analysis.putObject("seconds");
    for (int second = 0; second < SECONDS; second++) {
      // All threads stopped.
      if (second == 17) {
        continue;
      }
      ObjectNode facts = seconds.putObject("" + (BEGIN + second)).put("count", 30_000);
      facts.put("p50", 41_000).put("p99", 60_000).put("max", 70_000_000).put("mean", 45_000.5);
      ObjectNode counts = facts.putObject("byPowerOfTwo");
      counts.put("14", 6_000 + 37 * second).put("15", 22_000).put("16", 1_900 - 60 * second);
      counts.put("17", 210 + second);
      for (int power = 18; power < (gated ? 20 : 26 + second % 3); power++) {
        counts.put("" + power, 1 + (9_000 >> (power - 15)) * (second % 4));
      }
      if (second % 10 == 3) {
        counts.put("29", 2);
      }
    }
    ObjectNode steps = analysis.putObject("steps");
    for (String step : List.of("TOKEN_PARSING", "SIGNATURE_VALIDATION", "COMPLETE_VALIDATION")) {
      ObjectNode figures = steps.putObject(step).put("count", 900_000);
      figures.put("p50", step.equals("TOKEN_PARSING") ? 820 : base).put("p95", 1.2 * base);
      figures.put("p99", 30 * base).put("p99.9", 9_000 * base).put("max", 40_000 * base);
      figures.put("coefficientOfVariation", 11.44);
    }
    ArrayNode bands = analysis.putArray("bands");
    ObjectNode common = bands.addObject().put("from", 99.0).put("to", 99.9).put("count", 8_100);
    common.put("sampled", 1_000).put("shortest", 910_000L).put("longest", 310_400_000L);
    ObjectNode causes = common.putObject("causes").put("PREEMPTED", 0.5);
    causes.put(gated ? "GATE" : "RUNNING", 0.5);
    ObjectNode rare = bands.addObject().put("from", 99.9).put("to", 100.0).put("count", 900);
    rare.put("sampled", 900).put("shortest", 310_400_001L).put("longest", 1_584_137_300L);
    causes = rare.putObject("causes");
    causes.put("RUNNING", gated ? 0.7 : 0.0125).put("PREEMPTED", gated ? 0.2 : 0.9375);
    causes.put("GC_PAUSE", gated ? 0.06 : 0.03).put("UNKNOWN", gated ? 0.04 : 0.02);
    return profile;
  }

  static Map<String, String> params(
      String workload, String executor, String gate, String cacheSize) {
    Map<String, String> params = new LinkedHashMap<>();
    params.put("workload", workload);
    params.put("executor", executor);
    params.put("gate", gate);
    params.put("cacheSize", cacheSize);
    return params;
  }
}
