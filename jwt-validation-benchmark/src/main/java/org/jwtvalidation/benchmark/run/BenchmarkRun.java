// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jwtvalidation.benchmark.report.Report;
import org.jwtvalidation.benchmark.suite.Level;
import org.jwtvalidation.benchmark.suite.LoadResult;
import org.jwtvalidation.benchmark.suite.OwnResults;
import org.jwtvalidation.benchmark.suite.RunFolder;
import org.jwtvalidation.benchmark.suite.load.LoadPatternBenchmark;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs rows in turns, and reports on them after each, so that an interrupted run has a report. */
final class BenchmarkRun {

  static final String RESULTS = "jmh-result.json";

  private static final String LOG = "jmh-log.txt";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** JMH's unit of a benchmark's own counters. */
  private static final String COUNTED = "#";

  private final RunOptions options;
  private final Path folder;
  private final PrintStream console;
  private final Environment environment;
  private final FlameGraphs flameGraphs;
  private int planned;
  private final Map<PlannedRow, RowResults> results = new LinkedHashMap<>();
  private final Map<PlannedRow, ObjectNode> described = new LinkedHashMap<>();
  private final Map<PlannedRow, String> failures = new LinkedHashMap<>();
  private final Map<String, Double> capacities = new HashMap<>();

  BenchmarkRun(RunOptions options, Path folder, PrintStream console, Environment environment) {
    this.options = options;
    this.folder = folder;
    this.console = console;
    this.environment = environment;
    this.flameGraphs = new FlameGraphs(folder);
  }

  /**
   * Runs the rows.
   *
   * @return those that failed
   */
  Set<PlannedRow> execute(List<PlannedRow> plan) throws IOException {
    List<PlannedRow> turns = Turns.of(plan);
    planned = turns.size();
    PrintStream errors = System.err;
    flameGraphs.clear();
    // Tokens expire.
    Folders.delete(workloads());
    try (PrintStream logFile =
        new PrintStream(Files.newOutputStream(folder.resolve(LOG)), true, UTF_8)) {
      // The output of the measured JVMs, such as a library's log, would garble the progress lines.
      System.setErr(logFile);
      OutputFormat log = OutputFormatFactory.createFormatInstance(logFile, VerboseMode.NORMAL);
      Progress progress =
          new Progress(
              console,
              System::nanoTime,
              turns.stream().distinct().count() + " rows, " + turns.size() + " JVMs",
              turns);
      for (PlannedRow row : turns) {
        progress.begin(row);
        progress.end(row, outcome(row, log, logFile, RowResults::add));
      }
      measureDisturbedAgain(log, logFile);
    } finally {
      System.setErr(errors);
      Folders.delete(workloads());
    }
    return failures.keySet();
  }

  private Path workloads() {
    return folder.resolve("workloads").toAbsolutePath();
  }

  /** What becomes of the result of a JVM. */
  @FunctionalInterface
  private interface Taker {

    void take(RowResults row, RunResult jvm, MachineUse machine);
  }

  /** Measures a row in one JVM; returns what it has measured, or why it failed. */
  private String outcome(PlannedRow row, OutputFormat log, PrintStream logFile, Taker taker)
      throws IOException {
    try {
      ProcessorUse before = ProcessorUse.now();
      RunResult result = run(row, log);
      MachineUse machine = MachineUse.since(before);
      keepCapacity(row, result);
      RowResults all = results.computeIfAbsent(row, r -> new RowResults());
      taker.take(all, result, machine);
      writeResults(row, all);
      return score(result);
    } catch (RunnerException e) {
      e.printStackTrace(logFile);
      String why = reason(e);
      addFailure(row, why);
      return "FAILED (" + why + "), see " + folder.resolve(LOG);
    }
  }

  /** What a benchmark says of its failure, which JMH keeps among the suppressed. */
  private static String reason(RunnerException e) {
    Throwable cause = e.getCause();
    Throwable own =
        cause == null ? null : Stream.of(cause.getSuppressed()).findFirst().orElse(null);
    return String.valueOf((own == null ? e : own).getMessage());
  }

  /** Lets the report say which rows it lacks, and which lack a JVM. */
  private void addFailure(PlannedRow row, String why) throws IOException {
    failures.put(row, why);
    Map<String, String> outcomes = new LinkedHashMap<>();
    failures.forEach((failed, cause) ->
        outcomes.put(
            failed.toString(), (results.containsKey(failed) ? "in one JVM: " : "") + cause));
    environment.add("outcomes", outcomes);
    environment.writeUse();
  }

  /**
   * Measures again in the place of JVMs beside which other programs were at work, until there are
   * none or none that the rest of the time suffices for.
   */
  private void measureDisturbedAgain(OutputFormat log, PrintStream logFile) throws IOException {
    long end = System.nanoTime() + options.steady().toNanos();
    long left = options.steady().toNanos();
    for (var worst = disturbed(left); worst.isPresent(); worst = disturbed(left)) {
      PlannedRow row = worst.get().getKey();
      int round = worst.get().getValue().mostDisturbed();
      console.printf(
          Locale.ROOT, "[again, at most %d s left] %s ", TimeUnit.NANOSECONDS.toSeconds(left), row);
      console.flush();
      console.println(
          outcome(
              row, log, logFile, (all, jvm, machine) -> all.replaceIfQuieter(round, jvm, machine)));
      left = end - System.nanoTime();
    }
  }

