// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.benchmark.suite.LoadResult;
import org.jwtvalidation.benchmark.suite.WorkerThreads;
import org.jwtvalidation.benchmark.suite.load.LoadDriver.Answers;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/** Checks what the benchmarks of the suite measure. */
@Tag("system")
class LoadSuiteTest {

  static Stream<WorkerThreads> executors() {
    return Stream.of(WorkerThreads.available()).map(WorkerThreads::valueOf);
  }

  @ParameterizedTest
  @MethodSource("executors")
  void validatesAllRequestsOfASchedule(WorkerThreads executor) throws Exception {
    LoadPatternBenchmark benchmark = new LoadPatternBenchmark();
    benchmark.executor = executor;
    benchmark.threads = 4;
    benchmark.tokens = 30;
    benchmark.cacheSize = 30;
    benchmark.prepare();
    benchmark.warmUp(Duration.ofMillis(100));
    assertThat(benchmark.capacity).isPositive();
    // What the machine has just shown to be possible is another number each time.
    benchmark.capacity = 1200;
    for (LoadShape shape : LoadShape.values()) {
      benchmark.shape = shape;

      Answers answers = benchmark.answers(Duration.ofMillis(100));

      assertThat(answers.result().latencies().getTotalCount()).isEqualTo(60);
      assertThat(answers.lags().getTotalCount()).isEqualTo(60);
    }
  }

  @Test
  void tellsThatItsDriverWasLate() {
    Histogram latencies = new Histogram(3);
    latencies.recordValue(10_000_000);
    Histogram lags = new Histogram(3);
    lags.recordValue(900_000);
    Answers answers = new Answers(new LoadResult(latencies, 1, 1, 1), lags);
    assertThat(LoadPatternBenchmark.isLate(answers)).isFalse();

    lags.recordValue(1_100_000);
    assertThat(LoadPatternBenchmark.isLate(answers)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void validatesWhateverHappensToTheKeys(RemoteKeysBenchmark.Event event) throws Exception {
    RemoteKeysBenchmark benchmark = new RemoteKeysBenchmark();
    benchmark.event = event;
    benchmark.threads = 4;
    benchmark.prepare();
    try {
      LoadResult result = benchmark.measure(Duration.ofMillis(1_500));
      assertThat(result.latencies().getTotalCount()).isPositive();
    } finally {
      benchmark.close();
    }
  }

  static Stream<Arguments> servers() {
    return executors()
        .flatMap(executor ->
            Stream.of(
                Arguments.of(executor, 8, "none"),
                Arguments.of(executor, 2, "fair:1"),
                Arguments.of(executor, 8, "verifications:1")));
  }

  @ParameterizedTest
  @MethodSource("servers")
  void validatesForCallersThatNeverRest(WorkerThreads executor, int threads, String gate)
      throws Exception {
    ClosedLoopBenchmark benchmark = new ClosedLoopBenchmark();
    benchmark.executor = executor;
    benchmark.callers = 8;
    benchmark.threads = threads;
    benchmark.gate = gate;
    benchmark.algorithm = SignatureAlgorithm.ES256;
    benchmark.tokens = 30;
    benchmark.prepare();

    LoadResult result = benchmark.measure(Duration.ofMillis(800));

    assertThat(result.completed()).isPositive();
    assertThat(result.inFlight()).isGreaterThanOrEqualTo(6.4);
    assertThat(result.latencies().getTotalCount()).isGreaterThanOrEqualTo(result.completed() - 8);
  }

  @Test
  void refusesMoreThreadsThanCallers() {
    ClosedLoopBenchmark benchmark = new ClosedLoopBenchmark();
    benchmark.callers = 8;
    assertThatIllegalArgumentException()
        .isThrownBy(benchmark::prepare)
        .withMessageStartingWith("threads: 100 exceeds the number of callers");
  }
}
