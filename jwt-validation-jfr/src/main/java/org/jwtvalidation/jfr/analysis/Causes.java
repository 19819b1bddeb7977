package org.jwtvalidation.jfr.analysis;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.EventStream;

/** Finds the events that overlap the slowest validations. */
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

  private final List<SlowValidation> slowest;

  Causes(List<SlowValidation> slowest) {
    this.slowest = slowest;
  }

  void subscribe(EventStream events) {
    OF_ALL_THREADS.forEach((name, cause) ->
        events.onEvent(
            name,
            event -> {
              if (Machine.isPause(event)) {
                slowest.forEach(
                    slow -> slow.overlap(cause, event.getStartTime(), event.getEndTime()));
              }
            }));
    events.onEvent(
        Machine.PROCESSORS,
        event -> {
          Instant taken = event.getStartTime();
          double load = event.getFloat("machineTotal");
          slowest.forEach(slow -> slow.machineLoad(taken, load));
        });
    OF_ONE_THREAD.forEach((name, cause) ->
        events.onEvent(name, event -> slowest.forEach(slow -> slow.overlapOfThread(cause, event))));
  }
}
