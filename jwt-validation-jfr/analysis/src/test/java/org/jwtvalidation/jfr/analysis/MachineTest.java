// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jwtvalidation.jfr.Recorded;

/** Records events of the JDK's types with known contents, beside the JDK's own. */
@Timeout(300)
class MachineTest {

  private static final Offset<Double> EXACT = within(1e-6);

  private static final Duration COMPUTED = Duration.ofMillis(50);

  @TempDir private Path folder;

  @Name("jdk.ThreadCPULoad")
  @StackTrace(false)
  static class KnownThreadLoad extends Event {
    float user;
    float system;
  }

  @Name("jdk.ThreadEnd")
  @StackTrace(false)
  static class KnownThreadEnd extends Event {}

  @Name("jdk.CPULoad")
  @StackTrace(false)
  static class KnownLoad extends Event {
    float jvmUser;
    float jvmSystem;
    float machineTotal;
  }

  @Name("jdk.ObjectAllocationSample")
  @StackTrace(false)
  static class KnownAllocation extends Event {
    long weight;
  }

  @Name("jdk.ThreadPark")
  @StackTrace(false)
  static class KnownPark extends Event {}

  @Name("jwt.Scheduling")
  @StackTrace(false)
  static class KnownScheduling extends Event {
    @Timespan long elapsed;
    @Timespan long running;
    @Timespan long waiting;
    long preemptions;
  }

  private Path recorded(Map<String, String> settings, Runnable work) throws IOException {
    return Recorded.into(folder.resolve("recording.jfr"), settings, work);
  }

  private static void threadLoad(double user, double system) {
    KnownThreadLoad load = new KnownThreadLoad();
    load.user = (float) user;
    load.system = (float) system;
    load.commit();
  }

  private static void load(double machine) {
    KnownLoad load = new KnownLoad();
    load.machineTotal = (float) machine;
    load.commit();
  }

  private static void allocation(long weight) {
    KnownAllocation allocation = new KnownAllocation();
    allocation.weight = weight;
    allocation.commit();
  }

  private static void pause(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private static Thread started(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.start();
    return thread;
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void sumsThreadsWhoseNamesDifferInANumber() throws IOException {
    Path file =
        recorded(
            Map.of(),
            () -> {
              AnalysisTest.validation(1, 1);
              join(started("worker-1", () -> threadLoad(0.5, 0.25)));
              join(started("worker-2", () -> threadLoad(0.25, 0)));
              join(
                  started(
                      "other",
                      () -> {
                        threadLoad(0.125, 0.125);
                        new KnownThreadEnd().commit();
                        threadLoad(0.5, 0);
                      }));
              join(
                  started(
                      "brief-1",
                      () -> {
                        KnownThreadEnd writtenLast = new KnownThreadEnd();
                        writtenLast.begin();
                        threadLoad(1, 0);
                        writtenLast.commit();
                      }));
              join(started("other", () -> threadLoad(0, 0.25)));
            });

    Machine machine = Analysis.of(file).parts().get("recording").machine();

    // Each event has a time of its own here, so there were four samples.
    assertThat(machine.threads(5)).containsExactly(entry("worker-*", 0.25), entry("other", 0.125));
    assertThat(machine.threads(1)).containsOnlyKeys("worker-*");
    RecordingReport report = RecordingReport.of(file);
    assertThat(report.text())
        .contains(
            "  Busiest threads, by share of all processors:\n   25.0 %  worker-*\n   12.5 %  other\n");
    assertThat(report.json()).contains("\"threads\":{\"worker-*\":0.25,\"other\":0.125}");
  }

  @ParameterizedTest
  @CsvSource({
    "main, main",
    "worker-12, worker-*",
    "ForkJoinPool-1-worker-3, ForkJoinPool-*-worker-*",
    "http-nio-8080-exec-10, http-nio-*-exec-*",
    "C2 CompilerThread0, C2 CompilerThread*",
    "rs256-jmh-worker-1, rs256-jmh-worker-*",
    "7, *"
  })
  void replacesTheNumbersOfThreads(String name, String group) {
    assertThat(BusyThreads.group(name)).isEqualTo(group);
  }

  /** Comes as often as the samples of threads, and after each of them or before it. */
  @Name("jwt.TestSample")
  @StackTrace(false)
  static class Sample extends Event {}

  @Test
  void findsTheThreadsThatUsedTheProcessors() throws IOException {
    AtomicInteger samples = new AtomicInteger();
    Runnable counted = samples::incrementAndGet;
    FlightRecorder.addPeriodicEvent(Sample.class, counted);
    Path file =
        recorded(
            Map.of(
                "jdk.ThreadCPULoad#enabled", "true",
                "jdk.ThreadCPULoad#period", "20 ms",
                "jwt.TestSample#enabled", "true",
                "jwt.TestSample#period", "20 ms"),
            () -> {
              AnalysisTest.validation(1, 1);
              join(started("spinner-1", () -> computeUntilSampled(samples)));
            });
    FlightRecorder.removePeriodicEvent(counted);

    List<RecordedEvent> loads =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals("jdk.ThreadCPULoad"))
            .toList();
    double ofSpinner =
        loads.stream()
            .filter(event -> event.getThread().getJavaName().equals("spinner-1"))
            .mapToDouble(event -> (double) event.getFloat("user") + event.getFloat("system"))
            .sum();
    long times = loads.stream().map(RecordedEvent::getStartTime).distinct().count();
    assertThat(ofSpinner).isPositive();
    assertThat(Analysis.of(file).parts().get("recording").machine().threads(100))
        .hasEntrySatisfying(
            "spinner-*", found -> assertThat(found).isCloseTo(ofSpinner / times, EXACT));
  }

  /** Uses a processor, until that has been sampled. */
  private static void computeUntilSampled(AtomicInteger samples) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long end = threads.getCurrentThreadCpuTime() + COMPUTED.toNanos();
    while (threads.getCurrentThreadCpuTime() < end) {
      Thread.onSpinWait();
    }
    int enough = samples.get() + 3;
    while (samples.get() < enough) {
      Thread.onSpinWait();
    }
  }

