// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("jdk-independent")
@Timeout(120)
class ClosedLoopTest {

  private static final Duration HALF_A_SECOND = Duration.ofMillis(500);

  private final ExecutorService oneThread = Executors.newSingleThreadExecutor();

  /** Stands still but for what requests take. */
  private final AtomicLong now = new AtomicLong();

  @AfterEach
  void stopServer() {
    oneThread.shutdownNow();
  }

  private Callable<Long> taking(int millis) {
    return () -> now.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private ClosedLoop loop(int callers, Supplier<Callable<?>> requests) {
    return new ClosedLoop(callers, requests, now::get);
  }

  @Test
  void startsAllThreadsBeforeAnyOfThemWorks() throws InterruptedException {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    AtomicBoolean early = new AtomicBoolean();
    Callable<?> request =
        () -> {
          if (threads.stream().anyMatch(thread -> thread.getState() == Thread.State.NEW)) {
            early.set(true);
          }
          return taking(10).call();
        };

    loop(50, () -> request)
        .startOnThreadsOfTheirOwn(task -> {
          Thread thread = new Thread(task);
          threads.add(thread);
          return thread;
        })
        .measure(HALF_A_SECOND);

    assertThat(threads).hasSize(50);
    assertThat(early).isFalse();
  }

  @Test
  void givesEachCallerAThreadAndOneRequestAtATime() throws InterruptedException {
    AtomicInteger most = new AtomicInteger();
    CyclicBarrier together = new CyclicBarrier(4);
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    ClosedLoop loop =
        loop(
            4,
            () -> {
              AtomicInteger underWay = new AtomicInteger();
              AtomicBoolean waited = new AtomicBoolean();
              return () -> {
                threads.add(Thread.currentThread());
                most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
                if (waited.compareAndSet(false, true)) {
                  // Only four requests at once get beyond this.
                  together.await();
                }
                taking(10).call();
                return underWay.decrementAndGet();
              };
            });

    onThreadsOfTheirOwn(loop);

    assertThat(threads).hasSize(4);
    assertThat(most).as("of one caller").hasValue(1);
  }

  private static LoadResult onThreadsOfTheirOwn(ClosedLoop loop) throws InterruptedException {
    return loop.startOnThreadsOfTheirOwn(WorkerThreads.PLATFORM.factory()).measure(HALF_A_SECOND);
  }

  @Test
  void countsTheWaitForAThread() throws InterruptedException {
    LoadResult result = loop(5, () -> taking(10)).startOn(oneThread).measure(HALF_A_SECOND);

    // Each request waits behind four others, except for the first.
    Histogram latencies = result.latencies();
    assertThat(latencies.getValueAtPercentile(50)).isCloseTo(50_000_000, within(50_000L));
    assertThat(latencies.getTotalCount()).isEqualTo(50);
    assertThat(result.completed()).isEqualTo(50);
    assertThat(result.rate()).isEqualTo(100);
    assertThat(result.inFlight()).isCloseTo(5, within(0.01));
    assertThat(latencies.getMean() / 1e9 * result.rate()).isCloseTo(5, within(0.01));
  }

  @Test
  void countsRequestsThatEndAfterTheDeadlineButNotAsCompleted() throws InterruptedException {
    AtomicInteger number = new AtomicInteger();
    // Wherever the half second begins, it ends in one of the long requests.
    LoadResult result =
        onThreadsOfTheirOwn(
            loop(1, () -> () -> taking(number.incrementAndGet() % 10 == 0 ? 600 : 20).call()));

    assertThat(result.latencies().getMaxValue()).isCloseTo(600_000_000, within(600_000L));
    assertThat(result.completed())
        .isBetween(0L, 9L)
        .isEqualTo(result.latencies().getTotalCount() - 1);
    assertThat(result.inFlight()).isGreaterThan(1);
    assertThat(result.heldUp()).isEqualTo(100);
  }

  @Test
  void letsAllGoOnUntilTheLastRequestIsAnswered() throws InterruptedException {
    AtomicInteger callers = new AtomicInteger();
    AtomicInteger callsOfOther = new AtomicInteger();
    AtomicBoolean alone = new AtomicBoolean();
    Callable<?> quick =
        () -> {
          TimeUnit.MILLISECONDS.sleep(1);
          return callsOfOther.incrementAndGet();
        };
    AtomicInteger callsOfSlow = new AtomicInteger();
    Callable<?> slow =
        () -> {
          if (callsOfSlow.getAndIncrement() > 0) {
            // The measured time ends meanwhile.
            TimeUnit.MILLISECONDS.sleep(400);
            int before = callsOfOther.get();
            TimeUnit.MILLISECONDS.sleep(200);
            alone.compareAndSet(false, callsOfOther.get() == before);
          }
          return null;
        };

    new ClosedLoop(2, () -> callers.getAndIncrement() == 0 ? slow : quick)
        .startOnThreadsOfTheirOwn(WorkerThreads.PLATFORM.factory())
        .measure(Duration.ofMillis(100));

    assertThat(alone).isFalse();
  }

  @Test
  void goesOnForThreeSecondsAtMost() throws InterruptedException {
    AtomicInteger callers = new AtomicInteger();
    AtomicInteger callsOfSlow = new AtomicInteger();
    Callable<?> quick =
        () -> {
          LockSupport.parkNanos(100_000);
          return taking(10).call();
        };
    // The clock stands still when the other caller has stopped.
    Callable<?> slow =
        () -> {
          for (long then = -1; callsOfSlow.get() > 0 && then != now.get(); ) {
            then = now.get();
            TimeUnit.MILLISECONDS.sleep(300);
          }
          return callsOfSlow.incrementAndGet();
        };

    LoadResult result =
        onThreadsOfTheirOwn(loop(2, () -> callers.getAndIncrement() == 0 ? slow : quick));

    assertThat(result.requests() * 10).as("milliseconds by the clock").isGreaterThan(3_400);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void letsCallersStopIfItIsInterrupted(boolean isToWarmUp) throws InterruptedException {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    ClosedLoop loop = new ClosedLoop(2, () -> () -> null);
    loop.startOnThreadsOfTheirOwn(task -> {
      Thread thread = new Thread(task);
      threads.add(thread);
      return thread;
    });

    Thread.currentThread().interrupt();
    assertThatThrownBy(
            () -> {
              if (isToWarmUp) {
                loop.untilLevel(HALF_A_SECOND, () -> false);
              } else {
                loop.measure(HALF_A_SECOND);
              }
            })
        .isInstanceOf(InterruptedException.class);

    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Test
  void warmsUpUntilTheRateIsLevelAndTheRestIsReady() throws InterruptedException {
    AtomicInteger asked = new AtomicInteger();
    ClosedLoop loop =
        new ClosedLoop(
            2,
            () ->
                () -> {
                  LockSupport.parkNanos(100_000);
                  return null;
                });

    loop.startOnThreadsOfTheirOwn(WorkerThreads.PLATFORM.factory())
        .untilLevel(Duration.ofMillis(100), () -> asked.incrementAndGet() > 3);

    assertThat(asked).as("more often than the time allows").hasValueGreaterThan(3);
  }

  @Test
  void failsIfTheServerRejectsARequest() {
    oneThread.shutdown();
    ClosedLoop loop = loop(2, () -> taking(1));
    AtomicInteger tasks = new AtomicInteger();

    assertThatThrownBy(() ->
            loop.startOn(
                    task -> {
                      if (tasks.incrementAndGet() == 1) {
                        task.run();
                      } else {
                        oneThread.execute(task);
                      }
                    })
                .measure(HALF_A_SECOND))
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void failsIfARequestFails() {
    Callable<?> failing =
        () -> {
          throw new IllegalArgumentException("rejected");
        };

    assertThatThrownBy(
            () -> new ClosedLoop(2, () -> failing).startOn(oneThread).measure(HALF_A_SECOND))
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("rejected");
    assertThatThrownBy(() -> onThreadsOfTheirOwn(new ClosedLoop(2, () -> failing)))
        .hasRootCauseMessage("rejected");
    assertThatThrownBy(() ->
            new ClosedLoop(2, () -> failing)
                .startOn(oneThread)
                .untilLevel(HALF_A_SECOND, () -> true))
        .hasRootCauseMessage("rejected");
  }
}
