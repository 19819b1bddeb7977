// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The flame graphs of a run: each row has a folder of its own, from 1, in the order of rows. */
final class FlameGraphs {

  static final String PROFILER = "async";

  /** Of the library that has async-profiler in its jar. */
  private static final String LOADER = "one.profiler.AsyncProfilerLoader";

  private final Path results;

  FlameGraphs(Path results) {
    this.results = results;
  }

  /**
   * Adds to the settings of JMH's profiler what they leave open: the kind of output, its folder,
   * and the native library, if it is among the dependencies.
   *
   * @param given settings as JMH reads them, separated by semicolons
   */
  String settings(String given, int row) {
    List<String> settings = new ArrayList<>(given.isEmpty() ? List.of() : List.of(given));
    if (!given.contains("output=")) {
      settings.add("output=flamegraph");
    }
    if (!given.contains("dir=")) {
      settings.add("dir=" + folder(row));
    }
    if (!given.contains("libPath=")) {
      library().forEach(path -> settings.add("libPath=" + path));
    }
    return String.join(";", settings);
  }

  /** Deletes those of an earlier run, whose rows were others. */
  void clear() throws IOException {
    Folders.delete(folder());
  }

  private Path folder() {
    return results.resolve("flame-graphs");
  }

  private Path folder(int row) {
    return folder().resolve(String.valueOf(row));
  }

  /** None where async-profiler is not among the dependencies, or does not support the machine. */
  private static Stream<Path> library() {
    try {
      Class<?> loader = Class.forName(LOADER);
      return Boolean.TRUE.equals(loader.getMethod("isSupported").invoke(null))
          ? Stream.of((Path) loader.getMethod("getAsyncProfilerPath").invoke(null))
          : Stream.empty();
    } catch (ReflectiveOperationException e) {
      return Stream.empty();
    }
  }

  /** The graphs of a row, relative to the folder of the results. */
  List<String> of(int row) throws IOException {
    if (!Files.exists(folder(row))) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder(row))) {
      return files
          .filter(file -> file.toString().endsWith(".html"))
          .map(file -> results.relativize(file).toString().replace('\\', '/'))
          .sorted()
          .toList();
    }
  }
}
