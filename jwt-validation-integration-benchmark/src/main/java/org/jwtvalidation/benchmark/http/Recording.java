// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jwtvalidation.jfr.analysis.RecordingReport;

/** A recording of a service by the Flight Recorder while a row is measured, and its analysis. */
final class Recording {

  private final RunningService service;
  private final Path file;

  private Recording(RunningService service, Path file) {
    this.service = service;
    this.file = file;
  }

  /** Records every validation, and what the JVM and the machine do meanwhile. */
  static Recording start(RunningService service, Path file) throws IOException {
    Recording recording = new Recording(service, file.toAbsolutePath());
    recording.command(
        "JFR.start",
        "name=row",
        "settings=profile",
        // A plus adds what the settings of the JDK do not name.
        "+jwt.TokenValidation#threshold=0ns",
        "+jwt.Request#threshold=0ns",
        "+jwt.Scheduling#enabled=true",
        "+service.EventLoopDelay#enabled=true");
    return recording;
  }

  /** Ends the recording and writes its analysis beside it, if there is something to analyse. */
  void stop() throws IOException {
    command("JFR.stop", "name=row", "filename=" + file);
    String analysis = validations() + EventLoopReport.of(file);
    if (!analysis.isEmpty()) {
      Files.writeString(file.resolveSibling(file.getFileName() + ".txt"), analysis);
    }
  }

  private String validations() {
    try {
      return RecordingReport.of(file).text();
    } catch (IllegalArgumentException e) {
      // Not every row validates tokens, and not every service records it.
      return "";
    }
  }

  private void command(String... words) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(String.valueOf(service.processId())));
    arguments.addAll(List.of(words));
    Program.ofJdk("jcmd", arguments);
  }
}
