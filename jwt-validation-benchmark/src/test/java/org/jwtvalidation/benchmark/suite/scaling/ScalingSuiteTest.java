// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.benchmark.suite.scaling.ThreadScalingBenchmark.Lookup;
import org.jwtvalidation.benchmark.workload.AccessPattern;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.token.AccessToken;

/** Checks what the benchmarks of the suite measure. */
@Tag("jdk-independent")
class ScalingSuiteTest {

  private static final int ISSUER_LENGTH = "https://issuer-1.example".length();

  @ParameterizedTest
  @EnumSource
  void looksTokensUp(Lookup lookup) throws Exception {
    ThreadScalingBenchmark benchmark = new ThreadScalingBenchmark();
    benchmark.tokens = 60;
    benchmark.lookup = lookup;
    benchmark.prepare();

    Callable<AccessToken> calls = benchmark.calls();
    Set<AccessToken> answers = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < 1_000; i++) {
      answers.add(calls.call());
    }

    assertThat(answers).hasSize(lookup == Lookup.MISS ? 1_000 : 60);
  }

  /** A token of 900 characters and its claims; a table of 145 KiB. */
  @ParameterizedTest
  @CsvSource({"CACHED_TOKENS, 1500, 10000", "KEYS, 140000, 220000"})
  void measuresWhatAValidatorKeeps(RetainedMemoryBenchmark.Kept kept, double least, double most) {
    RetainedMemoryBenchmark benchmark = new RetainedMemoryBenchmark();
    benchmark.kept = kept;
    benchmark.algorithm = SignatureAlgorithm.ES256;
    benchmark.prepare();

    assertThat(benchmark.octetsOfEach()).isBetween(least, most);
  }

  @Test
  void countsHitsAndMisses() {
    HitRateBenchmark none = hitRate(0);
    assertThat(hits(none, AccessPattern.UNIFORM)).isZero();
    HitRateBenchmark all = hitRate(60);
    assertThat(hits(all, AccessPattern.ZIPF)).isEqualTo(2000);

    HitRateBenchmark tenth = hitRate(6);
    assertThat(hits(tenth, AccessPattern.UNIFORM)).isBetween(100L, 300L);
    assertThat(hits(tenth, AccessPattern.ZIPF)).isBetween(400L, 1400L);
    assertThat(hits(tenth, AccessPattern.HOT_SET)).isBetween(900L, 1900L);
    assertThat(hits(tenth, AccessPattern.BURST)).isBetween(900L, 1900L);
  }

  private static HitRateBenchmark hitRate(int cacheSize) {
    HitRateBenchmark benchmark = new HitRateBenchmark();
    benchmark.tokens = 60;
    benchmark.cacheSize = cacheSize;
    benchmark.algorithm = SignatureAlgorithm.ES256;
    benchmark.prepare();
    return benchmark;
  }

  /** The hits of the second iteration, whose cache the first has filled. */
  private static long hits(HitRateBenchmark benchmark, AccessPattern pattern) {
    benchmark.pattern = pattern;
    HitRateBenchmark.Caller caller = new HitRateBenchmark.Caller();
    caller.prepare(benchmark);
    for (int iteration = 0; iteration < 2; iteration++) {
      for (int i = 0; i < 2000; i++) {
        assertThat(benchmark.validate(caller).issuer()).hasSize(ISSUER_LENGTH);
      }
      caller.count(benchmark);
    }
    assertThat(caller.hits + caller.misses).isEqualTo(2000);
    return caller.hits;
  }
}
