// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Records some work and returns its events. */
public final class Recorded {

  static final String VALIDATION = "jwt.TokenValidation";
  static final String REQUEST = "jwt.Request";
  static final String KEY_REFRESH = "jwt.KeyRefresh";
  static final String STATISTICS = "jwt.ValidationStatistics";
  static final String KEY_TABLES = "jwt.KeyTables";

  private Recorded() {}

  /** Waits for the reports of key refreshes, whose thread ends when there are no more. */
  static void awaitRefreshReports() {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("jwt-validation-keys"))) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("reports are still under way");
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** Every validation, however short. */
  static List<RecordedEvent> validations(Runnable work) {
    return events(Map.of(VALIDATION + "#enabled", "true", VALIDATION + "#threshold", "0 ns"), work);
  }

  /** Statistics of the whole work: the period is the recording's only chunk. */
  static List<RecordedEvent> statistics(Runnable work) {
    Map<String, String> settings =
        Map.of(STATISTICS + "#enabled", "true", STATISTICS + "#period", "everyChunk");
    return events(settings, work);
  }

  /**
   * Returns exactly the events that {@code settings} enable, by the time of their end. The order in
   * a file may differ, even for events of one thread.
   */
  static List<RecordedEvent> events(Map<String, String> settings, Runnable work) {
    Map<String, String> all = new HashMap<>();
    for (String event : List.of(VALIDATION, REQUEST, KEY_REFRESH, STATISTICS, KEY_TABLES)) {
      all.put(event + "#enabled", "false");
    }
    all.putAll(settings);
    try {
      Path file = Files.createTempFile("recorded", ".jfr");
      try {
        return RecordingFile.readAllEvents(into(file, all, work)).stream()
            .filter(event -> event.getEventType().getName().startsWith("jwt."))
            .sorted(Comparator.comparing(RecordedEvent::getEndTime))
            .toList();
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Records into a file, with {@code settings} and the defaults of the events. */
  public static Path into(Path file, Map<String, String> settings, Runnable work)
      throws IOException {
    try (Recording recording = new Recording(settings)) {
      recording.start();
      work.run();
      recording.stop();
      recording.dump(file);
    }
    return file;
  }
}
