package org.jwtvalidation.benchmark.suite.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("once")
class LoadDriverTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Schedule THOUSAND_A_SECOND = new Schedule(LoadShape.SUSTAINED, 1000, SECOND);

  private final ExecutorService server = Executors.newFixedThreadPool(4);
  private final LoadDriver driver = new LoadDriver(server);

  @AfterEach
  void stopServer() {
    server.shutdownNow();
  }

  @Test
  void sendsAllRequestsAndNoneEarly() throws InterruptedException {
    long[] sent = new long[1000];
    AtomicInteger number = new AtomicInteger();
    long begin = System.nanoTime();

    LoadResult result =
        driver.run(
            THOUSAND_A_SECOND,
            () -> {
              int next = number.getAndIncrement();
              return () -> sent[next] = System.nanoTime();
            });

    assertThat(result.latencies().getTotalCount()).isEqualTo(1000);
    for (int i = 0; i < 1000; i++) {
      assertThat(sent[i] - begin).isGreaterThanOrEqualTo(THOUSAND_A_SECOND.due(i));
    }
  }

  @Test
  void includesAStallInLaterLatencies() throws InterruptedException {
    AtomicInteger number = new AtomicInteger();
    ExecutorService oneThread = Executors.newSingleThreadExecutor();
    try {
      LoadResult result =
          new LoadDriver(oneThread)
              .run(THOUSAND_A_SECOND, () -> stalling(number.incrementAndGet() == 200 ? 400 : 0));

      // Only one request was slow. The 400 that were due meanwhile waited 200 ms on average.
      Histogram latencies = result.latencies();
      assertThat(latencies.getTotalCount()).isEqualTo(1000);
      assertThat(latencies.getMaxValue()).isGreaterThanOrEqualTo(millis(398));
      assertThat(latencies.getValueAtPercentile(99)).isGreaterThan(millis(350));
      assertThat(latencies.getCountBetweenValues(millis(100), latencies.getMaxValue()))
          .isGreaterThanOrEqualTo(295);
    } finally {
      oneThread.shutdownNow();
    }
  }

  @Test
  void countsRequestsCompletedInTime() throws InterruptedException {
    // 4 threads that take 10 ms per request answer at most 400 of 1,000 in a second.
    LoadResult result = driver.run(THOUSAND_A_SECOND, () -> stalling(10));

    assertThat(result.completedInTime()).isBetween(1, 400);
    assertThat(result.latencies().getMaxValue()).isGreaterThan(millis(1000));
  }

  @Test
  void measuresTheCapacityOfAServer() throws InterruptedException {
    assertThat(driver.capacity(Duration.ofMillis(1), () -> stalling(1))).isBetween(10.0, 4000.0);
  }

  @Test
  void failsIfARequestFails() {
    assertThatThrownBy(() ->
            driver.run(
                new Schedule(LoadShape.BURSTS, 10, Duration.ZERO),
                () ->
                    () -> {
                      throw new IllegalArgumentException("rejected");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("rejected");
  }

  private static Callable<Integer> stalling(int millis) {
    return () -> {
      long end = System.nanoTime() + millis(millis);
      while (System.nanoTime() < end) {
        LockSupport.parkNanos(end - System.nanoTime());
      }
      return millis;
    };
  }

  private static long millis(int millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
