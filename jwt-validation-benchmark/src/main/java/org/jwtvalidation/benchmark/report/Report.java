package org.jwtvalidation.benchmark.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.jwtvalidation.ValidationStep;

/** What people look at after a run: a page, a summary, a badge. */
public final class Report {

  private static final String ECHARTS = "META-INF/maven/org.webjars/echarts/pom.properties";

  private Report() {}

  /**
   * Writes {@code report.html}, {@code summary.txt} and {@code badge.json} beside what they are
   * made of.
   *
   * @param folder where {@code jmh-result.json} and {@code environment.json} are
   * @return the summary
   * @throws IllegalArgumentException if one of the two is not there or not whole; the message is
   *     one line that says what to do
   */
  public static String write(Path folder) {
    Results results = Results.in(folder);
    Path page = folder.resolve("report.html");
    String summary = Summary.of(results, page);
    try {
      Files.writeString(page, page(results));
      Files.writeString(folder.resolve("summary.txt"), summary);
      Files.writeString(folder.resolve("badge.json"), badge(results).toPrettyString() + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return summary;
  }

  /** One file, so that it can be mailed, kept and opened from disk. */
  private static String page(Results results) throws IOException {
    ObjectNode data = Results.JSON.createObjectNode();
    data.set("environment", results.environment());
    data.set("rows", Results.JSON.valueToTree(results.rows()));
    data.set("suites", Results.JSON.valueToTree(results.suites()));
    data.set("steps", Results.JSON.valueToTree(ValidationStep.values()));

    Properties echarts = new Properties();
    echarts.load(open("/" + ECHARTS));
    String library =
        "/META-INF/resources/webjars/echarts/" + echarts.getProperty("version") + "/echarts.min.js";
    return read("report.html")
        .replace("/*style*/", read("report.css"))
        .replace("/*echarts*/", read(library))
        .replace("/*script*/", read("report.js"))
        // Nothing in a name of a parameter may end the element that it stands in.
        .replace("/*data*/", data.toString().replace("<", "\\u003c"));
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

  private static String read(String resource) throws IOException {
    try (InputStream in = open(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static InputStream open(String resource) {
    InputStream in = Report.class.getResourceAsStream(resource);
    if (in == null) {
      throw new IllegalStateException(resource + " is missing in the class path");
    }
    return in;
  }
}
