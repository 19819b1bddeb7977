// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The report on a run: a page, a summary, a badge and a picture. */
public final class Report {

  /** The fact of {@code environment.json} how many measurements the run was to make. */
  public static final String PLANNED = "planned";

  /** The fact how many it has made. */
  public static final String MEASURED = "measured";

  private Report() {}

  /**
   * Writes {@code report.html}, {@code summary.txt} and {@code badge.json} into the folder of the
   * results, and {@code speed.svg} or {@code native.svg} if the run has the rows for them.
   *
   * @param folder the folder with {@code jmh-result.json} and {@code environment.json}, and with
   *     {@code profiles.json} if the Flight Recorder was on
   * @return the summary
   * @throws IllegalArgumentException if one of the first two is missing, or one of the three is
   *     incomplete; the message is one line that names the remedy
   */
  public static String write(Path folder) {
    Results results = Results.in(folder);
    Path page = folder.resolve("report.html");
    String summary = Summary.of(results, page);
    try {
      Files.writeString(page, Page.of(results, null));
      Files.writeString(folder.resolve("summary.txt"), summary);
      Files.writeString(folder.resolve("badge.json"), badge(results).toPrettyString() + "\n");
      List<SpeedFigure> figures = SpeedFigure.of(results);
      if (!figures.isEmpty()) {
        Files.writeString(
            folder.resolve("speed.svg"),
            SpeedChart.of(SpeedChart.USUAL, figures, Summary.origin(results.environment())));
      }
      List<SpeedFigure> beside = NativeCode.figures(results);
      if (!beside.isEmpty()) {
        Files.writeString(
            folder.resolve("native.svg"),
            SpeedChart.of(NativeCode.CAPTIONS, beside, Summary.origin(results.environment())));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return summary;
  }

  /**
   * Returns what must be known to read the score of a row.
   *
   * @param row the row as in {@code jmh-result.json}
   * @return a few words each
   */
  public static List<String> notes(JsonNode row) {
    return Notes.of(Row.of(row));
  }

  /** The throughput under the standard load, in the format of shields.io. */
  private static ObjectNode badge(Results results) {
    String message = "not measured";
    for (Row row : Disturbance.without(results.of("standard"))) {
      if (row.type().equals("Validation") && row.is("cacheSize", "60")) {
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
