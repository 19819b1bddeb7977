// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jwtvalidation.benchmark.suite.WorkerThreads;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * The options of a run.
 *
 * @param suites the suites to run
 * @param include selects benchmarks of these suites by name
 * @param threads each row runs once for each number; empty for the benchmark's own number
 * @param profilers in JMH's notation
 * @param quick whether rows run only long enough to show that they work
 * @param steady how long rows that other programs have disturbed are measured again
 * @param strict whether the run fails if such rows are left
 * @param params values for the benchmarks that have these parameters
 */
record RunOptions(
    List<Suite> suites,
    Pattern include,
    List<Integer> threads,
    Timing timing,
    List<String> profilers,
    boolean quick,
    Duration steady,
    boolean strict,
    Map<String, List<String>> params) {

  /** The options of the workload by the parameter that each sets. */
  private static final Map<String, String> WORKLOAD_PARAMS =
      Map.of(
          "workload.issuers", "issuers",
          "workload.tokens", "tokens",
          "workload.dataLength", "dataLength",
          "workload.algorithm", "algorithm",
          "workload.pattern", "pattern",
          "workload.cacheSize", "cacheSize");

  /**
   * Reads the options.
   *
   * @param choice the suites that the command has
   * @throws IllegalArgumentException if one of them is wrong
   */
  static RunOptions of(GivenOptions given, Set<Suite> choice) {
    boolean quick = given.flag("jmh.quick");
    return new RunOptions(
        Suite.named(
            given.text("jmh.suite", given.text("jmh.include") == null ? Suite.USUAL : "all"),
            choice),
        GivenOptions.parsed(
            "jmh.include",
            given.text(
                "jmh.include", given.text("jmh.suite") == null ? Suite.USUAL_BENCHMARKS : ""),
            "choose a regular expression",
            Pattern::compile),
        given.numbers("jmh.threads", 1, 10_000),
        Timing.of(given),
        given.texts("jmh.prof"),
        quick,
        steady(given),
        given.flag("jmh.strict"),
        params(given));
  }

  private static Duration steady(GivenOptions given) {
    TimeValue time = given.duration("jmh.steady");
    return time == null ? Duration.ZERO : Duration.ofNanos(time.convertTo(TimeUnit.NANOSECONDS));
  }

  private static Map<String, List<String>> params(GivenOptions given) {
    Map<String, List<String>> params = new TreeMap<>();
    String executor = given.text("jmh.executor");
    if (executor != null) {
      if (!List.of(WorkerThreads.available()).contains(executor)) {
        throw GivenOptions.wrong(
            "jmh.executor", executor, "choose PLATFORM or, on Java 21 and newer, VIRTUAL");
      }
      params.put("executor", List.of(executor));
    }
    WORKLOAD_PARAMS.forEach((option, param) -> {
      if (!given.texts(option).isEmpty()) {
        params.put(param, given.texts(option));
      }
    });
    String others = given.text("jmh.params");
    if (others != null) {
      for (String assignment : others.split(";", -1)) {
        int equals = assignment.indexOf('=');
        if (equals < 1) {
          throw GivenOptions.wrong("jmh.params", others, "write NAME=VALUE,VALUE;NAME=VALUE");
        }
        params.put(
            assignment.substring(0, equals).trim(),
            List.of(assignment.substring(equals + 1).split(",", -1)));
      }
    }
    return params;
  }
}