  @Test
  void ignoresTheSchedulingBeforeTheRecording() throws IOException {
    Path file =
        recorded(
            Map.of(),
            () -> {
              AnalysisTest.validation(1, 1);
              pause(10);
              scheduling(Duration.ofHours(1), Duration.ofSeconds(700));
              scheduling(Duration.ofMillis(10), Duration.ofSeconds(3));
            });

    assertThat(Analysis.of(file).parts().get("recording").figures())
        .hasEntrySatisfying(
            "seconds waiting for processors", seconds -> assertThat(seconds).isEqualTo(3))
        .containsEntry("involuntary switches", 1.0);
  }

  private static void scheduling(Duration elapsed, Duration waiting) {
    KnownScheduling scheduling = new KnownScheduling();
    scheduling.elapsed = elapsed.toNanos();
    scheduling.waiting = waiting.toNanos();
    scheduling.preemptions = 1;
    scheduling.commit();
  }

  @Test
  void computesTheAllocationRateOfTheWholeRecording() throws IOException {
    Path file =
        recorded(
            Map.of(),
            () -> {
              KnownPark beganBefore = new KnownPark();
              beganBefore.begin();
              pause(500);
              allocation(1_000);
              beganBefore.commit();
              pause(10);
              AnalysisTest.validation(1, 1);
              pause(10);
              allocation(3_000);
            });

    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    Instant first =
        events.stream().map(RecordedEvent::getEndTime).min(Comparator.naturalOrder()).get();
    Instant last =
        events.stream().map(RecordedEvent::getEndTime).max(Comparator.naturalOrder()).get();
    assertThat(Analysis.of(file).parts().get("recording").figures())
        .hasEntrySatisfying(
            "allocated octets per second",
            rate -> assertThat(rate * seconds(first, last)).isCloseTo(4_000, EXACT));
  }

  @Test
  void computesTheAllocationRateOfPhases() throws IOException {
    Path file =
        recorded(
            Map.of(),
            () -> {
              for (String phase : List.of("WARMUP", "MEASUREMENT", "MEASUREMENT")) {
                AnalysisTest.phase(
                    "hits",
                    phase,
                    () -> {
                      AnalysisTest.validation(1, 1);
                      allocation(2_000);
                      pause(10);
                    });
                allocation(50_000);
              }
            });

    double seconds =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals("jwt.Phase"))
            .filter(event -> event.getString("phase").equals("MEASUREMENT"))
            .mapToDouble(event -> seconds(event.getStartTime(), event.getEndTime()))
            .sum();
    assertThat(Analysis.of(file).parts().get("hits").figures())
        .hasEntrySatisfying(
            "allocated octets per second",
            rate -> assertThat(rate * seconds).isCloseTo(4_000, EXACT));
  }

  private static double seconds(Instant begin, Instant end) {
    return Duration.between(begin, end).toNanos() / 1e9;
  }

  @Test
  void findsTheMachineLoadOfTheSlowest() throws IOException {
    Path file =
        recorded(
            Map.of(),
            () -> {
              load(0.875);
              AnalysisTest.validation(40, 0);
              load(0.25);
              load(0.875);
              AnalysisTest.validation(30, 0);
              load(0.5);
              AnalysisTest.validation(20, 0);
            });

    Measured measured = Analysis.of(file).parts().get("recording").measured();

    assertThat(measured.slowest())
        .extracting(SlowValidation::machineLoad)
        .containsExactly(0.25, 0.5, 0.5);
    assertThat(measured.bands())
        .singleElement()
        .satisfies(band -> assertThat(band.machineLoad()).isCloseTo(0.25, EXACT));
    RecordingReport report = RecordingReport.of(file);
    assertThat(report.text()).contains("Processor load of the machine at that time: 0.25\n");
    assertThat(report.json()).contains(",\"machineLoad\":0.25},{");
  }

  @Test
  void hasNoMachineLoadWithoutItsEvents() throws IOException {
    Path file = recorded(Map.of(), () -> AnalysisTest.validation(1, 1));

    Analysis.Part part = Analysis.of(file).parts().get("recording");

    assertThat(part.measured().bands().get(0).machineLoad()).isNull();
    assertThat(part.figures()).isEmpty();
    assertThat(part.machine().threads(5)).isEmpty();
  }
}
