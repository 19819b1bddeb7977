// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.token.ValidationStep;

/** The HTML page: a single file that can be mailed, archived and opened from disk. */
final class Page {

  private static final String ECHARTS = "META-INF/maven/org.webjars/echarts/pom.properties";

  private Page() {}

  static String of(Results results, @Nullable JsonNode trend) throws IOException {
    ObjectNode data = Results.JSON.createObjectNode();
    data.set("environment", results.environment());
    ArrayNode rows = data.putArray("rows");
    for (Row row : results.rows()) {
      ObjectNode described = Results.JSON.valueToTree(row);
      described.set("notes", Results.JSON.valueToTree(Notes.of(row)));
      described.put("doubtful", Mark.isOnAny(row));
      rows.add(described);
    }
    Findings findings = Findings.of(results);
    data.set("findings", Results.JSON.valueToTree(findings));
    data.withObject("/findings").set("first", Results.JSON.valueToTree(findings.first()));
    data.set("causes", Results.JSON.valueToTree(Profile.CAUSES));
    data.set("names", Results.JSON.valueToTree(Names.all()));
    data.set("modes", Results.JSON.valueToTree(Names.MODES));
    ObjectNode facts = data.putObject("facts");
    Stream.concat(results.rows().stream(), results.profiles().stream())
        .forEach(named ->
            named
                .facts()
                .forEach((name, value) ->
                    facts.withObjectProperty(name).put(value, Names.fact(name, value))));
    data.set("profiles", Results.JSON.valueToTree(results.profiles()));
    data.set("accounts", results.accounts());
    data.set("suites", Results.JSON.valueToTree(results.suites()));
    data.set("steps", Results.JSON.valueToTree(ValidationStep.values()));
    data.set("trend", trend);

    Properties echarts = new Properties();
    try (InputStream properties = open("/" + ECHARTS)) {
      echarts.load(properties);
    }
    String library =
        "/META-INF/resources/webjars/echarts/" + echarts.getProperty("version") + "/echarts.min.js";
    return read("report.html")
        .replace("/*style*/", read("report.css"))
        .replace("/*echarts*/", read(library))
        .replace("/*script*/", read("charts.js") + read("report.js"))
        // A parameter's value must not close the script element.
        .replace("/*data*/", data.toString().replace("<", "\\u003c"));
  }

  private static String read(String resource) throws IOException {
    try (InputStream in = open(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static InputStream open(String resource) {
    InputStream in = Report.class.getResourceAsStream(resource);
    if (in == null) {
      throw new IllegalStateException(resource + " is missing on the class path");
    }
    return in;
  }
}
