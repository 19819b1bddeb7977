package org.jwtvalidation.benchmark.suite.load;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to a server on a schedule, whether or not earlier ones are answered. Latency
 * counts from the time at which a request was due, so that delays of the server or the driver are
 * included. Requests are sent in groups, at most a quarter of a millisecond late.
 *
 * @param server runs each request, or queues it until a thread is free
 */
record LoadDriver(Executor server) {

  /** Enough to keep all threads of a server busy. */
  private static final int BATCH = 4_000;

  /** Waking up for each request would cost the server a good part of a processor. */
  private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(250);

  /**
   * Sends requests on a schedule and waits for the last answer.
   *
   * @param requests supplies the next request; called by one thread
   */
  LoadResult run(Schedule schedule, Supplier<? extends Callable<?>> requests)
      throws InterruptedException {
    long[] latencies = new long[schedule.arrivals()];
    CountDownLatch unanswered = new CountDownLatch(schedule.arrivals());
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    long begin = System.nanoTime();
    for (int i = 0; i < schedule.arrivals(); i++) {
      int number = i;
      Callable<?> request = requests.get();
      long due = begin + schedule.due(number);
      awaitInstant(due);
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
    return result(schedule, latencies);
  }

  private static void awaitInstant(long instant) {
    long left;
    while ((left = instant - System.nanoTime()) > 0) {
      LockSupport.parkNanos(Math.max(left, SHORTEST_PAUSE_NANOS));
    }
  }

  private static LoadResult result(Schedule schedule, long[] latencies) {
    Histogram histogram = new Histogram(3);
    int completedInTime = 0;
    for (int number = 0; number < latencies.length; number++) {
      histogram.recordValue(latencies[number]);
      if (schedule.due(number) + latencies[number] <= schedule.duration().toNanos()) {
        completedInTime++;
      }
    }
    return new LoadResult(histogram, completedInTime);
  }

  /**
   * Measures the throughput of the server while requests are always waiting.
   *
   * @return the number of requests per second
   */
  double capacity(Duration duration, Supplier<? extends Callable<?>> requests)
      throws InterruptedException {
    Schedule atOnce = new Schedule(LoadShape.SUSTAINED, BATCH, Duration.ZERO);
    long answered = 0;
    long begin = System.nanoTime();
    long nanos;
    do {
      run(atOnce, requests);
      answered += BATCH;
      nanos = System.nanoTime() - begin;
    } while (nanos < duration.toNanos());
    return answered * 1e9 / nanos;
  }
}