  /** The row of the JVM that was disturbed most, of those that take no longer; may be empty. */
  private Optional<Map.Entry<PlannedRow, RowResults>> disturbed(long nanos) {
    return results.entrySet().stream()
        .filter(row -> row.getValue().isDisturbed())
        .filter(row -> row.getKey().expectedSeconds() * 1e9 <= nanos)
        .max(Comparator.comparing(row -> row.getValue().percentOfOthers()));
  }

  /** The rows that were measured beside other programs. */
  List<PlannedRow> disturbedRows() {
    return results.entrySet().stream()
        .filter(row -> row.getValue().isDisturbed())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The JVMs that follow are to have the load of the first. */
  private void keepCapacity(PlannedRow row, RunResult result) {
    Result<?> found = result.getSecondaryResults().get("capacity");
    if (found != null) {
      capacities.putIfAbsent(row.benchmarkClass(), found.getScore());
    }
  }

  private RunResult run(PlannedRow row, OutputFormat log) throws RunnerException {
    try {
      // Not runSingle(), which rejects a method with several modes before it reads the mode.
      return new Runner(jmhOptions(row), log).run().iterator().next();
    } catch (RuntimeException e) {
      // Thrown by a profiler: JMH wraps what benchmarks throw.
      throw new RunnerException(String.valueOf(e.getMessage()), e);
    }
  }

  private Options jmhOptions(PlannedRow row) {
    // Not jvmArgsAppend(), which would replace the arguments that benchmarks append themselves.
    List<String> jvmArgs = JvmFlags.of(Environment.jvmFlags(), row.jvmArgs());
    jvmArgs.add("-D" + RunFolder.WORKLOADS + "=" + workloads());
    Double capacity = capacities.get(row.benchmarkClass());
    if (capacity != null) {
      jvmArgs.add("-D" + LoadPatternBenchmark.CAPACITY + "=" + capacity);
    }
    ChainedOptionsBuilder jmh =
        row.options()
            .shouldFailOnError(true)
            .addProfiler(GCProfiler.class)
            .addProfiler(OwnResults.class)
            .jvmArgs(jvmArgs.toArray(String[]::new));
    for (String profiler : options.profilers()) {
      addProfiler(jmh, profiler, row);
    }
    return jmh.build();
  }

  /** Adds a profiler in JMH's notation: its name, a colon, its options. */
  private void addProfiler(ChainedOptionsBuilder jmh, String profiler, PlannedRow row) {
    String[] parts = profiler.split(":", 2);
    String settings = parts.length == 2 ? parts[1] : "";
    jmh.addProfiler(
        parts[0],
        parts[0].equals(FlameGraphs.PROFILER)
            ? flameGraphs.settings(settings, number(row))
            : settings);
  }

  /** The place of the row in the results, from 1. */
  private int number(PlannedRow row) {
    int measured = List.copyOf(results.keySet()).indexOf(row);
    return 1 + (measured < 0 ? results.size() : measured);
  }

  /** Describes one row anew, because the histograms of many take JMH seconds. */
  private void writeResults(PlannedRow row, RowResults changed) throws IOException {
    described.put(row, described(row, changed));
    ResultFile.write(folder.resolve(RESULTS), described.values());
    environment.writeProgress(results.values().stream().mapToInt(RowResults::count).sum(), planned);
    // The next JVM starts after it.
    Report.write(folder);
  }

  private ObjectNode described(PlannedRow row, RowResults result) throws IOException {
    Path draft = folder.resolve(RESULTS + ".draft");
    ResultFormatFactory.getInstance(ResultFormatType.JSON, draft.toString())
        .writeOut(List.of(result.together()));
    ObjectNode json = (ObjectNode) JSON.readTree(draft.toFile()).get(0);
    correctForTurns(json, result.count());
    giveScore(json);
    result.describeMachine(json);
    if (row.again()) {
      json.withObject("/params").put("again", "again");
    }
    flameGraphs.of(number(row)).forEach(json.withArray("/flameGraphs")::add);
    Report.notes(json).forEach(json.withArray("/notes")::add);
    return json;
  }

  /** Corrects what JMH writes: it assumes one JVM a turn and sums the counters of all JVMs. */
  private static void correctForTurns(ObjectNode row, int jvms) {
    row.put("forks", jvms);
    for (JsonNode metric : row.path("secondaryMetrics")) {
      if (metric.path("scoreUnit").asText().equals(COUNTED)) {
        ObjectNode counted = (ObjectNode) metric;
        counted.put("score", metric.path("score").asDouble() / jvms);
        // It is the interval of the sum.
        counted.remove("scoreConfidence");
      }
    }
  }

  /** Makes what a benchmark has measured itself the score of its row. */
  private static void giveScore(ObjectNode row) {
    ObjectNode measured = (ObjectNode) row.path("secondaryMetrics");
    JsonNode score = measured.remove(OwnResults.SCORE);
    if (score != null) {
      row.set("primaryMetric", score);
      if (measured.has(LoadResult.LATENCY)) {
        row.put("mode", Mode.Throughput.shortLabel());
      }
    }
  }

  /** What one JVM has measured, from the iteration on at which it was level. */
  private static String score(RunResult result) {
    List<Double> iterations = new ArrayList<>();
    for (BenchmarkResult jvm : result.getBenchmarkResults()) {
      for (IterationResult iteration : jvm.getIterationResults()) {
        Result<?> own = iteration.getSecondaryResults().get(OwnResults.SCORE);
        iterations.add((own == null ? iteration.getPrimaryResult() : own).getScore());
      }
    }
    String unit =
        result
            .getSecondaryResults()
            .getOrDefault(OwnResults.SCORE, result.getPrimaryResult())
            .getScoreUnit();
    return String.format(Locale.ROOT, "%,.3f %s", Level.meanOf(iterations), unit);
  }
}
