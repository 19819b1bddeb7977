// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

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

  /** A hundred thousand requests in a second, one in a hundred of which takes ten milliseconds. */
  private static LoadResult ofMicros(int usual) {
    Histogram latencies = new Histogram(3);
    latencies.recordValueWithCount(TimeUnit.MICROSECONDS.toNanos(usual), 99_000);
    latencies.recordValueWithCount(TimeUnit.MILLISECONDS.toNanos(10), 1_000);
    return new LoadResult(latencies, 50_000, SECOND, 60_000);
  }

  @Test
  void refusesARowWhoseCallersWereNotAtWork() {
    assertThatIllegalStateException()
        .isThrownBy(() -> ServerUnderLoad.checked(ofMicros(600), 100))
        .withMessage("of 100 callers, only 69.4 were at work on average");
    assertThat(ServerUnderLoad.checked(ofMicros(800), 100).inFlight()).isCloseTo(89.2, within(0.1));
  }

  @Test
  void refusesALoadOfWhichACallerWaitedAllTheTime() throws InterruptedException {
    AtomicInteger callers = new AtomicInteger();
    ClosedLoop loop =
        new ClosedLoop(
            2,
            () -> {
              boolean isSlow = callers.getAndIncrement() == 0;
              AtomicInteger calls = new AtomicInteger();
              return () -> {
                // The second of the slow one begins before the others are measured.
                TimeUnit.MILLISECONDS.sleep(isSlow && calls.getAndIncrement() > 0 ? 1_000 : 1);
                return null;
              };
            });

    LoadResult result =
        loop.startOnThreadsOfTheirOwn(WorkerThreads.PLATFORM.factory())
            .measure(Duration.ofMillis(200));

    assertThatIllegalStateException()
        .isThrownBy(() -> ServerUnderLoad.checked(result, 2))
        .withMessageContaining("of 2 callers, only ");
  }

  @ParameterizedTest
  @CsvSource({
    "score, 50000",
    "inFlight, 89.2",
    "heldUpPercent, 1",
    "requests, 60000",
    "latency, 892000"
  })
  void givesTheRateAndTheShareThatWasHeldUp(String name, double score) {
    Result<?> result =
        ofMicros(800).results().stream()
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

  /** Fifty threads on a few processors, all at once, for the least time of so many. */
  @Test
  void letsAllCallersWorkAtOnce() throws InterruptedException {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    ClosedLoop loop =
        new ClosedLoop(
            50,
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
            .measure(Duration.ofSeconds(3));

    assertThat(threads).hasSize(50);
    assertThat(result.inFlight()).isGreaterThanOrEqualTo(40);
  }
}
