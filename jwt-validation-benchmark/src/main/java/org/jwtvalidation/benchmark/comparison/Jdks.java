// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.comparison;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The JDKs of this machine that this library is measured on. */
final class Jdks {

  /** The oldest that this library supports, and the newest with long-term support. */
  private static final Set<Integer> RELEASES = Set.of(17, 25);

  private Jdks() {}

  /**
   * Finds them: the one of this run, and others in the folder that it is in.
   *
   * @param home the folder of the one of this run
   * @return their folders by release
   */
  static SortedMap<Integer, Path> beside(Path home) throws IOException {
    SortedMap<Integer, Path> found = new TreeMap<>();
    Path all = home.toRealPath().getParent();
    if (all != null) {
      try (Stream<Path> folders = Files.list(all)) {
        folders
            .sorted()
            .forEach(folder ->
                release(folder)
                    .filter(RELEASES::contains)
                    .ifPresent(release -> found.putIfAbsent(release, folder)));
      }
    }
    release(home).ifPresent(release -> found.put(release, home));
    return found;
  }

  /**
   * Takes those that are named.
   *
   * @throws IllegalArgumentException if one is no JDK
   */
  static SortedMap<Integer, Path> of(List<String> homes) {
    SortedMap<Integer, Path> found = new TreeMap<>();
    for (String home : homes) {
      Integer release =
          release(Path.of(home))
              .orElseThrow(() ->
                  new IllegalArgumentException(
                      "benchmark.jdks: "
                          + home
                          + " is no JDK; name folders that have a file release"));
      found.put(release, Path.of(home));
    }
    return found;
  }

  /** The release of a JDK, by its file of that name; empty if there is none. */
  static Optional<Integer> release(Path home) {
    Path file = home.resolve("release");
    if (!Files.isRegularFile(file) || !Files.isExecutable(home.resolve("bin/java"))) {
      return Optional.empty();
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
      String version = properties.getProperty("JAVA_VERSION", "").replace("\"", "");
      return Optional.of(Runtime.Version.parse(version).feature());
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
