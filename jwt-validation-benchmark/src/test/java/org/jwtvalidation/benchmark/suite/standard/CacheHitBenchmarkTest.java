package org.jwtvalidation.benchmark.suite.standard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Checks what the benchmark measures. */
class CacheHitBenchmarkTest {

  @Test
  void findsTheTokenInMapAndCaches() {
    CacheHitBenchmark benchmark = new CacheHitBenchmark();
    benchmark.prepare();

    assertThat(benchmark.makeString())
        .hasSizeBetween(700, 1100)
        .isNotSameAs(benchmark.makeString());
    assertThat(benchmark.lookUpInMap()).isSameAs(benchmark.validate());
    assertThat(benchmark.validateWatched()).isSameAs(benchmark.validateWatched());
  }
}
