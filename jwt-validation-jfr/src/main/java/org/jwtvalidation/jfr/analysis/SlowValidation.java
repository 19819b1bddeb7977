package org.jwtvalidation.jfr.analysis;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;

/** One of the slowest validations, with the causes of its duration. */
final class SlowValidation {

  private final Instant begin;
  private final Instant end;
  private final long nanos;
  private final long threadId;
  private final long cpuNanos;
  private final String slowestStep;
  private final Map<Cause, Long> overlaps = new EnumMap<>(Cause.class);
  private @Nullable Instant loadTaken;
  private @Nullable Double machineLoad;

  SlowValidation(RecordedEvent event, long nanos, String slowestStep) {
    this.begin = event.getStartTime();
    this.end = event.getEndTime();
    this.nanos = nanos;
    this.threadId = threadOf(event);
    this.cpuNanos = cpuNanos(event);
    this.slowestStep = slowestStep;
  }

  /** The CPU time of a validation; 0 if it was not measured. */
  static long cpuNanos(RecordedEvent event) {
    return event.hasField("cpuTime") ? event.getLong("cpuTime") : 0;
  }

  private static long threadOf(RecordedEvent event) {
    return event.getThread() == null ? -1 : event.getThread().getJavaThreadId();
  }

  long nanos() {
    return nanos;
  }

  Instant begin() {
    return begin;
  }

  String slowestStep() {
    return slowestStep;
  }

  /** Adds an event that affected all threads. */
  void overlap(Cause cause, Instant from, Instant to) {
    long common =
        Duration.between(from.isAfter(begin) ? from : begin, to.isBefore(end) ? to : end).toNanos();
    if (common > 0) {
      overlaps.merge(cause, common, Long::sum);
    }
  }

  /** Adds an event of one thread, if it is the thread of this validation. */
  void overlapOfThread(Cause cause, RecordedEvent event) {
    if (threadOf(event) == threadId) {
      overlap(cause, event.getStartTime(), event.getEndTime());
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
    // Every pause of the garbage collector is also a safepoint.
    long pauses = Math.min(left, overlaps.getOrDefault(Cause.GC_PAUSE, 0L));
    long stops = Math.max(0, overlaps.getOrDefault(Cause.SAFEPOINT, 0L) - pauses);
    left -= take(causes, Cause.GC_PAUSE, pauses, left);
    left -= take(causes, Cause.SAFEPOINT, stops, left);
    left -= take(causes, Cause.BLOCKED, overlaps.getOrDefault(Cause.BLOCKED, 0L), left);
    left -= take(causes, Cause.PINNED, overlaps.getOrDefault(Cause.PINNED, 0L), left);
    left -= take(causes, Cause.RUNNING, cpuNanos, left);
    take(causes, cpuNanos > 0 ? Cause.PREEMPTED : Cause.UNKNOWN, left, left);
    return causes;
  }

  private static long take(Map<Cause, Long> causes, Cause cause, long nanos, long left) {
    long taken = Math.min(nanos, left);
    if (taken > 0) {
      causes.put(cause, taken);
    }
    return taken;
  }
}
