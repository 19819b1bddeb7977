// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import java.lang.ref.Cleaner;
import java.util.concurrent.locks.ReentrantLock;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;

/**
 * What the Flight Recorder calls periodically, for as long as there is somebody to call it for. The
 * recorder outlives applications that are redeployed, and calls nothing while nothing is recorded:
 * a hook that waits to be called before it goes would keep its class loader until then.
 * Thread-safe.
 */
final class PeriodicHooks {

  private static final Cleaner CLEANER = Cleaner.create();
  private static final Scheduling SCHEDULING = Scheduling.ofThisProcess();
  private static final ReentrantLock COUNTING = new ReentrantLock();
  private static int monitors; // guarded by COUNTING

  private PeriodicHooks() {}

  /**
   * Adds a hook, and removes it when its owner is no longer reachable.
   *
   * @param hook must not refer to the owner, except weakly
   */
  static void add(Object owner, Class<? extends Event> event, Runnable hook) {
    FlightRecorder.addPeriodicEvent(event, hook);
    CLEANER.register(owner, () -> FlightRecorder.removePeriodicEvent(hook));
  }

  /** As {@link #add}, for a hook that also hears when recordings begin and end. */
  static <H extends Runnable & FlightRecorderListener> void addListening(
      Object owner, Class<? extends Event> event, H hook) {
    FlightRecorder.addListener(hook);
    CLEANER.register(owner, () -> FlightRecorder.removeListener(hook));
    add(owner, event, hook);
  }

  /** Reports the scheduling of threads, once for all monitors, until the last one is gone. */
  static void reportScheduling(JfrMonitor monitor) {
    count(1);
    CLEANER.register(monitor, () -> count(-1));
  }

  private static void count(int change) {
    COUNTING.lock();
    try {
      int before = monitors;
      monitors += change;
      if (before == 0) {
        FlightRecorder.addListener(SCHEDULING);
        FlightRecorder.addPeriodicEvent(SchedulingEvent.class, SCHEDULING);
      } else if (monitors == 0) {
        FlightRecorder.removePeriodicEvent(SCHEDULING);
        FlightRecorder.removeListener(SCHEDULING);
      }
    } finally {
      COUNTING.unlock();
    }
  }
}
