// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

@Tag("jdk-independent")
@Timeout(120)
class ServerUnderLoadTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private static LoadResult withInFlight(int callers) {
    Histogram latencies = new Histogram(3);
    for (int micros = 1; micros <= 1_000; micros++) {
      // One in a hundred takes two milliseconds.
      latencies.recordValue(TimeUnit.MICROSECONDS.toNanos(micros % 100 == 0 ? 2_000 : 10));
    }
    return new LoadResult(latencies, 50_000, SECOND, callers * SECOND, 60_000);
  }

  @Test
  void refusesARowWhoseCallersWereNotAtWork() {
    assertThatIllegalStateException()
        .isThrownBy(() -> ServerUnderLoad.checked(withInFlight(8), 100))
        .withMessage("of 100 callers, only 8.0 were at work on average");
    assertThat(ServerUnderLoad.checked(withInFlight(80), 100).inFlight()).isEqualTo(80);
  }

  @ParameterizedTest
  @CsvSource({
    "rate, 50000",
    "inFlight, 100",
    "heldUpPercent, 1",
    "requests, 60000",
    "latency, 29900"
  })
  void givesTheRateAndTheShareThatWasHeldUp(String name, double score) {
    Result<?> result =
        withInFlight(100).results().stream()
            .filter(each -> each.getLabel().equals(name))
            .findFirst()
            .orElseThrow();

    assertThat(result.getScore())
        .isCloseTo(score, org.assertj.core.data.Percentage.withPercentage(0.2));
  }

  @Test
  void warmsUpWithOneCallerBeforeAll() throws InterruptedException {
    AtomicInteger callers = new AtomicInteger();
    AtomicInteger callsOfOne = new AtomicInteger();
    ServerUnderLoad load = new ServerUnderLoad() {};
    load.threads = 4;
    load.prepare(
        () -> {
          callers.incrementAndGet();
          return () -> callers.get() == 1 ? callsOfOne.incrementAndGet() : 0;
        },
        () -> true);

    load.validate(new IterationParams(IterationType.WARMUP, 1, TimeValue.milliseconds(300), 1));

    assertThat(callers).hasValue(1 + 4);
    assertThat(callsOfOne).hasPositiveValue();
  }

  /** Two hundred threads on a few processors, all at once. */
  @Test
  void letsAllCallersWorkAtOnce() throws InterruptedException {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    ClosedLoop loop =
        new ClosedLoop(
            200,
            () ->
                () -> {
                  threads.add(Thread.currentThread());
                  long end = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(20);
                  while (System.nanoTime() < end) {
                    Thread.onSpinWait();
                  }
                  return null;
                });

    LoadResult result =
        loop.startOnThreadsOfTheirOwn(WorkerThreads.PLATFORM.factory())
            .measure(Duration.ofSeconds(1));

    assertThat(threads).hasSize(200);
    assertThat(result.inFlight()).isGreaterThanOrEqualTo(160);
  }
}
