package org.jwtvalidation.benchmark.suite.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.benchmark.suite.WorkerThreads;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/** Checks what the benchmarks of the suite measure. */
@Tag("jdk-independent")
class LoadSuiteTest {

  static Stream<WorkerThreads> executors() {
    return Stream.of(WorkerThreads.available()).map(WorkerThreads::valueOf);
  }

  @ParameterizedTest
  @MethodSource("executors")
  void validatesAndCountsAllRequests(WorkerThreads executor) throws Exception {
    LoadPatternBenchmark benchmark = new LoadPatternBenchmark();
    benchmark.executor = executor;
    benchmark.tokens = 30;
    benchmark.cacheSize = 3;
    benchmark.millis = 100;
    benchmark.prepare();
    assertThat(benchmark.capacity).isPositive();
    // What the machine has just shown to be possible is another number each time.
    benchmark.capacity = 1200;
    for (LoadShape shape : LoadShape.values()) {
      benchmark.shape = shape;
      LoadCounters counters = new LoadCounters();

      LoadResult result = benchmark.validate(counters);

      assertThat(counters.capacity).isEqualTo(1200);
      assertThat(counters.offered).isEqualTo(60);
      assertThat(result.latencies().getTotalCount()).isEqualTo(60);
      assertThat(counters.completed).isBetween(0.0, counters.offered);
      assertThat(
              Stream.of(
                  counters.p50,
                  counters.p90,
                  counters.p99,
                  counters.p999,
                  counters.p9999,
                  counters.max))
          .isSorted()
          .allMatch(latency -> latency > 0);
      assertThat(benchmark.nothing(counters).latencies().getTotalCount()).isEqualTo(60);
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
  void validatesForCallersWhoNeverRest(WorkerThreads executor, int threads, String gate)
      throws Exception {
    ClosedLoopBenchmark benchmark = new ClosedLoopBenchmark();
    benchmark.executor = executor;
    benchmark.callers = 8;
    benchmark.threads = threads;
    benchmark.gate = gate;
    benchmark.algorithm = SignatureAlgorithm.ES256;
    benchmark.tokens = 30;
    benchmark.millis = 100;
    benchmark.prepare();
    LoadCounters counters = new LoadCounters();

    LoadResult result = benchmark.validate(counters);

    assertThat(counters.capacity).isEqualTo(result.completedInTime() * 10.0);
    assertThat(counters.completed).isEqualTo(result.completedInTime());
    // The last request of each caller, which may be its only one, ends after the run.
    assertThat(result.latencies().getTotalCount()).isEqualTo(result.completedInTime() + 8L);
  }

  @Test
  void dividesCountersByTheNumberOfRuns() {
    LoadCounters counters = new LoadCounters();
    counters.runs = 2;
    Histogram latencies = new Histogram(3);
    for (int i = 1; i <= 100; i++) {
      latencies.recordValue(1000L * i);
    }

    counters.take(5000, 100, new LoadResult(latencies, 90));

    assertThat(counters.capacity).isEqualTo(2500);
    assertThat(counters.offered).isEqualTo(50);
    assertThat(counters.completed).isEqualTo(45);
    assertThat(counters.p50).isCloseTo(25, within(0.1));
    assertThat(counters.p90).isCloseTo(45, within(0.1));
    assertThat(counters.p99).isCloseTo(49.5, within(0.1));
    assertThat(counters.max).isCloseTo(50, within(0.1));
  }
}
