package org.jwtvalidation.benchmark.suite.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Callers that each make their next request when the last is answered. Latency counts from request
 * to answer, including all waits. At the end of the run, all callers wait for their last answer,
 * which counts too: otherwise the longest waits would be missing.
 */
final class ClosedLoop {

  private final List<Caller> callers = new ArrayList<>();
  private final Duration duration;
  private final LongSupplier nanoTime;
  private final CountDownLatch busy;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile long end;

  /**
   * Creates the callers.
   *
   * @param requests supplies each caller with the request that it repeats
   */
  ClosedLoop(int callers, Duration duration, Supplier<? extends Callable<?>> requests) {
    this(callers, duration, requests, System::nanoTime);
  }

  /** Creates callers who measure by another clock. */
  ClosedLoop(
      int callers,
      Duration duration,
      Supplier<? extends Callable<?>> requests,
      LongSupplier nanoTime) {
    this.duration = duration;
    this.nanoTime = nanoTime;
    this.busy = new CountDownLatch(callers);
    for (int i = 0; i < callers; i++) {
      this.callers.add(new Caller(requests.get()));
    }
  }

  /** Lets each caller do its work on a thread of its own. */
  LoadResult runOnThreadsOfTheirOwn(ThreadFactory threads) throws InterruptedException {
    List<Thread> started =
        callers.stream().map(caller -> threads.newThread(caller::callUntilTheEnd)).toList();
    end = nanoTime.getAsLong() + duration.toNanos();
    started.forEach(Thread::start);
    return result();
  }

  /** Lets a server do the work of all callers. */
  LoadResult runOn(Executor server) throws InterruptedException {
    end = nanoTime.getAsLong() + duration.toNanos();
    // From within the server, where all later requests come from: busy threads poll their own
    // queues first.
    server.execute(() -> callers.forEach(caller -> caller.callOnce(server, nanoTime.getAsLong())));
    return result();
  }

  private LoadResult result() throws InterruptedException {
    busy.await();
    Throwable failed = failure.get();
    if (failed != null) {
      throw new IllegalStateException("a request has failed", failed);
    }
    Histogram latencies = new Histogram(3);
    int completedInTime = 0;
    for (Caller caller : callers) {
      latencies.add(caller.latencies);
      completedInTime += caller.completedInTime;
    }
    return new LoadResult(latencies, completedInTime);
  }

  /** One caller, used by one thread at a time. */
  private final class Caller {

    private final Callable<?> request;
    private final Histogram latencies = new Histogram(3);
    private int completedInTime;

    Caller(Callable<?> request) {
      this.request = request;
    }

    void callUntilTheEnd() {
      long begin;
      do {
        begin = nanoTime.getAsLong();
      } while (isToGoOn(begin));
      busy.countDown();
    }

    void callOnce(Executor server, long begin) {
      try {
        server.execute(() -> {
          if (isToGoOn(begin)) {
            callOnce(server, nanoTime.getAsLong());
          } else {
            busy.countDown();
          }
        });
      } catch (RuntimeException | Error e) {
        failure.compareAndSet(null, e);
        busy.countDown();
      }
    }

    /** Answers the request that was made at {@code begin}. */
    private boolean isToGoOn(long begin) {
      try {
        request.call();
      } catch (Exception | Error e) {
        failure.compareAndSet(null, e);
        return false;
      }
      long now = nanoTime.getAsLong();
      latencies.recordValue(now - begin);
      if (now - end > 0) {
        return false;
      }
      completedInTime++;
      return failure.get() == null;
    }
  }
}
