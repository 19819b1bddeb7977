package org.jwtvalidation.benchmark.suite.load;

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
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.benchmark.suite.WorkerThreads;

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
    return new ClosedLoop(callers, HALF_A_SECOND, requests, now::get);
  }

  @Test
  void givesEachCallerAThreadAndOneRequestAtATime() throws InterruptedException {
    AtomicInteger most = new AtomicInteger();
    AtomicInteger requests = new AtomicInteger();
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
                requests.incrementAndGet();
                if (waited.compareAndSet(false, true)) {
                  // Only four requests at once get beyond this.
                  together.await();
                }
                taking(10).call();
                return underWay.decrementAndGet();
              };
            });

    LoadResult result = loop.runOnThreadsOfTheirOwn(WorkerThreads.PLATFORM.factory());

    assertThat(threads).hasSize(4);
    assertThat(most).as("of one caller").hasValue(1);
    // The last request of each caller is the first that ends too late, and 50 of 10 ms fit.
    assertThat(result.completedInTime()).isBetween(47, 50);
    assertThat(result.latencies().getTotalCount())
        .isEqualTo(requests.get())
        .isEqualTo(result.completedInTime() + 4L);
    assertThat(result.latencies().getMinValue()).isGreaterThanOrEqualTo(9_900_000);
  }

  @Test
  void countsTheWaitForAThread() throws InterruptedException {
    LoadResult result = loop(5, () -> taking(10)).runOn(oneThread);

    // Each request waits behind four others, except for the first.
    Histogram latencies = result.latencies();
    assertThat(latencies.getValueAtPercentile(50)).isCloseTo(50_000_000, within(50_000L));
    assertThat(latencies.getMinValue()).isCloseTo(10_000_000, within(10_000L));
    assertThat(latencies.getTotalCount()).isEqualTo(55);
    assertThat(result.completedInTime()).isEqualTo(50);
    double rate = result.completedInTime() / 0.5;
    assertThat(latencies.getMean() / 1e9 * rate).isCloseTo(5, within(0.2));
  }

  @Test
  void countsCallersThatWaitUntilTheEnd() throws InterruptedException {
    AtomicInteger number = new AtomicInteger();

    LoadResult result =
        loop(
                3,
                () -> {
                  int millis = number.incrementAndGet() == 1 ? 700 : 5;
                  return taking(millis);
                })
            .runOnThreadsOfTheirOwn(WorkerThreads.PLATFORM.factory());

    assertThat(result.latencies().getMaxValue()).isGreaterThanOrEqualTo(695_000_000);
    assertThat(result.latencies().getTotalCount()).isEqualTo(result.completedInTime() + 3L);
  }

  @Test
  void failsIfTheServerRejectsARequest() {
    oneThread.shutdown();
    ClosedLoop loop = loop(2, () -> taking(1));
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
