// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.HdrHistogram.Histogram;

/** How long tasks have waited for their turn on the event loops of a recorded service. */
final class EventLoopReport {

  private static final String EVENT = "service.EventLoopDelay";

  private EventLoopReport() {}

  /** One line, or nothing if the service has no event loops. */
  static String of(Path recording) throws IOException {
    Histogram delays = new Histogram(3);
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        RecordedEvent event = file.readEvent();
        if (event.getEventType().getName().equals(EVENT)) {
          delays.recordValue(Math.max(0, event.getDuration("delay").toNanos()));
        }
      }
    }
    return delays.getTotalCount() == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "event loop delay of %,d tasks: P50 %,.1f µs   P99 %,.1f µs   max %,.1f µs%n",
            delays.getTotalCount(),
            delays.getValueAtPercentile(50) / 1e3,
            delays.getValueAtPercentile(99) / 1e3,
            delays.getMaxValue() / 1e3);
  }
}
