// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks what the benchmark measures, for each library. */
class CacheHitBenchmarkTest {

  private static String[] libraries() {
    return CacheHitBenchmark.available();
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void findsEveryTokenInTheCache(String library) throws Exception {
    CacheHitBenchmark benchmark = new CacheHitBenchmark();
    benchmark.peer = library;
    benchmark.tokens = 20;
    benchmark.prepare();

    Set<Object> answers = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < 1_000; i++) {
      answers.add(benchmark.validate());
    }

    // A bare string is a new one each time.
    assertThat(answers).hasSize(library.equals("BARE_STRING") ? 1_000 : 20);
  }

  @Test
  void namesALibraryThatItDoesNotKnow() {
    CacheHitBenchmark benchmark = new CacheHitBenchmark();
    benchmark.peer = "UNKNOWN";

    assertThatIllegalArgumentException()
        .isThrownBy(benchmark::prepare)
        .withMessage("peer: UNKNOWN is unknown");
  }
}
