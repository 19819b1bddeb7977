// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Callers that each make their next request when the last is answered, until a common deadline:
 * none waits for the others. A request begins when the last one of its caller ends, so that no time
 * is left out, and its latency includes all waits.
 *
 * <p>What is measured begins when each caller has had its first answer. Requests that end after the
 * deadline count among the latencies, because the longest waits would be missing otherwise, but not
 * among the completed. Until the last of them is answered, all callers go on, unrecorded and for at
 * most three seconds: beside idle processors, it would not wait as long as the others did.
 *
 * <p>Each loop runs once.
 */
public final class ClosedLoop {

  private static final long PERIOD_MILLIS = 200;
  private static final int PATIENCE = 6;
  private static final long MOST_AFTER_THE_END = TimeUnit.SECONDS.toNanos(3);

  private final List<Caller> callers;
  private final LongSupplier nanoTime;
  private final CountDownLatch atWork;
  private final AtomicInteger pending;
  private final CountDownLatch busy;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final AtomicReference<@Nullable Window> window = new AtomicReference<>();
  private volatile long nanosToMeasure;
  private volatile boolean stopped;

  /** The time that is measured. */
  private record Window(long begin, long end) {

    boolean contains(long instant) {
      return instant - begin >= 0 && instant - end < 0;
    }

    boolean isOverAt(long instant) {
      return instant - end > 0;
    }
  }

  /**
   * Creates the callers.
   *
   * @param callers their number
   * @param requests supplies each caller with the request that it repeats
   */
  public ClosedLoop(int callers, Supplier<? extends Callable<?>> requests) {
    this(callers, requests, System::nanoTime);
  }

  /** Creates callers that measure by another clock. */
  ClosedLoop(int callers, Supplier<? extends Callable<?>> requests, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.atWork = new CountDownLatch(callers);
    this.pending = new AtomicInteger(callers);
    this.busy = new CountDownLatch(callers);
    this.callers = IntStream.range(0, callers).mapToObj(i -> new Caller(requests.get())).toList();
  }

  /**
   * Lets one caller alone repeat its request until its rate is level, because beside a hundred the
   * JVM may take longer to compile what they call than a load warms up.
   *
   * @param requests supplies the caller with its request
   * @param threads creates its thread
   * @param warmUp how long a load may warm up; this takes at most a third of that
   * @return how long all callers may warm up after it
   * @throws IllegalStateException if a request has failed
   */
  public static Duration warmUpAlone(
      Supplier<? extends Callable<?>> requests, ThreadFactory threads, Duration warmUp)
      throws InterruptedException {
    Duration alone = warmUp.dividedBy(3);
    new ClosedLoop(1, requests).startOnThreadsOfTheirOwn(threads).untilLevel(alone, () -> true);
    return warmUp.minus(alone);
  }

  /** Starts the callers, each on a thread of its own. */
  ClosedLoop startOnThreadsOfTheirOwn(ThreadFactory threads) {
    // Starting a thread takes until it has first run, which threads at work would delay.
    CompletableFuture<Void> allStarted = new CompletableFuture<>();
    callers.stream()
        .map(caller ->
            threads.newThread(() -> {
              allStarted.join();
              caller.callUntilTheEnd();
            }))
        .toList()
        .forEach(Thread::start);
    allStarted.complete(null);
    return this;
  }

  /**
   * Starts the callers.
   *
   * @param server does the work of all of them
   * @return this loop
   */
  public ClosedLoop startOn(Executor server) {
    // From within the server, where all later requests come from: busy threads poll their own
    // queues first.
    server.execute(() -> callers.forEach(caller -> caller.callOnce(server, nanoTime.getAsLong())));
    return this;
  }

  /**
   * Measures, and ends the loop.
   *
   * @param duration the time to measure for
   * @return the result
   * @throws IllegalStateException if a request has failed
   */
  public LoadResult measure(Duration duration) throws InterruptedException {
    try {
      atWork.await();
      nanosToMeasure = duration.toNanos();
      awaitEnd();
    } finally {
      stopped = true;
    }
    return result(Objects.requireNonNull(window.get()));
  }

