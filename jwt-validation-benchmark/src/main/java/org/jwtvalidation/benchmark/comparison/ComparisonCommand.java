// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.comparison;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jwtvalidation.benchmark.nativecode.InputWriter;
import org.jwtvalidation.benchmark.report.Report;
import org.jwtvalidation.benchmark.run.EarlierRun;
import org.jwtvalidation.benchmark.run.Environment;
import org.jwtvalidation.benchmark.run.ExitCode;
import org.jwtvalidation.benchmark.run.GivenOptions;
import org.jwtvalidation.benchmark.run.Progress;

/**
 * The command behind {@code ./mvnw verify -Pbenchmark -Djmh.suite=native}: builds programs in other
 * languages, measures them and this library, and reports. {@code native/README.adoc} describes it.
 */
public final class ComparisonCommand {

  private final GivenOptions given;
  private final Path folder;
  private final PrintStream console;
  private final PrintStream errors;

  ComparisonCommand(GivenOptions given, PrintStream console, PrintStream errors) {
    this.given = given;
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
    System.exit(new ComparisonCommand(GivenOptions.ofSystem(), System.out, System.err).execute());
  }

  /** Runs the command; returns its {@link ExitCode}. */
  int execute() throws IOException {
    return ExitCode.of(
        folder,
        errors,
        () -> {
          try {
            return run();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "FAILED: interrupted" + System.lineSeparator();
          }
        });
  }

  /** Returns what has failed, one a line. */
  private String run() throws IOException, InterruptedException {
    boolean quick = given.flag("jmh.quick");
    Pattern include =
        GivenOptions.parsed(
            "jmh.include",
            given.text("jmh.include", ""),
            "choose a regular expression for names such as \"ES256 one-key\"",
            Pattern::compile);
    Path sources = Path.of(given.text("benchmark.programs", "native"));
    List<String> homes = given.texts("benchmark.jdks");
    Map<Integer, Path> jdks =
        homes.isEmpty() ? Jdks.beside(Path.of(System.getProperty("java.home"))) : Jdks.of(homes);
    // The build has read the suite.
    var unused = given.text("jmh.suite", "native");
    given.refuseUnknown();

    Files.createDirectories(folder);
    EarlierRun.forget(folder);
    Path log = folder.resolve("native.log");
    Files.deleteIfExists(log);
    Path input = folder.resolve("native-input.txt");
    console.println("Signing tokens");
    boolean hasTokens =
        InputWriter.write(
            input,
            quick ? 10 : 100,
            algorithm ->
                Regime.ALL.stream()
                    .anyMatch(regime -> include.matcher(algorithm.joseName() + regime).find()));
    if (!hasTokens) {
      throw GivenOptions.wrong(
          "jmh.include", include.pattern(), "choose part of a name such as \"ES256 one-key\"");
    }
    Programs programs = new Programs(input, log, console);
    programs.build(sources);
    for (Map.Entry<Integer, Path> jdk : jdks.entrySet()) {
      programs.addJava(jdk.getKey(), jdk.getValue());
    }
    Environment environment = Environment.write(folder, quick, given.all());
    environment.warnIfBusy(console, "");
    environment.add("programs", programs.described());

    List<Table> tables =
        programs.tables(
            name -> include.matcher(name).find(),
            quick ? Effort.QUICK : Effort.FULL,
            Processor.last());
    ComparisonResults results = measure(tables, input, log, environment);
    Map<String, String> outcomes = new LinkedHashMap<>(programs.missing());
    outcomes.putAll(results.failures());
    environment.add("outcomes", outcomes);
    environment.writeUse();
    if (!results.isEmpty()) {
      console.println();
      console.print(Report.write(folder));
    }
    return outcomes.entrySet().stream()
        .filter(outcome -> results.isEmpty() || outcome.getValue().startsWith("failed"))
        .map(outcome ->
            "FAILED: " + outcome.getKey() + ": " + outcome.getValue() + System.lineSeparator())
        .collect(Collectors.joining());
  }

  private ComparisonResults measure(
      List<Table> tables, Path input, Path log, Environment environment)
      throws IOException, InterruptedException {
    ComparisonResults results = new ComparisonResults(folder);
    List<String> words = new ArrayList<>();
    words.add(tables.size() + " tables");
    words.add(tables.stream().mapToInt(table -> table.entrants().size()).sum() + " processes");
    Progress progress = new Progress(console, System::nanoTime, String.join(", ", words), tables);
    for (Table table : tables) {
      progress.begin(table);
      int before = results.failures().size();
      table.measure(input, log, results);
      results.write();
      environment.writeUse();
      int failed = results.failures().size() - before;
      progress.end(
          table,
          failed == 0 ? "done" : String.format(Locale.ROOT, "%d FAILED, see %s", failed, log));
    }
    return results;
  }
}
