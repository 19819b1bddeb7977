// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.benchmark.run.MachineUse;
import org.jwtvalidation.benchmark.run.ProcessorUse;
import org.jwtvalidation.benchmark.run.Progress;

/** Measures rows, and writes the results after each, so that an interrupted run keeps them. */
final class HttpRun {

  private final HttpOptions options;
  private final Path services;
  private final Processors processors;
  private final Path folder;
  private final PrintStream console;
  private final HttpResults results;
  private final List<String> failed = new ArrayList<>();
  private int rowNumber;
  private boolean isGeneratorCompiled;

  /**
   * Creates a run.
   *
   * @param services the folder of the packaged services
   * @param processors on which they run
   * @param folder the folder for the results
   */
  HttpRun(
      HttpOptions options, Path services, Processors processors, Path folder, PrintStream console) {
    this.options = options;
    this.services = services;
    this.processors = processors;
    this.folder = folder;
    this.console = console;
    this.results = new HttpResults(folder);
  }

  /**
   * Measures the rows.
   *
   * @return those that failed
   */
  List<String> execute(List<HttpRow> rows) throws IOException {
    Files.createDirectories(folder.resolve("services"));
    Files.createDirectories(folder.resolve("loads"));
    if (options.recorded()) {
      Files.createDirectories(folder.resolve("recordings"));
    }
    long sessions = rows.stream().map(HttpRow::session).distinct().count();
    Progress progress =
        new Progress(
            console, System::nanoTime, rows.size() + " rows of " + sessions + " services", rows);
    for (int first = 0; first < rows.size(); ) {
      int next = first + 1;
      while (next < rows.size() && rows.get(next).sharesServiceWith(rows.get(first))) {
        next++;
      }
      measure(rows.subList(first, next), progress);
      first = next;
    }
    return failed;
  }

  private void measure(List<HttpRow> rows, Progress progress) throws IOException {
    progress.begin(rows.get(0));
    if (rows.get(0).isFirstSeconds()) {
      progress.end(rows.get(0), measureFirstSeconds(rows.get(0)));
      return;
    }
    int ended = 0;
    try (ServiceSession session =
        ServiceSession.start(rows.get(0).session(), services, processors, folder, options)) {
      if (rows.get(0).isStartUp()) {
        double millis = session.nanosToFirstAnswer() / 1e6;
        results.addStartUp(rows.get(0), millis);
        progress.end(rows.get(0), String.format(Locale.ROOT, "%.0f ms", millis));
        return;
      }
      session.warmUp();
      for (HttpRow row : rows) {
        if (ended > 0) {
          progress.begin(row);
        }
        ended++;
        progress.end(row, measure(row, session));
      }
    } catch (IllegalStateException e) {
      for (int row = ended; row < rows.size(); row++) {
        if (row > 0) {
          progress.begin(rows.get(row));
        }
        progress.end(rows.get(row), fail(rows.get(row), String.valueOf(e.getMessage())));
      }
    }
  }

  private String measureFirstSeconds(HttpRow row) throws IOException {
    try {
      if (!isGeneratorCompiled) {
        // Otherwise the generator's own first seconds would be measured.
        firstSeconds(row);
        isGeneratorCompiled = true;
      }
      ProcessorUse before = ProcessorUse.now();
      Measurement measured = firstSeconds(row);
      for (int service = 1; service < options.newServices(); service++) {
        measured = measured.and(firstSeconds(row));
      }
      String problem = Answers.problem(row, measured, MissingNode.getInstance());
      if (problem.isEmpty()) {
        return results.addFirstSeconds(row, measured, MachineUse.since(before));
      }
      return fail(row, problem);
    } catch (IllegalStateException e) {
      return fail(row, String.valueOf(e.getMessage()));
    }
  }

  private Measurement firstSeconds(HttpRow row) throws IOException {
    rowNumber++;
    try (ServiceSession session =
        ServiceSession.start(row.session(), services, processors, folder, options)) {
      session.awaitReady();
      LoadDefinition definition =
          session.definition(row, options.firstSeconds(), row.name(rowNumber));
      return LoadGenerator.run(
          definition, folder.resolve("loads/" + definition.name() + ".hf.yaml"));
    }
  }

  private String measure(HttpRow row, ServiceSession session) throws IOException {
    rowNumber++;
    LoadDefinition warmup = session.definition(row, options.warmup(), "warmup");
    LoadGenerator.run(warmup, folder.resolve("loads/warmup.hf.yaml"));
    LoadDefinition definition =
        session.definition(row, row.load().times() * options.measurement(), row.name(rowNumber));
    AccountsBetween accounts = AccountsBetween.begin(session);
    @Nullable Recording recording =
        options.recorded()
            ? Recording.start(
                session.service(), folder.resolve("recordings/" + definition.name() + ".jfr"))
            : null;
    Measurement measured =
        LoadGenerator.run(definition, folder.resolve("loads/" + definition.name() + ".hf.yaml"));
    if (recording != null) {
      recording.stop();
    }
    JsonNode account = accounts.end();
    String problem = Answers.problem(row, measured, account);
    if (!problem.isEmpty()) {
      return fail(row, problem);
    }
    String result =
        results.add(
            row,
            definition,
            measured,
            account,
            accounts.processorTime(measured, processors.number()),
            accounts.machine());
    return row.isMeasuredTwice() ? result + secondOpinion(row, definition, measured) : result;
  }

  private String secondOpinion(HttpRow row, LoadDefinition definition, Measurement first)
      throws IOException {
    OptionalDouble second = new SecondGenerator("wrk").rate(definition, folder.resolve("loads"));
    if (second.isEmpty()) {
      return "";
    }
    results.addGenerators(row, first.rate(), second.getAsDouble());
    return String.format(
        Locale.ROOT, ", by wrk %.0f %%", 100 * second.getAsDouble() / first.rate());
  }

  private String fail(HttpRow row, String problem) {
    failed.add(row + ": " + problem);
    return "FAILED: " + problem;
  }
}
