// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.comparison;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A running program, which answers one command after the other. One thread at a time. */
final class ProgramProcess implements AutoCloseable {

  private static final String FAILED = "failed: ";
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private final Process process;
  private final Writer commands;

  /** The lines that it has printed; empty at their end. */
  private final BlockingQueue<Optional<String>> answers = new LinkedBlockingQueue<>();

  private ProgramProcess(Process process) {
    this.process = process;
    this.commands = process.outputWriter(US_ASCII);
    Thread reader = new Thread(this::read, "answers of " + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts a program.
   *
   * @param input the file with keys and tokens
   * @param log where what it complains of is added
   */
  static ProgramProcess start(List<String> command, Path input, Path log) throws ProgramException {
    List<String> all = new ArrayList<>(command);
    all.add(input.toString());
    try {
      return new ProgramProcess(
          new ProcessBuilder(all)
              .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start());
    } catch (IOException e) {
      throw ProgramException.absent(command.get(0) + " does not start");
    }
  }

  private void read() {
    try (BufferedReader lines = process.inputReader(US_ASCII)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        answers.add(Optional.of(line));
      }
    } catch (IOException e) {
      // As if it had ended: whatever it prints now, nobody can read.
    }
    answers.add(Optional.empty());
  }

  long pid() {
    return process.pid();
  }

  /**
   * Gives a command, and returns its answer.
   *
   * @param patience how long it may take
   * @throws ProgramException if the program says that it has failed, says nothing, or has ended
   */
  String ask(String command, Duration patience) throws ProgramException, InterruptedException {
    try {
      commands.write(command + "\n");
      commands.flush();
    } catch (IOException e) {
      throw ended(command);
    }
    return line(command, patience);
  }

  /** The same for {@code list}, whose answer has several lines. */
  List<String> list(Duration patience) throws ProgramException, InterruptedException {
    List<String> lines = new ArrayList<>();
    String line = ask("list", patience);
    while (!line.equals("end")) {
      lines.add(line);
      line = line("list", patience);
    }
    return lines;
  }

  private String line(String command, Duration patience)
      throws ProgramException, InterruptedException {
    Optional<String> line = answers.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    if (line == null) {
      throw ProgramException.failed(
          "no answer to \"" + command + "\" in " + patience.toSeconds() + " s");
    }
    String answer = line.orElse(null);
    if (answer == null) {
      throw ended(command);
    }
    if (answer.startsWith(FAILED)) {
      throw ProgramException.failed(answer.substring(FAILED.length()));
    }
    return answer;
  }

  private ProgramException ended(String command) {
    String status;
    try {
      status =
          process.waitFor(FAREWELL.toMillis(), TimeUnit.MILLISECONDS)
              ? " with status " + process.exitValue()
              : "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      status = "";
    }
    return ProgramException.failed("it ended" + status + " at \"" + command + "\"");
  }

  /** Lets the program end, and ends it if it does not. */
  @Override
  public void close() {
    try (commands) {
      commands.write("quit\n");
      commands.flush();
      process.waitFor(FAREWELL.toMillis(), TimeUnit.MILLISECONDS);
    } catch (IOException e) {
      // It has ended.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }
}
