// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The command of the module: {@code analyze RECORDING [JSON-FILE]} reports on the validations of a
 * recording, {@code settings} prints the settings that ship with the events. The exit code is 0, or
 * 2 after one line on standard error.
 */
public final class JfrCommand {

  private static final String USAGE =
      "write analyze RECORDING, analyze RECORDING JSON-FILE, or settings";

  private JfrCommand() {}

  /**
   * Runs the command.
   *
   * @param args the command and its files
   */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.exit(run(List.of(args), out, System.err));
  }

  static int run(List<String> args, PrintStream out, PrintStream err) {
    try {
      if (args.equals(List.of("settings"))) {
        out.print(settings());
      } else if (args.size() == 2 && args.get(0).equals("analyze")) {
        out.print(RecordingReport.of(Path.of(args.get(1))).text());
      } else if (args.size() == 3 && args.get(0).equals("analyze")) {
        analyze(Path.of(args.get(1)), Path.of(args.get(2)), out);
      } else {
        throw new IllegalArgumentException(
            (args.isEmpty() ? "no command given; " : String.join(" ", args) + " is not a command; ")
                + USAGE);
      }
      if (out.checkError()) {
        err.println("standard output cannot be written; choose a file or a program that takes it");
        return 2;
      }
      return 0;
    } catch (OutOfMemoryError e) {
      err.println("the heap is too small; run java with a larger one, as by -Xmx1g");
      return 2;
    } catch (IllegalArgumentException e) {
      err.println(e.getMessage());
      return 2;
    } catch (IOException e) {
      err.println(e + "; choose a file that can be written");
      return 2;
    }
  }

  private static void analyze(Path recording, Path target, PrintStream out) throws IOException {
    // As a shell makes of *.jfr.
    if (Recordings.beginsAsOne(target)) {
      throw new IllegalArgumentException(
          target + " is a recording; choose another file for the JSON text");
    }
    RecordingReport report = RecordingReport.of(recording);
    out.print(report.text());
    try (BufferedWriter json = Files.newBufferedWriter(target)) {
      report.writeJson(json);
    }
  }

  private static String settings() throws IOException {
    try (InputStream settings = JfrCommand.class.getResourceAsStream("jwt-validation.jfc")) {
      return new String(settings.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