  /**
   * Lets the callers go on until their rate is level and {@code ready} is true, and ends the loop.
   *
   * @param most the longest time; six times as long until {@code ready} is true
   * @return whether the rate has become level
   * @throws IllegalStateException if a request has failed
   */
  public boolean untilLevel(Duration most, BooleanSupplier ready) throws InterruptedException {
    List<Double> times = new ArrayList<>();
    RateMeter meter = new RateMeter(nanoTime, this::answered);
    long begin = meter.end();
    try {
      while (failure.get() == null && isToWarmUp(meter.end() - begin, most, times, ready)) {
        Thread.sleep(Math.min(PERIOD_MILLIS, most.toMillis()));
        times.add(1 / meter.next());
      }
    } finally {
      stopped = true;
    }
    awaitEnd();
    return Level.isReachedBy(times);
  }

  private static boolean isToWarmUp(
      long nanos, Duration most, List<Double> times, BooleanSupplier ready) {
    return ready.getAsBoolean()
        ? nanos < most.toNanos() && !Level.isReachedBy(times)
        : nanos < PATIENCE * most.toNanos();
  }

  private long answered() {
    return callers.stream().mapToLong(caller -> caller.answered.get()).sum();
  }

  private void awaitEnd() throws InterruptedException {
    busy.await();
    Throwable failed = failure.get();
    if (failed != null) {
      throw new IllegalStateException("a request has failed", failed);
    }
  }

  private LoadResult result(Window measured) {
    Histogram latencies = new Histogram(3);
    long completed = 0;
    for (Caller caller : callers) {
      latencies.add(caller.latencies);
      completed += caller.completed;
    }
    return new LoadResult(latencies, completed, measured.end - measured.begin, answered());
  }

  private void fail(Throwable cause) {
    failure.compareAndSet(null, cause);
    // Others may be yet to begin.
    while (atWork.getCount() > 0) {
      atWork.countDown();
    }
  }

  /** One caller, used by one thread at a time. */
  private final class Caller {

    private final Callable<?> request;
    private final Histogram latencies = new Histogram(3);
    private final AtomicLong answered = new AtomicLong();
    private long completed;
    private long last;

    Caller(Callable<?> request) {
      this.request = request;
    }

    void callUntilTheEnd() {
      long from = nanoTime.getAsLong();
      while (isToGoOn(from)) {
        from = last;
      }
      busy.countDown();
    }

    void callOnce(Executor server, long from) {
      try {
        server.execute(() -> {
          if (isToGoOn(from)) {
            callOnce(server, last);
          } else {
            busy.countDown();
          }
        });
      } catch (RuntimeException | Error e) {
        fail(e);
        busy.countDown();
      }
    }

    /** Answers the request that was made at {@code from}. */
    private boolean isToGoOn(long from) {
      try {
        request.call();
      } catch (Exception | Error e) {
        fail(e);
        return false;
      }
      last = nanoTime.getAsLong();
      long count = answered.getPlain();
      answered.lazySet(count + 1);
      if (count == 0) {
        atWork.countDown();
      }
      return isToGoOn(from, last);
    }

    private boolean isToGoOn(long from, long now) {
      if (stopped || failure.get() != null) {
        return false;
      }
      Window measured = window.get();
      if (measured == null) {
        long nanos = nanosToMeasure;
        if (nanos > 0) {
          // By the one that gets here first: the thread that asked wakes up late.
          window.compareAndSet(null, new Window(now, now + nanos));
        }
        return true;
      }
      if (measured.contains(from)) {
        latencies.recordValue(now - from);
      }
      if (!measured.isOverAt(now)) {
        completed += now - measured.begin > 0 ? 1 : 0;
        return true;
      }
      if (!measured.isOverAt(from)) {
        pending.decrementAndGet();
      }
      return pending.get() > 0 && now - measured.end < MOST_AFTER_THE_END;
    }
  }
}
