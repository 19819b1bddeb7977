// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * A row to measure.
 *
 * @param benchmark the full name of the benchmark method
 * @param params the value of each parameter
 * @param varying the parameters whose values differ between rows
 * @param again whether another row measures the same, which shows what chance does
 */
record PlannedRow(
    String benchmark,
    Mode mode,
    int threads,
    Map<String, String> params,
    Set<String> varying,
    RowTime time,
    boolean again)
    implements Turn {

  private static final String JVMS = "jvms";
  private static final String SECONDS = "seconds";

  /** The parameters of a benchmark that starts JVMs itself: their number and their time. */
  static final List<String> OTHER_JVMS = List.of(JVMS, SECONDS);

  /** The class whose rows are compared with each other. */
  String benchmarkClass() {
    return benchmark.substring(0, benchmark.lastIndexOf('.'));
  }

  @Override
  public double expectedSeconds() {
    return time.expectedSeconds() + time.forks() * secondsOfOtherJvms();
  }

  private double secondsOfOtherJvms() {
    return number(JVMS) * (RowTime.SECONDS_TO_PREPARE + number(SECONDS));
  }

  private double number(String param) {
    return Double.parseDouble(params.getOrDefault(param, "0"));
  }

  PlannedRow inOneJvm() {
    return new PlannedRow(benchmark, mode, threads, params, varying, time.inOneJvm(), again);
  }

  PlannedRow twin() {
    return new PlannedRow(benchmark, mode, threads, params, varying, time, true);
  }

  /** Further arguments of the row's JVM, from the parameter {@code jvm}. */
  List<String> jvmArgs() {
    return Stream.of(params.getOrDefault("jvm", "").split(" ", -1))
        .filter(argument -> !argument.isEmpty())
        .toList();
  }

  /** The options with which JMH runs this row and no other. */
  ChainedOptionsBuilder options() {
    ChainedOptionsBuilder options = new OptionsBuilder();
    options
        .include("^" + Pattern.quote(benchmark) + "$")
        .mode(mode)
        .threads(threads)
        .forks(time.forks())
        .warmupIterations(time.warmupIterations())
        .warmupTime(time.warmupTime())
        .measurementIterations(time.iterations())
        .measurementTime(time.time());
    params.forEach(options::param);
    return options;
  }

  /** A readable form of what distinguishes the row. */
  @Override
  public String toString() {
    String count = params.getOrDefault("threads", String.valueOf(threads));
    String values =
        params.entrySet().stream()
            .filter(param -> varying.contains(param.getKey()) && !param.getKey().equals("threads"))
            .map(param -> " " + param.getKey() + "=" + param.getValue())
            .collect(Collectors.joining());
    return Suite.shortName(benchmark)
        + " "
        + mode.shortLabel()
        + " threads="
        + count
        + values
        + (again ? " again" : "");
  }
}
