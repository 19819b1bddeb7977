package org.jwtvalidation.benchmark.suite.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.benchmark.suite.WorkerThreads;

@Tag("once")
@Timeout(60)
class ClosedLoopTest {

  private static final Duration HALF_A_SECOND = Duration.ofMillis(500);

  private final ExecutorService oneThread = Executors.newSingleThreadExecutor();

  @AfterEach
  void stopServer() {
    oneThread.shutdownNow();
  }

  private static Callable<Integer> taking(int millis) {
    return () -> {
      long end = System.nanoTime() + millis * 1_000_000L;
      while (System.nanoTime() < end) {
        LockSupport.parkNanos(end - System.nanoTime());
      }
      return millis;
    };
  }

  @Test
  void givesEachCallerAThreadAndOneRequestAtATime() throws InterruptedException {
    AtomicInteger underWay = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    ClosedLoop loop =
        new ClosedLoop(
            4,
            HALF_A_SECOND,
            () ->
                () -> {
                  threads.add(Thread.currentThread());
                  most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
                  taking(10).call();
                  return underWay.decrementAndGet();
                });

    LoadResult result = loop.runOnThreadsOfTheirOwn(WorkerThreads.PLATFORM.factory());

    assertThat(threads).hasSize(4);
    assertThat(most).hasValue(4);
    assertThat(result.completedInTime()).isBetween(4, 200);
    assertThat(result.latencies().getTotalCount())
        .isBetween((long) result.completedInTime(), result.completedInTime() + 4L);
    assertThat(result.latencies().getMinValue()).isGreaterThanOrEqualTo(9_900_000);
  }

  @Test
  void countsTheWaitForAThread() throws InterruptedException {
    ClosedLoop loop = new ClosedLoop(5, HALF_A_SECOND, () -> taking(10));

    LoadResult result = loop.runOn(oneThread);

    // Each request waits behind four others, except for the first.
    Histogram latencies = result.latencies();
    assertThat(latencies.getValueAtPercentile(50)).isGreaterThanOrEqualTo(49_000_000);
    double rate = result.completedInTime() / 0.5;
    assertThat(latencies.getMean() / 1e9 * rate).isCloseTo(5, within(1.2));
  }

  @Test
  void countsCallersThatWaitUntilTheEnd() throws InterruptedException {
    AtomicInteger number = new AtomicInteger();
    ClosedLoop loop =
        new ClosedLoop(3, HALF_A_SECOND, () -> taking(number.incrementAndGet() == 1 ? 700 : 5));

    LoadResult result = loop.runOnThreadsOfTheirOwn(WorkerThreads.PLATFORM.factory());

    assertThat(result.latencies().getMaxValue()).isGreaterThanOrEqualTo(695_000_000);
  }

  @Test
  void failsIfTheServerRejectsARequest() {
    oneThread.shutdown();
    ClosedLoop loop = new ClosedLoop(2, HALF_A_SECOND, () -> taking(1));
    AtomicInteger tasks = new AtomicInteger();

    assertThatThrownBy(() ->
            loop.runOn(task -> {
              if (tasks.incrementAndGet() == 1) {
                task.run();
              } else {
                oneThread.execute(task);
              }
            }))
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void failsIfARequestFails() {
    Callable<?> failing =
        () -> {
          throw new IllegalArgumentException("rejected");
        };

    assertThatThrownBy(() -> new ClosedLoop(2, HALF_A_SECOND, () -> failing).runOn(oneThread))
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("rejected");
    assertThatThrownBy(() ->
            new ClosedLoop(2, HALF_A_SECOND, () -> failing)
                .runOnThreadsOfTheirOwn(WorkerThreads.PLATFORM.factory()))
        .hasRootCauseMessage("rejected");
  }
}
