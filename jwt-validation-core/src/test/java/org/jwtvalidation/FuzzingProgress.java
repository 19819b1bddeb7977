// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Prints which harness is being fuzzed, for how long and until when. */
public final class FuzzingProgress implements TestExecutionListener {

  /** While fuzzing the working directory is another than the module's. */
  private static final Path SOURCES = Path.of(System.getProperty("basedir", ""), "src/test/java");

  @Override
  public void executionStarted(TestIdentifier test) {
    if (System.getenv("JAZZER_FUZZ") != null
        && test.getSource().orElse(null) instanceof ClassSource source
        && source.getClassName().endsWith("FuzzTest")) {
      announce(source.getClassName());
    }
  }

  private static void announce(String harness) {
    String duration = System.getProperty("jazzer.max_duration", "");
    System.out.printf(
        "Fuzzing %s%s, for %s, until %s%n",
        harness,
        place(harness),
        duration,
        LocalTime.now(ZoneId.systemDefault())
            .plus(Duration.parse("PT" + duration))
            .truncatedTo(ChronoUnit.SECONDS));
  }

  /** Nothing where the command line names the harnesses, since others are left out then. */
  private static String place(String harness) {
    List<String> harnesses = harnesses();
    return System.getProperty("test") == null
        ? ", %d of %d".formatted(harnesses.indexOf(harness) + 1, harnesses.size())
        : "";
  }

  /** In the order in which they are run. */
  static List<String> harnesses() {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files
          .filter(file -> file.toString().endsWith("FuzzTest.java"))
          .map(file -> SOURCES.relativize(file).toString())
          .map(file -> file.replace(".java", "").replace('/', '.').replace('\\', '.'))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
