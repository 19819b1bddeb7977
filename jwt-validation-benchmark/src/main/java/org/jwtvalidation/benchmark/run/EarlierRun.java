package org.jwtvalidation.benchmark.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What another run has left in the folder of the results, and would be taken for this one's. */
final class EarlierRun {

  private static final List<String> FILES =
      List.of(BenchmarkRun.RESULTS, "profiles.json", "report.html", "summary.txt", "badge.json");

  /** Recordings and what they say, by number. */
  private static final String OF_PROFILES = "\\d+\\.(jfr|txt)";

  private EarlierRun() {}

  /** Deletes it; whatever else is in the folder stays. */
  static void forget(Path folder) throws IOException {
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
