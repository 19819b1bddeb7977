// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;

/** Finds the events that overlap slow validations. */
final class Causes {

  private static final Map<String, Cause> OF_ALL_THREADS =
      Map.of("jdk.GCPhasePause", Cause.GC_PAUSE, "jdk.ExecuteVMOperation", Cause.SAFEPOINT);

  private static final Map<String, Cause> OF_ONE_THREAD =
      Map.of(
          "jdk.JavaMonitorEnter", Cause.BLOCKED,
          "jdk.JavaMonitorWait", Cause.BLOCKED,
          "jdk.ThreadPark", Cause.BLOCKED,
          "jdk.ThreadSleep", Cause.BLOCKED,
          "jdk.VirtualThreadPinned", Cause.PINNED);

  private final List<SlowValidation> all;
  private final Map<Long, List<SlowValidation>> ofThreads;

  Causes(List<SlowValidation> all) {
    this.all = all;
    this.ofThreads = all.stream().collect(Collectors.groupingBy(SlowValidation::threadId));
  }

  void subscribe(EventStream events) {
    OF_ALL_THREADS.forEach((name, cause) ->
        events.onEvent(
            name,
            event -> {
              if (Machine.isPause(event)) {
                overlap(all, cause, event);
              }
            }));
    events.onEvent(
        Machine.PROCESSORS,
        event -> {
          Instant taken = event.getStartTime();
          double load = event.getFloat("machineTotal");
          all.forEach(slow -> slow.machineLoad(taken, load));
        });
    OF_ONE_THREAD.forEach((name, cause) ->
        events.onEvent(
            name,
            event ->
                overlap(
                    ofThreads.getOrDefault(SlowValidation.threadOf(event), List.of()),
                    isForSemaphore(event) ? ofSemaphore(event) : cause,
                    event)));
  }

  private static void overlap(List<SlowValidation> slow, Cause cause, RecordedEvent event) {
    Instant from = event.getStartTime();
    Instant to = event.getEndTime();
    slow.forEach(validation -> validation.overlap(cause, from, to));
  }

  /**
   * Of this library's waits for a semaphore, only that of {@code ColdGate} has a limit. The stack
   * trace would tell them apart as well, but recording those of all waits costs too much.
   */
  private static Cause ofSemaphore(RecordedEvent event) {
    return event.getDuration("timeout").isNegative() ? Cause.GATE : Cause.COLD;
  }

  private static boolean isForSemaphore(RecordedEvent event) {
    return event.hasField("parkedClass")
        && event.getClass("parkedClass") != null
        && event.getClass("parkedClass").getName().startsWith(Semaphore.class.getName());
  }
}
