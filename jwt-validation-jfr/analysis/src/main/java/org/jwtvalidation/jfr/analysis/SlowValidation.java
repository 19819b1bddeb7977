// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;

/** One of the slowest validations, with the causes of its duration. */
final class SlowValidation {

  /** A part of the validation, in nanoseconds since its begin. */
  private record Overlap(Cause cause, long from, long to) {}

  private final Instant begin;
  private final Instant end;
  private final long nanos;
  private final long threadId;
  private final long cpuNanos;
  private final String slowestStep;
  private final List<Overlap> overlaps = new ArrayList<>();
  private @Nullable Instant loadTaken;
  private @Nullable Double machineLoad;

  SlowValidation(Measured.Times times) {
    RecordedEvent event = times.event();
    this.begin = event.getStartTime();
    this.end = event.getEndTime();
    this.nanos = times.nanos();
    this.threadId = threadOf(event);
    this.cpuNanos = times.cpuNanos();
    this.slowestStep = times.slowestStep();
  }

  /** The number of the event's thread; −1 if it has none. */
  static long threadOf(RecordedEvent event) {
    return event.getThread() == null ? -1 : event.getThread().getJavaThreadId();
  }

  long nanos() {
    return nanos;
  }

  Instant begin() {
    return begin;
  }

  long threadId() {
    return threadId;
  }

  String slowestStep() {
    return slowestStep;
  }

  /** Adds an event that affected the thread of this validation. */
  void overlap(Cause cause, Instant from, Instant to) {
    if (from.isBefore(end) && to.isAfter(begin)) {
      overlaps.add(
          new Overlap(
              cause,
              Math.max(0, Duration.between(begin, from).toNanos()),
              Duration.between(begin, to.isBefore(end) ? to : end).toNanos()));
    }
  }

  /**
   * Adds the processor load of the machine up to {@code taken}. The first load after the end of the
   * validation covers it.
   */
  void machineLoad(Instant taken, double load) {
    Instant known = loadTaken;
    boolean covers = !taken.isBefore(end);
    if (known == null
        || (known.isBefore(end) ? taken.isAfter(known) : covers && taken.isBefore(known))) {
      loadTaken = taken;
      machineLoad = load;
    }
  }

  /** The processor load of the machine, from 0 to 1; null if not recorded. */
  @Nullable Double machineLoad() {
    return machineLoad;
  }

  /** The causes, whose times add up to the duration. */
  Map<Cause, Long> causes() {
    Map<Cause, Long> causes = new EnumMap<>(Cause.class);
    long left = nanos;
    for (Map.Entry<Cause, Long> stopped : stops().entrySet()) {
      left -= take(causes, stopped.getKey(), stopped.getValue(), left);
    }
    left -= take(causes, Cause.RUNNING, cpuNanos, left);
    take(causes, cpuNanos > 0 ? Cause.PREEMPTED : Cause.UNKNOWN, left, left);
    return causes;
  }

  /** The time of each cause that has events; each moment counts once. */
  private Map<Cause, Long> stops() {
    Map<Cause, Long> stops = new EnumMap<>(Cause.class);
    long[] moments =
        overlaps.stream()
            .flatMapToLong(overlap -> LongStream.of(overlap.from, overlap.to))
            .sorted()
            .distinct()
            .toArray();
    for (int i = 1; i < moments.length; i++) {
      long from = moments[i - 1];
      long to = moments[i];
      overlaps.stream()
          .filter(overlap -> overlap.from <= from && to <= overlap.to)
          .map(Overlap::cause)
          .min(Comparator.naturalOrder())
          .ifPresent(cause -> stops.merge(cause, to - from, Long::sum));
    }
    return stops;
  }

  private static long take(Map<Cause, Long> causes, Cause cause, long nanos, long left) {
    long taken = Math.min(nanos, left);
    if (taken > 0) {
      causes.put(cause, taken);
    }
    return taken;
  }
}
