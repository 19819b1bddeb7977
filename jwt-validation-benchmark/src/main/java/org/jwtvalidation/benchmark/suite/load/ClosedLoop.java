package org.jwtvalidation.benchmark.suite.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Callers of whom each has one request under way, and makes the next when that is answered. Latency
 * counts from the request to its answer, whatever it waits for. When the time is over all wait for
 * their last answer, which counts, too: nobody is forgotten who waited all the time.
 */
final class ClosedLoop {

  private final List<Caller> callers = new ArrayList<>();
  private final Duration duration;
  private final CountDownLatch busy;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile long end;

  /**
   * Callers who have not called yet.
   *
   * @param requests gives each caller what it asks for, time and again
   */
  ClosedLoop(int callers, Duration duration, Supplier<? extends Callable<?>> requests) {
    this.duration = duration;
    this.busy = new CountDownLatch(callers);
    for (int i = 0; i < callers; i++) {
      this.callers.add(new Caller(requests.get()));
    }
  }

  /** Has each caller do all of its work itself, on a thread of its own. */
  LoadResult runOnThreadsOfTheirOwn(ThreadFactory threads) throws InterruptedException {
    List<Thread> started =
        callers.stream().map(caller -> threads.newThread(caller::callUntilTheEnd)).toList();
    end = System.nanoTime() + duration.toNanos();
    started.forEach(Thread::start);
    return result();
  }

  /** Has a server work for the callers. */
  LoadResult runOn(Executor server) throws InterruptedException {
    end = System.nanoTime() + duration.toNanos();
    // From within the server, since that is where all later requests come from: threads that are
    // busy need not look for what comes from elsewhere.
    server.execute(() -> callers.forEach(caller -> caller.callOnce(server, System.nanoTime())));
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

  /** One caller; at any time one thread acts for it. */
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
        begin = System.nanoTime();
      } while (isToGoOn(begin));
      busy.countDown();
    }

    void callOnce(Executor server, long begin) {
      try {
        server.execute(() -> {
          if (isToGoOn(begin)) {
            callOnce(server, System.nanoTime());
          } else {
            busy.countDown();
          }
        });
      } catch (RuntimeException | Error e) {
        failure.compareAndSet(null, e);
        busy.countDown();
      }
    }

    /** Has the request answered that was made at {@code begin}. */
    private boolean isToGoOn(long begin) {
      try {
        request.call();
      } catch (Exception | Error e) {
        failure.compareAndSet(null, e);
        return false;
      }
      long now = System.nanoTime();
      latencies.recordValue(now - begin);
      if (now - end > 0) {
        return false;
      }
      completedInTime++;
      return failure.get() == null;
    }
  }
}
