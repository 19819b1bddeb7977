// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Files of an earlier run that would be mistaken for results of this one. */
public final class EarlierRun {

  private static final List<String> FILES =
      List.of(
          BenchmarkRun.RESULTS,
          "profiles.json",
          "report.html",
          "summary.txt",
          "badge.json",
          "speed.svg",
          "native.svg",
          "accounts.json");

  /** Numbered recordings and their reports. */
  private static final String OF_PROFILES = "\\d+\\.(jfr|txt)";

  private EarlierRun() {}

  /**
   * Deletes these files and leaves all others.
   *
   * @param folder the folder of the results
   * @throws IOException if one cannot be deleted
   */
  public static void forget(Path folder) throws IOException {
    for (String file : FILES) {
      Files.deleteIfExists(folder.resolve(file));
    }
    Path profiles = folder.resolve("profiles");
    if (Files.isDirectory(profiles)) {
      List<Path> numbered;
      try (Stream<Path> files = Files.list(profiles)) {
        numbered =
            files.filter(file -> file.getFileName().toString().matches(OF_PROFILES)).toList();
      }
      for (Path file : numbered) {
        Files.delete(file);
      }
    }
  }
}
