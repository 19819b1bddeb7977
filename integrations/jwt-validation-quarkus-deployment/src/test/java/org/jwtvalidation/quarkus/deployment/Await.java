// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what comes in its own time. */
final class Await {

  /** Only so that a test fails which would wait forever. */
  static final Duration FOREVER = Duration.ofMinutes(3);

  private Await() {}

  /** Returns when the condition is true, and fails if that never comes. */
  static void until(BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > FOREVER.toNanos()) {
        fail("not within " + FOREVER);
      }
      try {
        TimeUnit.MILLISECONDS.sleep(10);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
