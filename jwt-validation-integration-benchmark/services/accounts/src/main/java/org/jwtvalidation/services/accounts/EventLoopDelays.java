// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.services.accounts;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Records how long tasks wait for their turn on event loops. */
public final class EventLoopDelays {

  private static final long PERIOD = Duration.ofMillis(10).toNanos();

  private EventLoopDelays() {}

  /**
   * Gives each event loop a task of its own, every 10 ms until the loop ends, and records its
   * delay, if the system property {@code service.recorded} is {@code true}.
   *
   * @param loops run one task at a time
   */
  public static void record(Iterable<? extends ScheduledExecutorService> loops) {
    if (Boolean.getBoolean("service.recorded")) {
      for (ScheduledExecutorService loop : loops) {
        var unused = loop.scheduleAtFixedRate(new Probe(), PERIOD, PERIOD, TimeUnit.NANOSECONDS);
      }
    }
  }

  /** Run by one event loop. */
  private static final class Probe implements Runnable {

    private long due = System.nanoTime() + PERIOD;

    @Override
    public void run() {
      EventLoopDelayEvent event = new EventLoopDelayEvent();
      event.delay = System.nanoTime() - due;
      event.commit();
      due += PERIOD;
    }
  }
}
