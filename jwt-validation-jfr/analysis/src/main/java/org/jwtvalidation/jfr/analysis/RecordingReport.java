// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** A report on the validations of a recording, as text or JSON. Not thread-safe. */
public final class RecordingReport {

  private final Analysis analysis;

  private RecordingReport(Analysis analysis) {
    this.analysis = analysis;
  }

  /**
   * Analyzes a recording.
   *
   * @param recording the file, which is not needed afterwards
   * @return the report
   * @throws IllegalArgumentException if it cannot be read or has no validations
   */
  public static RecordingReport of(Path recording) {
    return new RecordingReport(Analysis.of(recording));
  }

  /**
   * Returns the report as JSON: an object with one member for each benchmark of the recording, or
   * the member {@code recording} if no phases are marked. Times are in nanoseconds.
   *
   * @return the JSON text
   */
  public String json() {
    StringBuilder text = new StringBuilder();
    try {
      writeJson(text);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot fail in memory", e);
    }
    return text.toString();
  }

  void writeJson(Appendable text) throws IOException {
    JsonReport.write(analysis, text);
  }

  /**
   * Returns the report as text.
   *
   * @return lines that each end with a line feed
   */
  public String text() {
    return ConsoleReport.of(analysis);
  }
}
