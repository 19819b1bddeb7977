// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.benchmark.run.MachineUse;
import org.jwtvalidation.benchmark.run.ProcessorUse;
import org.jwtvalidation.benchmark.run.Progress;
import org.jwtvalidation.benchmark.run.Turn;

/** Measures rows, and writes the results after each, so that an interrupted run keeps them. */
final class HttpRun {

  /** Reports on what was measured. */
  interface Reporter {

    /** Called after each turn, with the number of those that were taken. */
    void report(int taken, int planned) throws IOException;
  }

  private final HttpOptions options;
  private final Path services;
  private final Processors processors;
  private final Path folder;
  private final PrintStream console;
  private final HttpResults results;
  private final Map<String, String> failed = new LinkedHashMap<>();
  private final Set<HttpRow> comparedWithWrk = new HashSet<>();
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

  /** The rows that have failed by now, and why. */
  Map<String, String> failures() {
    return failed;
  }

  /** Measures the rows. */
  void execute(List<HttpRow> rows, Reporter reporter) throws IOException {
    Files.createDirectories(folder.resolve("services"));
    Files.createDirectories(folder.resolve("loads"));
    if (options.recorded()) {
      Files.createDirectories(folder.resolve("recordings"));
    }
    long sessions = rows.stream().map(HttpRow::session).distinct().count();
    List<Turn> turns = HttpTurns.of(rows, options);
    Progress progress =
        new Progress(
            console, System::nanoTime, rows.size() + " rows of " + sessions + " services", turns);
    try (SideBySide running = new SideBySide(services, processors, folder, options)) {
      int taken = 0;
      for (Turn turn : turns) {
        progress.begin(turn);
        progress.end(turn, take(turn, running));
        taken++;
        reporter.report(taken, turns.size());
      }
    }
  }

  private String take(Turn turn, SideBySide running) throws IOException {
    if (turn instanceof ServiceStart start) {
      running.begin(start.group());
      return running.start(start);
    }
    HttpRow row = (HttpRow) turn;
    running.begin(row.group());
    if (failed.containsKey(row.toString())) {
      return "FAILED before";
    }
    try {
      if (row.isFirstSeconds()) {
        return measureFirstSeconds(row);
      }
      return row.isStartUp() ? measureStart(row) : measure(row, running);
    } catch (IOException | IllegalStateException e) {
      // The service no longer answers; other services do.
      return fail(row, String.valueOf(e.getMessage()));
    }
  }

  private String measureStart(HttpRow row) throws IOException {
    ProcessorUse before = ProcessorUse.now();
    double millis;
    try (ServiceSession session =
        ServiceSession.start(row.session(), services, processors, folder, options)) {
      millis = session.nanosToFirstAnswer() / 1e6;
      session.checkAnswers();
    }
    results.addStartUp(row, millis, MachineUse.since(before));
    return String.format(Locale.ROOT, "%.0f ms", millis);
  }

  private String measureFirstSeconds(HttpRow row) throws IOException {
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
    return problem.isEmpty()
        ? results.addFirstSeconds(row, measured, MachineUse.since(before))
        : fail(row, problem);
  }

  private Measurement firstSeconds(HttpRow row) throws IOException {
    rowNumber++;
    try (ServiceSession session =
        ServiceSession.start(row.session(), services, processors, folder, options)) {
      session.awaitReady();
      LoadDefinition definition =
          session.definition(row, options.firstSeconds(), row.name(rowNumber));
      Measurement measured = session.generator().run(definition);
      // Not before: these are requests, too.
      session.checkAnswers();
      return measured;
    }
  }

  private String measure(HttpRow row, SideBySide running) throws IOException {
    ServiceSession session = running.of(row);
    rowNumber++;
    if (!row.isInTurns()) {
      LoadDefinition warmup = session.definition(row, options.warmup(), "warmup");
      session.generator().run(warmup);
    }
    LoadDefinition definition =
        session.definition(
            row,
            row.isInTurns() ? options.turn() : row.load().times() * options.measurement(),
            row.name(rowNumber));
    // Its beginning and its end take processor time of the service, and its analysis that of the
    // generator.
    @Nullable Recording recording =
        options.recorded()
            ? Recording.start(
                session.service(), folder.resolve("recordings/" + definition.name() + ".jfr"))
            : null;
    AccountsBetween accounts = AccountsBetween.begin(session, running);
    Measurement measured = session.generator().run(definition, accounts::connected);
    session.service().checkThatItRuns();
    JsonNode account = accounts.end();
    if (recording != null) {
      recording.stop();
    }
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
            accounts.processorTime(measured, definition.threads(), processors),
            accounts.machine(),
            row.kinds().stream().allMatch(session::isLevel));
    return row.isMeasuredTwice() && comparedWithWrk.add(row)
        ? result + secondOpinion(row, session, definition, measured)
        : result;
  }

  private String secondOpinion(
      HttpRow row, ServiceSession session, LoadDefinition definition, Measurement first)
      throws IOException {
    OptionalDouble second = new SecondGenerator("wrk").rate(definition, folder.resolve("loads"));
    if (second.isEmpty()) {
      return "";
    }
    // It leaves without its last answers, and the next row would count those requests.
    session.service().awaitIdle();
    results.addGenerators(row, first.rate(), second.getAsDouble());
    return String.format(
        Locale.ROOT, ", by wrk %.0f %%", 100 * second.getAsDouble() / first.rate());
  }

  private String fail(HttpRow row, String problem) throws IOException {
    failed.put(row.toString(), problem);
    results.remove(row);
    return "FAILED: " + problem;
  }
}
