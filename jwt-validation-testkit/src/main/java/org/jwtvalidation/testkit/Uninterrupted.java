// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits that ignore interruptions and restore the interrupt status afterwards. */
final class Uninterrupted {

  /** A wait that ends by itself. */
  private interface Wait {
    void until(long deadline) throws InterruptedException;
  }

  private Uninterrupted() {}

  static void sleep(Duration duration) {
    await(
        System.nanoTime() + duration.toNanos(),
        deadline -> TimeUnit.NANOSECONDS.sleep(deadline - System.nanoTime()));
  }

  /** Waits for the end of a thread until a deadline by {@link System#nanoTime}. */
  static void join(Thread thread, long deadline) {
    await(
        deadline,
        end -> TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, end - System.nanoTime())));
  }

  private static void await(long deadline, Wait wait) {
    boolean interrupted = false;
    boolean waiting = true;
    while (waiting) {
      try {
        wait.until(deadline);
        waiting = false;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
