// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.load;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.benchmark.suite.LoadResult;

/**
 * Sends requests to a server on a schedule, whether or not earlier ones are answered. Latency
 * counts from the time at which a request was due, so that delays of the server or the driver are
 * included. Requests are sent in groups, at most a quarter of a millisecond late; how late the
 * driver was is recorded, too.
 *
 * @param server runs each request, or queues it until a thread is free
 */
record LoadDriver(Executor server) {

  /** Waking up for each request would cost the server a good part of a processor. */
  private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(250);

  /**
   * What a schedule has shown.
   *
   * @param lags how late the driver was with each request, in nanoseconds
   */
  record Answers(LoadResult result, Histogram lags) {}

  /**
   * Sends requests on a schedule and waits for the last answer.
   *
   * @param requests supplies the next request; called by one thread
   */
  Answers run(Schedule schedule, Supplier<? extends Callable<?>> requests)
      throws InterruptedException {
    long[] latencies = new long[schedule.arrivals()];
    CountDownLatch unanswered = new CountDownLatch(schedule.arrivals());
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    Histogram lags = new Histogram(3);
    long begin = System.nanoTime();
    for (int i = 0; i < schedule.arrivals(); i++) {
      int number = i;
      Callable<?> request = requests.get();
      long due = begin + schedule.due(number);
      awaitInstant(due);
      lags.recordValue(Math.max(0, System.nanoTime() - due));
      server.execute(() -> {
        try {
          request.call();
        } catch (Exception | Error e) {
          failure.set(e);
        }
        latencies[number] = System.nanoTime() - due;
        unanswered.countDown();
      });
    }
    unanswered.await();
    if (failure.get() != null) {
      throw new IllegalStateException("a request has failed", failure.get());
    }
    return new Answers(result(schedule, latencies), lags);
  }

  private static void awaitInstant(long instant) {
    long left;
    while ((left = instant - System.nanoTime()) > 0) {
      LockSupport.parkNanos(Math.max(left, SHORTEST_PAUSE_NANOS));
    }
  }

  private static LoadResult result(Schedule schedule, long[] latencies) {
    Histogram histogram = new Histogram(3);
    long completed = 0;
    for (int number = 0; number < latencies.length; number++) {
      histogram.recordValue(latencies[number]);
      if (schedule.due(number) + latencies[number] <= schedule.duration().toNanos()) {
        completed++;
      }
    }
    return new LoadResult(histogram, completed, schedule.duration().toNanos(), latencies.length);
  }
}
