// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toList;

import java.lang.reflect.Method;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The rows that the options select: each benchmark, mode and number of threads with each
 * combination of parameters.
 */
final class RunPlan {

  private static final OutputFormat SILENT =
      OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT);

  /** With more threads, a short iteration ends before all of them have started. */
  private static final int QUICK_THREADS = 4;

  private final RunOptions options;

  RunPlan(RunOptions options) {
    this.options = options;
  }

  /**
   * The rows, suite by suite.
   *
   * @throws IllegalArgumentException if there is none, or no benchmark has a parameter that is
   *     given
   */
  List<PlannedRow> rows() {
    Set<BenchmarkListEntry> all = BenchmarkList.defaultList().getAll(SILENT, List.of());
    refuseUnknownParams(all);
    Map<Suite, List<PlannedRow>> suites =
        all.stream()
            .filter(entry -> isSelected(entry.getUsername()))
            .sorted(
                Comparator.comparing((BenchmarkListEntry entry) -> suite(entry.getUsername()))
                    .thenComparing(entry -> entry))
            .flatMap(this::rows)
            .collect(groupingBy(row -> suite(row.benchmark()), LinkedHashMap::new, toList()));
    if (suites.isEmpty()) {
      throw new IllegalArgumentException(
          "jmh.include: "
              + options.include()
              + " matches no benchmark of "
              + options.suites().stream().map(Suite::label).toList()
              + "; choose part of a benchmark's name, or other suites");
    }
    Set<Class<?>> repeated = new HashSet<>();
    return suites.values().stream().flatMap(rows -> withTwin(rows, repeated)).toList();
  }

  /** A misspelled one would have no effect. One that other benchmarks have has none, either. */
  private void refuseUnknownParams(Set<BenchmarkListEntry> benchmarks) {
    Set<String> known =
        benchmarks.stream()
            .flatMap(entry -> entry.getParams().orElse(Map.of()).keySet().stream())
            .collect(toCollection(TreeSet::new));
    for (String name : options.params().keySet()) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "jmh.params: no benchmark has a parameter "
                + name
                + "; choose one of "
                + String.join(", ", known));
      }
    }
  }

  /**
   * Measures the first row of a suite's last benchmark twice: a difference of the two is chance,
   * the same for all benchmarks that share a superclass.
   */
  private Stream<PlannedRow> withTwin(List<PlannedRow> rows, Set<Class<?>> repeated) {
    PlannedRow last = rows.get(rows.size() - 1);
    return options.quick() || rows.size() == 1 || !repeated.add(family(last.benchmarkClass()))
        ? rows.stream()
        : Stream.concat(
            rows.stream(),
            rows.stream()
                .filter(row -> row.benchmark().equals(last.benchmark()))
                .limit(1)
                .map(PlannedRow::twin));
  }

  /** The class by which a benchmark measures: its superclass, or else itself. */
  private static Class<?> family(String className) {
    Class<?> itself = load(className);
    Class<?> parent = itself.getSuperclass();
    return parent == Object.class ? itself : parent;
  }

  private static Class<?> load(String className) {
    try {
      return Class.forName(className);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("cannot find benchmark " + className, e);
    }
  }

  private boolean isSelected(String benchmark) {
    return options.suites().stream().anyMatch(suite -> suite.contains(benchmark))
        && options.include().matcher(benchmark).find();
  }

  private static Suite suite(String benchmark) {
    return Stream.of(Suite.values())
        .filter(suite -> suite.contains(benchmark))
        .findFirst()
        .orElseThrow();
  }

  private Stream<PlannedRow> rows(BenchmarkListEntry entry) {
    Map<String, List<String>> params = params(entry);
    Set<String> varying =
        params.entrySet().stream()
            .filter(param -> param.getValue().size() > 1)
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    int annotated = entry.getThreads().orElse(1);
    // A benchmark that starts its own threads has their number as a parameter.
    List<Integer> threads =
        params.containsKey("threads") ? List.of(annotated) : threads(List.of(annotated));
    if (annotated == 1) {
      refuseMoreThanProcessors(entry.getUsername(), threads);
    }
    return threads.stream()
        .flatMap(count ->
            combinations(params).stream()
                .filter(values -> !isUnknown(values))
                .map(values ->
                    new PlannedRow(
                        entry.getUsername(),
                        entry.getMode(),
                        count,
                        values,
                        varying,
                        time(entry),
                        false)));
  }

  /** JMH adds up the rates of threads that did not run at the same time. */
  private static void refuseMoreThanProcessors(String benchmark, List<Integer> threads) {
    int processors = Runtime.getRuntime().availableProcessors();
    int most = Collections.max(threads);
    if (most > processors) {
      throw new IllegalArgumentException(
          "jmh.threads: %s cannot measure %d threads on %d processors; choose fewer, or another "
                  .formatted(Suite.shortName(benchmark), most, processors)
              + "benchmark, such as PeerRs256UnderLoad");
    }
  }

  /** The JDK does not know the processor time of virtual threads. */
  private static boolean isUnknown(Map<String, String> params) {
    return "VIRTUAL".equals(params.get("executor")) && "true".equals(params.get("cpuTime"));
  }

  /** The numbers of threads to use for a benchmark that asks for these. */
  private List<Integer> threads(List<Integer> requested) {
    if (!options.threads().isEmpty()) {
      return options.threads();
    }
    return options.quick()
        ? requested.stream().map(count -> Math.min(count, QUICK_THREADS)).distinct().toList()
        : requested;
  }

  private Map<String, List<String>> params(BenchmarkListEntry entry) {
    Map<String, List<String>> params = new TreeMap<>();
    entry
        .getParams()
        .orElse(Map.of())
        .forEach((name, values) -> params.put(name, Stream.of(values).distinct().toList()));
    params.putAll(valuesOnThisMachine(entry));
    params.computeIfPresent(
        "threads",
        (name, values) ->
            threads(values.stream().map(Integer::valueOf).toList()).stream()
                .map(String::valueOf)
                .toList());
    if (options.quick()) {
      PlannedRow.OTHER_JVMS.forEach(name -> params.replace(name, List.of("1")));
    }
    params.replaceAll((name, values) -> options.params().getOrDefault(name, values));
    return params;
  }

  /** The values of the parameters that depend on the machine. */
  private static Map<String, List<String>> valuesOnThisMachine(BenchmarkListEntry entry) {
    Map<String, List<String>> values = new HashMap<>();
    try {
      for (Method method : load(entry.getUserClassQName()).getMethods()) {
        ValuesOf parameter = method.getAnnotation(ValuesOf.class);
        if (parameter != null) {
          values.put(parameter.value(), List.of((String[]) method.invoke(null)));
        }
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot call a method of " + entry.getUsername(), e);
    }
    return values;
  }

  private static List<Map<String, String>> combinations(Map<String, List<String>> params) {
    List<Map<String, String>> combinations = List.of(Map.of());
    for (Map.Entry<String, List<String>> param : params.entrySet()) {
      combinations =
          combinations.stream()
              .flatMap(shorter ->
                  param.getValue().stream().map(value -> with(shorter, param.getKey(), value)))
              .toList();
    }
    return combinations;
  }

  private static Map<String, String> with(Map<String, String> params, String name, String value) {
    Map<String, String> longer = new LinkedHashMap<>(params);
    longer.put(name, value);
    return longer;
  }

  private RowTime time(BenchmarkListEntry entry) {
    return options.timing().over(options.quick() ? RowTime.QUICK : annotated(entry));
  }

  private static RowTime annotated(BenchmarkListEntry entry) {
    boolean single = entry.getMode() == Mode.SingleShotTime;
    return new RowTime(
        entry.getForks().orElse(Defaults.MEASUREMENT_FORKS),
        entry
            .getWarmupIterations()
            .orElse(single ? Defaults.WARMUP_ITERATIONS_SINGLESHOT : Defaults.WARMUP_ITERATIONS),
        entry.getWarmupTime().orElse(single ? TimeValue.seconds(1) : Defaults.WARMUP_TIME),
        entry
            .getMeasurementIterations()
            .orElse(
                single
                    ? Defaults.MEASUREMENT_ITERATIONS_SINGLESHOT
                    : Defaults.MEASUREMENT_ITERATIONS),
        entry
            .getMeasurementTime()
            .orElse(single ? TimeValue.seconds(1) : Defaults.MEASUREMENT_TIME));
  }
}
