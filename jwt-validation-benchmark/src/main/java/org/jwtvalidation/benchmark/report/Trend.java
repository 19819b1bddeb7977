// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Draws how the main results change from run to run. */
public final class Trend {

  private Trend() {}

  /**
   * Writes {@code trend.html} into a folder of runs.
   *
   * @param runs a folder with one folder for each run, in the order of their names; each has at
   *     least {@code jmh-result.json} and {@code environment.json}
   * @return one line that names the file
   * @throws IllegalArgumentException if there is no run, or one is incomplete
   */
  public static String write(Path runs) {
    List<Path> folders = folders(runs);
    ArrayNode points = Results.JSON.createArrayNode();
    for (Path folder : folders) {
      Results run = Results.in(folder);
      List<Row> rows =
          run.quick()
              ? List.of()
              : Disturbance.without(run.rows()).stream().filter(Trend::matters).toList();
      for (Row row : rows) {
        Set<String> telling =
            Results.varying(
                rows.stream().filter(other -> other.type().equals(row.type())).toList());
        points
            .addObject()
            .put("run", folder.getFileName().toString())
            .put("type", row.type())
            .put("series", telling.isEmpty() ? row.method() : row.facts(telling))
            .put("mode", row.mode())
            .put("unit", row.unit())
            .put("y", row.score());
      }
    }
    Results last = Results.in(folders.get(folders.size() - 1));
    Path page = runs.resolve("trend.html");
    try {
      Files.writeString(
          page,
          Page.of(new Results(List.of(), List.of(), last.accounts(), last.environment()), points));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return folders.size() + " runs: " + page + System.lineSeparator();
  }

  /** The rows that users notice, and those that the library is compared with. */
  private static boolean matters(Row row) {
    if (row.isAgain()) {
      return false;
    }
    return switch (row.suite()) {
      case "standard" -> !row.type().equals("JmhThreads");
      case "components" -> row.method().equals("whole") || row.method().equals("cached");
      case "peers" -> row.role() != Row.Role.OTHER && row.is("threads", "1");
      default -> false;
    };
  }

  private static List<Path> folders(Path runs) {
    try (Stream<Path> inside = Files.list(runs)) {
      List<Path> folders =
          inside.filter(path -> Files.exists(path.resolve("jmh-result.json"))).sorted().toList();
      if (!folders.isEmpty()) {
        return folders;
      }
    } catch (IOException e) {
      // Missing, or not a folder: reported below.
    }
    throw Results.refused(runs, "has no runs", "name a folder with one folder for each run");
  }
}
