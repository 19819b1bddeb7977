// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;

/** The activity of the machine and the JVM during a measurement. */
final class Machine {

  static final String PROCESSORS = "jdk.CPULoad";

  /** Events with a duration, and their names in reports. */
  private static final Map<String, String> PAUSES =
      Map.of(
          "jdk.GCPhasePause", "garbage collector pauses",
          "jdk.ExecuteVMOperation", "safepoints",
          "jdk.JavaMonitorEnter", "waits for monitors",
          "jdk.ThreadPark", "parks",
          "jdk.VirtualThreadPinned", "pinned virtual threads");

  private static final Map<String, BiConsumer<Machine, RecordedEvent>> OTHERS =
      Map.of(
          PROCESSORS,
          Machine::cpuLoad,
          "jdk.ThreadContextSwitchRate",
          Machine::contextSwitches,
          "jdk.ObjectAllocationSample",
          Machine::allocation,
          "jdk.ExecutionSample",
          Machine::sample,
          "jdk.ThreadCPULoad",
          (machine, event) -> machine.threads.load(event),
          "jdk.ThreadEnd",
          (machine, event) -> machine.threads.ended(event),
          "jwt.Scheduling",
          Machine::scheduling);

  private static final String ALLOCATED = "allocated octets per second";

  private final Instant begin;
  private final Map<String, Distribution> pauses = new TreeMap<>();
  private final Map<String, Double> sums = new LinkedHashMap<>();
  private final Map<String, Long> numbers = new LinkedHashMap<>();
  private final BusyThreads threads = new BusyThreads();
  private final Map<String, Long> hottest = new LinkedHashMap<>();

  /** Nothing yet, of a recording that begins at this time. */
  Machine(Instant begin) {
    this.begin = begin;
  }

  static List<String> events() {
    List<String> names = new ArrayList<>(PAUSES.keySet());
    names.addAll(OTHERS.keySet());
    return names;
  }

  void add(RecordedEvent event) {
    String type = event.getEventType().getName();
    String pause = PAUSES.get(type);
    BiConsumer<Machine, RecordedEvent> other = OTHERS.get(type);
    if (other != null) {
      other.accept(this, event);
    } else if (pause != null && isPause(event)) {
      pauses.computeIfAbsent(pause, p -> new Distribution()).add(event.getDuration().toNanos());
    }
  }

  /** Some VM operations do not stop any thread. */
  static boolean isPause(RecordedEvent event) {
    return !event.getEventType().getName().equals("jdk.ExecuteVMOperation")
        || event.getBoolean("safepoint");
  }

  private void cpuLoad(RecordedEvent event) {
    mean("processor load of the machine", event.getFloat("machineTotal"));
    mean("processor load of this process", event.getFloat("jvmUser") + event.getFloat("jvmSystem"));
  }

  private void contextSwitches(RecordedEvent event) {
    mean("context switches per second", event.getFloat("switchRate"));
  }

  private void allocation(RecordedEvent event) {
    sums.merge(ALLOCATED, (double) event.getLong("weight"), Double::sum);
  }

  private void scheduling(RecordedEvent event) {
    if (event.getEndTime().minus(event.getDuration("elapsed")).isBefore(begin)) {
      // Covers what was before the recording, perhaps hours.
      return;
    }
    sums.merge("seconds on processors", seconds(event.getDuration("running")), Double::sum);
    sums.merge(
        "seconds waiting for processors", seconds(event.getDuration("waiting")), Double::sum);
    sums.merge("involuntary switches", (double) event.getLong("preemptions"), Double::sum);
    if (event.hasField("stolen")) {
      sums.merge(
          "seconds stolen by other machines", seconds(event.getDuration("stolen")), Double::sum);
      sums.merge("page faults with a read", (double) event.getLong("majorFaults"), Double::sum);
    }
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  private void sample(RecordedEvent event) {
    RecordedStackTrace stack = event.getStackTrace();
    if (stack != null && !stack.getFrames().isEmpty()) {
      RecordedFrame top = stack.getFrames().get(0);
      hottest.merge(
          top.getMethod().getType().getName() + "." + top.getMethod().getName(), 1L, Long::sum);
    }
  }

  private void mean(String name, double value) {
    sums.merge(name, value, Double::sum);
    numbers.merge(name, 1L, Long::sum);
  }

  /** The durations of pauses and waits, by name. */
  Map<String, Distribution> pauses() {
    return pauses;
  }

  /** Means, sums and rates by name, for a measurement of this many seconds. */
  Map<String, Double> figures(double seconds) {
    Map<String, Double> figures = new LinkedHashMap<>();
    sums.forEach((name, sum) -> figures.put(name, sum / numbers.getOrDefault(name, 1L)));
    figures.computeIfPresent(ALLOCATED, (name, sum) -> seconds > 0 ? sum / seconds : null);
    return figures;
  }

  /** The busiest threads and their share of all processors. */
  Map<String, Double> threads(int most) {
    return threads.shares(most);
  }

  /** The methods with the most samples and their share of all samples. */
  Map<String, Double> hottest(int most) {
    double all = hottest.values().stream().mapToLong(Long::longValue).sum();
    Map<String, Double> shares = new LinkedHashMap<>();
    hottest.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(most)
        .forEach(method -> shares.put(method.getKey(), method.getValue() / all));
    return shares;
  }
}
