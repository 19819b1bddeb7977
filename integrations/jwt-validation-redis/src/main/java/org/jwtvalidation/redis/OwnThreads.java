// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.redis;

import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jwtvalidation.internal.concurrent.BoundedExecutor;
import org.jwtvalidation.internal.concurrent.GuardedLogger;
import org.jwtvalidation.internal.concurrent.LibraryThreads;

/**
 * Where a store does what code of the application may delay: not on the thread of Lettuce, which
 * reads all answers, nor by the timer of the JDK, which the application may block. Thread-safe.
 */
final class OwnThreads {

  private static final int PARALLELISM = 16;

  /** More than a store logs before somebody has to look at the log. */
  private static final int MOST_LINES = 100;

  private final GuardedLogger logger;

  private final BoundedExecutor ends =
      new BoundedExecutor(LibraryThreads.SHARED.workers(), PARALLELISM, Integer.MAX_VALUE);

  /** One thread, so that the lines are in order. */
  private final BoundedExecutor lines =
      new BoundedExecutor(LibraryThreads.SHARED.workers(), 1, MOST_LINES);

  OwnThreads(GuardedLogger logger) {
    this.logger = logger;
  }

  /** Fails the future with a {@link TimeoutException} unless it completes in time. */
  <T> void limit(CompletableFuture<T> future, long nanos) {
    Runnable end = () -> future.completeExceptionally(new TimeoutException());
    Future<?> timer =
        LibraryThreads.SHARED
            .timer()
            // If no thread can be started: better on that of the timer than never.
            .schedule(() -> ends.execute(end, end), nanos, TimeUnit.NANOSECONDS);
    var unused = future.whenComplete((value, failure) -> timer.cancel(false));
  }

  /** Logs without waiting for it. */
  void log(Level level, Supplier<String> message) {
    lines.execute(() -> logger.log(level, message, null), () -> {});
  }
}
