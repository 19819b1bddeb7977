package org.jwtvalidation.benchmark.suite.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that each library finds the token in its cache. */
class PeerCacheHitBenchmarkTest {

  private static String[] libraries() {
    return PeerCacheHitBenchmark.available();
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void servesTheSameTokenAgain(String library) throws Exception {
    PeerCacheHitBenchmark benchmark = new PeerCacheHitBenchmark();
    benchmark.peer = library;
    benchmark.prepare();

    assertThat(benchmark.validate()).isSameAs(benchmark.validate());
  }

  @Test
  void namesALibraryThatItDoesNotKnow() {
    PeerCacheHitBenchmark benchmark = new PeerCacheHitBenchmark();
    benchmark.peer = "UNKNOWN";

    assertThatIllegalArgumentException()
        .isThrownBy(benchmark::prepare)
        .withMessage("peer: UNKNOWN is unknown");
  }
}
