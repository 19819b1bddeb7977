// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.profiles;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jwtvalidation.jfr.analysis.RecordingReport;
import org.openjdk.jmh.infra.BenchmarkParams;

/** The file {@code profiles.json} beside the results, with the analysis of each recording. */
final class Profiles {

  static final String FILE = "profiles.json";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;

  Profiles(Path folder) {
    this.folder = folder;
  }

  void add(BenchmarkParams row, Path recording, RecordingReport report) throws IOException {
    Path file = folder.resolve(FILE);
    ArrayNode profiles =
        Files.exists(file) ? (ArrayNode) JSON.readTree(file.toFile()) : JSON.createArrayNode();
    ObjectNode profile = JSON.createObjectNode();
    profile.put("benchmark", row.getBenchmark());
    profile.put("mode", row.getMode().shortLabel());
    ObjectNode params = profile.putObject("params");
    row.getParamsKeys().forEach(name -> params.put(name, row.getParam(name)));
    if (!params.has("threads")) {
      params.put("threads", String.valueOf(row.getThreads()));
    }
    params.put("turn", String.valueOf(turn(profiles, profile)));
    profile.put("recording", folder.relativize(recording).toString());
    profile.set("analysis", JSON.readTree(report.json()).path(row.getBenchmark()));
    profiles.add(profile);
    Path draft = folder.resolve(FILE + ".draft");
    JSON.writeValue(draft.toFile(), profiles);
    Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
  }

  /** The number of a profile's JVM among those of its row, from 1. */
  private static int turn(ArrayNode profiles, ObjectNode profile) {
    int turn = 1;
    for (JsonNode earlier : profiles) {
      boolean sameRow =
          earlier.path("benchmark").equals(profile.path("benchmark"))
              && earlier.path("mode").equals(profile.path("mode"))
              && ((ObjectNode) earlier.path("params").deepCopy())
                  .without("turn")
                  .equals(profile.path("params"));
      turn += sameRow ? 1 : 0;
    }
    return turn;
  }
}
