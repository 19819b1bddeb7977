// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import jdk.jfr.Recording;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.services.accounts.EventLoopDelays;

class EventLoopReportTest {

  @TempDir private Path folder;

  private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();

  @BeforeEach
  void ask() {
    System.setProperty("service.recorded", "true");
  }

  @AfterEach
  void end() {
    System.clearProperty("service.recorded");
    loop.shutdownNow();
  }

  private String reportOfBusyLoop() throws Exception {
    Path file = folder.resolve("row.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("service.EventLoopDelay");
      recording.start();
      EventLoopDelays.record(List.of(loop));
      loop.submit(
              () -> {
                Thread.sleep(100);
                return true;
              })
          .get();
      // Runs after what was due meanwhile.
      loop.submit(() -> true).get();
      recording.stop();
      recording.dump(file);
    }
    return EventLoopReport.of(file);
  }

  @Test
  void measuresFromTheMomentWhenATaskWasDue() throws Exception {
    long begin = System.nanoTime();
    String report = reportOfBusyLoop();
    double elapsedMicros = (System.nanoTime() - begin) / 1e3;

    assertThat(report).matches("event loop delay of \\d+ tasks: P50 .* P99 .* max .* µs\\R");
    String max = report.substring(report.indexOf("max ") + 4, report.lastIndexOf(" µs"));
    assertThat(Double.parseDouble(max.replace(",", ""))).isBetween(80_000.0, 1.01 * elapsedMicros);
  }

  @Test
  void tellsNothingOfAServiceWithoutEventLoops() throws IOException {
    Path file = folder.resolve("row.jfr");
    try (Recording recording = new Recording()) {
      recording.start();
      recording.dump(file);
    }
    assertThat(EventLoopReport.of(file)).isEmpty();
  }
}
