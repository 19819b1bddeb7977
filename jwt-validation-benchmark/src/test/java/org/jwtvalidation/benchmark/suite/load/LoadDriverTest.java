// SPDX-License-Identifier: Apache-2.0
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
import org.jwtvalidation.benchmark.suite.LoadResult;

@Tag("jdk-independent")
class LoadDriverTest {

  private static final Duration TENTH = Duration.ofMillis(100);
  private static final Schedule THOUSAND_A_SECOND = new Schedule(LoadShape.SUSTAINED, 100, TENTH);

  private final ExecutorService server = Executors.newFixedThreadPool(4);
  private final LoadDriver driver = new LoadDriver(server);

  @AfterEach
  void stopServer() {
    server.shutdownNow();
  }

  @Test
  void sendsAllRequestsAndNoneEarly() throws InterruptedException {
    long[] sent = new long[100];
    AtomicInteger number = new AtomicInteger();
    long begin = System.nanoTime();

    LoadResult result =
        driver
            .run(
                THOUSAND_A_SECOND,
                () -> {
                  int next = number.getAndIncrement();
                  return () -> sent[next] = System.nanoTime();
                })
            .result();

    assertThat(result.latencies().getTotalCount()).isEqualTo(100);
    for (int i = 0; i < 100; i++) {
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
              .run(THOUSAND_A_SECOND, () -> stalling(number.incrementAndGet() == 20 ? 60 : 0))
              .result();

      // Only one request was slow. The 60 that were due meanwhile waited 30 ms on average; what
      // slows the machine can only add to that.
      Histogram latencies = result.latencies();
      assertThat(latencies.getTotalCount()).isEqualTo(100);
      assertThat(latencies.getMaxValue()).isGreaterThanOrEqualTo(millis(59));
      assertThat(latencies.getValueAtPercentile(95)).isGreaterThan(millis(53));
      assertThat(latencies.getCountBetweenValues(millis(15), latencies.getMaxValue()))
          .isGreaterThanOrEqualTo(44);
    } finally {
      oneThread.shutdownNow();
    }
  }

  @Test
  void countsRequestsCompletedInTime() throws InterruptedException {
    // 4 threads that take 10 ms per request answer at most 40 of 100 in a tenth of a second.
    LoadResult result = driver.run(THOUSAND_A_SECOND, () -> stalling(10)).result();
    assertThat(result.completed()).isBetween(0L, 40L);
    assertThat(result.latencies().getTotalCount()).isEqualTo(100);
    assertThat(result.latencies().getMaxValue()).isGreaterThan(millis(100));

    Schedule oneInAnHour = new Schedule(LoadShape.SUSTAINED, 1, Duration.ofHours(1));
    assertThat(driver.run(oneInAnHour, () -> stalling(1)).result().completed()).isEqualTo(1);
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
