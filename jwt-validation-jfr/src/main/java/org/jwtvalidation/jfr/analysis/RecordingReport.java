package org.jwtvalidation.jfr.analysis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** What a recording says of its validations, to be had in two forms. Not thread-safe. */
public final class RecordingReport {

  private final Analysis analysis;

  private RecordingReport(Analysis analysis) {
    this.analysis = analysis;
  }

  /**
   * Reads a recording, which is not kept.
   *
   * @param recording the file
   * @return what it says
   * @throws IllegalArgumentException if it cannot be read, or has no validations
   */
  public static RecordingReport of(Path recording) {
    return new RecordingReport(Analysis.of(recording));
  }

  /**
   * Gives the form for other programs: one JSON object with a member for each part of the
   * recording. A part has the name of what was measured, or {@code recording} where no phases are
   * marked. Times are in nanoseconds.
   *
   * @return the JSON text
   */
  public String json() {
    StringBuilder text = new StringBuilder();
    try {
      writeJson(text);
    } catch (IOException e) {
      throw new UncheckedIOException("a text in memory can be written", e);
    }
    return text.toString();
  }

  void writeJson(Appendable text) throws IOException {
    JsonReport.write(analysis, text);
  }

  /**
   * Gives the form for people.
   *
   * @return lines of text, each with its end
   */
  public String text() {
    return ConsoleReport.of(analysis);
  }
}
