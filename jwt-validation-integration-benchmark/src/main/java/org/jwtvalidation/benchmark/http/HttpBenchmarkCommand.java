// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jwtvalidation.benchmark.report.Report;
import org.jwtvalidation.benchmark.run.EarlierRun;
import org.jwtvalidation.benchmark.run.Environment;
import org.jwtvalidation.benchmark.run.ExitCode;
import org.jwtvalidation.benchmark.run.Folders;
import org.jwtvalidation.benchmark.run.GivenOptions;

/**
 * The command behind {@code ./mvnw verify -Pbenchmark-http}: drives services over HTTP and reports
 * on them. Its options are system properties, which {@code doc/inside/http-benchmark.adoc} lists.
 */
public final class HttpBenchmarkCommand {

  private HttpBenchmarkCommand() {}

  /**
   * Runs the command and exits with its {@link ExitCode}; Java itself exits with 1.
   *
   * @param args none
   * @throws IOException if the results cannot be written
   */
  public static void main(String[] args) throws IOException {
    GivenOptions given = GivenOptions.ofSystem();
    Path folder = Path.of(given.text("benchmark.results", "target/benchmark-results"));
    Path services = Path.of(given.text("load.services", "services"));
    System.exit(
        ExitCode.of(folder, System.err, () -> measure(given, services, folder, System.out)));
  }

  /** Returns the failed rows, one a line. */
  static String measure(GivenOptions given, Path services, Path folder, PrintStream console)
      throws IOException {
    HttpOptions options = HttpOptions.of(given);
    given.refuseUnknown();
    List<HttpRow> rows = HttpPlan.of(options);
    if (!options.cpus().isEmpty()) {
      // Says at once if there can be none.
      Quota.of(1).close();
    }
    Files.createDirectories(folder);
    // They have a file for each row, and the rows are others now.
    for (String files : List.of("loads", "recordings")) {
      Folders.delete(folder.resolve(files));
    }
    EarlierRun.forget(folder);
    Environment environment = Environment.write(folder, options.quick(), given.all());
    Processors processors = Processors.divided();
    console.println(processors.description());
    if (!options.quick()) {
      environment.warnIfBusy(console, "");
    }
    HttpRun run = new HttpRun(options, services, processors, folder, console);
    environment.add("outcomes", run.failures());
    run.execute(
        rows,
        (measured, planned) -> {
          environment.writeProgress(measured, planned);
          if (Files.exists(folder.resolve("jmh-result.json"))) {
            Report.write(folder);
          }
        });
    if (Files.exists(folder.resolve("jmh-result.json"))) {
      console.println();
      console.print(Files.readString(folder.resolve("summary.txt")));
    }
    return run.failures().entrySet().stream()
        .map(row -> "FAILED: " + row.getKey() + ": " + row.getValue() + System.lineSeparator())
        .collect(Collectors.joining());
  }
}
