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
      } else if (args.size() >= 2 && args.size() <= 3 && args.get(0).equals("analyze")) {
        RecordingReport report = RecordingReport.of(Path.of(args.get(1)));
        out.print(report.text());
        if (args.size() == 3) {
          try (BufferedWriter json = Files.newBufferedWriter(Path.of(args.get(2)))) {
            report.writeJson(json);
          }
        }
      } else {
        throw new IllegalArgumentException(
            (args.isEmpty() ? "no command given; " : String.join(" ", args) + " is not a command; ")
                + USAGE);
      }
      return 0;
    } catch (IllegalArgumentException e) {
      err.println(e.getMessage());
      return 2;
    } catch (IOException e) {
      err.println(e + "; choose a file that can be written");
      return 2;
    }
  }

  private static String settings() throws IOException {
    try (InputStream settings = JfrCommand.class.getResourceAsStream("jwt-validation.jfc")) {
      return new String(settings.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
