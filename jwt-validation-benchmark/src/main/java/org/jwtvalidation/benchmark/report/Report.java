package org.jwtvalidation.benchmark.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What people look at after a run: a page, a summary, a badge. */
public final class Report {

  private Report() {}

  /**
   * Writes {@code report.html}, {@code summary.txt} and {@code badge.json} beside what they are
   * made of.
   *
   * @param folder where {@code jmh-result.json} and {@code environment.json} are, and {@code
   *     profiles.json} if the Flight Recorder was on
   * @return the summary
   * @throws IllegalArgumentException if one of the two is not there, or one of the three is not
   *     whole; the message is one line that says what to do
   */
  public static String write(Path folder) {
    Results results = Results.in(folder);
    Path page = folder.resolve("report.html");
    String summary = Summary.of(results, page);
    try {
      Files.writeString(page, Page.of(results, null));
      Files.writeString(folder.resolve("summary.txt"), summary);
      Files.writeString(folder.resolve("badge.json"), badge(results).toPrettyString() + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return summary;
  }

  /** As shields.io reads it: what the standard load comes to. */
  private static ObjectNode badge(Results results) {
    String message = "not measured";
    for (Row row : results.of("standard")) {
      if (row.unit().equals(Row.RATE) && row.is("cacheSize", "60")) {
        String rate = Quantity.of(row.score(), Row.RATE).text(row.score()).replace(" ", "");
        message = rate + " on " + results.environment().path("cores").asText("?") + " cores";
      }
    }
    message = results.quick() ? "quick run" : message;
    return Results.JSON
        .createObjectNode()
        .put("schemaVersion", 1)
        .put("label", "validations")
        .put("message", message)
        .put("color", message.endsWith(" cores") ? "blue" : "lightgrey");
  }
}
