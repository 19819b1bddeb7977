// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file of results in JSON, which is complete at any time. */
public final class ResultFile {

  private static final ObjectMapper JSON = new ObjectMapper();

  private ResultFile() {}

  /**
   * Writes a file, or puts it in the place of an earlier one.
   *
   * @param file the file
   * @param json its contents
   * @throws IOException if it cannot be written
   */
  public static void write(Path file, Object json) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".draft");
    JSON.writerWithDefaultPrettyPrinter().writeValue(draft.toFile(), json);
    Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Adds a round to those of a metric, of which the score is the mean.
   *
   * @param metric the metric in the format of JMH, which may have no round
   * @param unit its unit in the notation of JMH
   * @param round what the round has measured
   */
  public static void addRound(ObjectNode metric, String unit, double round) {
    ArrayNode rounds = metric.withArray("/rawData");
    rounds.addArray().add(round);
    double sum = 0;
    for (JsonNode each : rounds) {
      sum += each.path(0).asDouble();
    }
    metric.put("score", sum / rounds.size()).put("scoreUnit", unit);
  }
}
