package org.jwtvalidation.benchmark.suite.standard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is timed does what it says. */
class CacheHitBenchmarkTest {

  @Test
  void findsOneTokenInThreeWays() {
    CacheHitBenchmark benchmark = new CacheHitBenchmark();
    benchmark.prepare();

    assertThat(benchmark.makeString())
        .hasSizeBetween(700, 1100)
        .isNotSameAs(benchmark.makeString());
    assertThat(benchmark.lookUpInMap()).isSameAs(benchmark.validate());
    assertThat(benchmark.validateWatched()).isSameAs(benchmark.validateWatched());
  }
}
