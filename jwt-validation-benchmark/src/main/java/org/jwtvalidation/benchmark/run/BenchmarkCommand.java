// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jwtvalidation.benchmark.report.Comparison;
import org.jwtvalidation.benchmark.report.Report;
import org.jwtvalidation.benchmark.report.Trend;

/**
 * The command behind {@code ./mvnw verify -Pbenchmark}: runs benchmarks and reports on them, or
 * compares earlier runs. {@code doc/inside/benchmarking.adoc} lists its options.
 */
public final class BenchmarkCommand {

  private final GivenOptions given;
  private final Set<Suite> suites;
  private final Path folder;
  private final PrintStream console;
  private final PrintStream errors;

  BenchmarkCommand(GivenOptions given, Set<Suite> suites, PrintStream console, PrintStream errors) {
    this.given = given;
    this.suites = suites;
    this.folder = Path.of(given.text("benchmark.results", "target/benchmark-results"));
    this.console = console;
    this.errors = errors;
  }

  /**
   * Runs the command and exits with its {@link ExitCode}; Java itself exits with 1.
   *
   * @param args none
   * @throws IOException if the results cannot be written
   */
  public static void main(String[] args) throws IOException {
    System.exit(
        new BenchmarkCommand(GivenOptions.ofSystem(), Suite.MEASURED, System.out, System.err)
            .execute());
  }

  /** Runs the command; returns its {@link ExitCode}. */
  int execute() throws IOException {
    return ExitCode.of(folder, errors, this::measureOrRead);
  }

  private String measureOrRead() throws IOException {
    List<String> compared = given.texts("jmh.compare");
    String runs = given.text("jmh.trend");
    if (!compared.isEmpty()) {
      return compare(compared);
    }
    if (runs != null) {
      console.print(Trend.write(Path.of(runs)));
      return "";
    }
    return run();
  }

  /** Returns the failed rows, one a line. */
  private String run() throws IOException {
    RunOptions options = RunOptions.of(given, suites);
    given.refuseUnknown();
    List<PlannedRow> plan = new RunPlan(options).rows();
    Files.createDirectories(folder);
    EarlierRun.forget(folder);
    Environment environment = Environment.write(folder, options.quick(), given.all());
    if (!options.quick()) {
      environment.warnIfBusy(
          console,
          "-Djmh.steady=10m measures such rows again, for at most ten minutes."
              + System.lineSeparator());
    }
    BenchmarkRun run = new BenchmarkRun(options, folder, console, environment);
    Set<PlannedRow> failed = run.execute(plan);
    if (Files.exists(folder.resolve(BenchmarkRun.RESULTS))) {
      console.println();
      console.print(Report.write(folder));
    }
    return lines("FAILED: ", failed)
        + (options.strict() ? lines("MACHINE BUSY: ", run.disturbedRows()) : "");
  }

  private static String lines(String problem, Collection<PlannedRow> rows) {
    return rows.stream()
        .map(row -> problem + row + System.lineSeparator())
        .collect(Collectors.joining());
  }

  private String compare(List<String> files) {
    if (files.size() != 2) {
      throw GivenOptions.wrong(
          "jmh.compare", String.join(",", files), "name two result files or folders: OLD,NEW");
    }
    console.print(Comparison.of(Path.of(files.get(0)), Path.of(files.get(1))));
    return "";
  }
}
