// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulingTest {

  /** Of Linux, unless it was built without them. */
  private static final Path COUNTERS = Path.of("/proc/self/schedstat");

  @TempDir private Path folder;

  private void thread(Path tasks, String id, long running, long waiting, long preempted)
      throws IOException {
    Path thread = Files.createDirectories(tasks.resolve(id));
    Files.writeString(thread.resolve("schedstat"), running + " " + waiting + " 12\n");
    Files.writeString(
        thread.resolve("status"),
        "Name:\tjava\nvoluntary_ctxt_switches:\t7\nnonvoluntary_ctxt_switches:\t"
            + preempted
            + "\n");
  }

  private void machine(long stolen, long majorFaults) throws IOException {
    Files.writeString(
        folder.resolve("stat"),
        "cpu  1 2 3 4 5 6 7 " + stolen + " 9 10\ncpu0 1 2 3 4 5 6 7 8 9 10\n");
    Files.writeString(
        folder.resolve("self/stat"),
        "42 (my (old) program) S 1 42 42 0 -1 4194560 11 12 " + majorFaults + " 14 15 16\n");
  }

  private static List<RecordedEvent> recorded(Runnable work) {
    return Recorded.events(
        Map.of("jwt.Scheduling#enabled", "true", "jwt.Scheduling#period", "1 h"), work);
  }

  @Test
  void sumsTheCountersOfThreadsSinceTheLastReport() throws IOException {
    Path tasks = folder.resolve("self/task");
    thread(tasks, "1", 1_000, 500, 1);
    thread(tasks, "2", 9_000, 100, 2);
    machine(300, 13);
    Scheduling scheduling = new Scheduling(folder);
    scheduling.run();
    machine(307, 15);
    thread(tasks, "1", 4_000, 700, 4);
    Files.delete(tasks.resolve("2/status"));
    thread(tasks, "3", 10, 20, 1);

    List<RecordedEvent> events = recorded(scheduling);

    assertThat(events).hasSize(1);
    assertThat(events.get(0).getDuration("elapsed")).isPositive();
    assertThat(events.get(0).getInt("threads")).isEqualTo(2);
    assertThat(events.get(0).getDuration("running")).isEqualTo(Duration.ofNanos(3_010));
    assertThat(events.get(0).getDuration("waiting")).isEqualTo(Duration.ofNanos(220));
    assertThat(events.get(0).getLong("preemptions")).isEqualTo(4);
    assertThat(events.get(0).getLong("yields")).isEqualTo(7);
    assertThat(events.get(0).getDuration("stolen")).isEqualTo(Duration.ofMillis(70));
    assertThat(events.get(0).getLong("majorFaults")).isEqualTo(2);
  }

  @Test
  void readsTheFilesOfThisMachine() {
    Scheduling scheduling = Scheduling.ofThisProcess();
    scheduling.run();
    assumeThat(COUNTERS).exists();

    assertThat(recorded(scheduling))
        .singleElement()
        .satisfies(event -> {
          // Less than all processors have, plus a tick of the clock for each.
          assertThat(event.getDuration("stolen"))
              .isLessThanOrEqualTo(
                  event
                      .getDuration("elapsed")
                      .plusMillis(10)
                      .multipliedBy(Runtime.getRuntime().availableProcessors()));
          assertThat(event.getLong("majorFaults")).isBetween(0L, 10_000L);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"10 ms", "everyChunk"})
  void leavesOutTheTimeBetweenRecordings(String period) {
    assumeThat(COUNTERS).exists();
    JfrMonitor monitor = new JfrMonitor();
    Map<String, String> settings =
        Map.of("jwt.Scheduling#enabled", "true", "jwt.Scheduling#period", period);
    assertThat(Recorded.events(settings, SchedulingTest::pause)).isNotEmpty();
    pause();
    long begin = System.nanoTime();

    List<RecordedEvent> events = Recorded.events(settings, SchedulingTest::pause);

    Duration recorded = Duration.ofNanos(System.nanoTime() - begin);
    assertThat(events)
        .isNotEmpty()
        .allSatisfy(
            event -> assertThat(event.getDuration("elapsed")).isLessThanOrEqualTo(recorded));
    assertThat(monitor).as("kept, since the recorder drops one that is not").isNotNull();
  }

  private static void pause() {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
  }

  @Test
  void reportsNothingWithoutCounters() {
    Scheduling scheduling = new Scheduling(folder.resolve("missing"));

    assertThat(
            recorded(() -> {
              scheduling.run();
              scheduling.run();
            }))
        .isEmpty();
  }
}
