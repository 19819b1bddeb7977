// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.benchmark.suite.scaling.ThreadScalingBenchmark.Lookup;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.token.AccessToken;

/** Checks what the benchmarks of the suite measure. */
@Tag("system")
class ScalingSuiteTest {

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

    double octets = benchmark.octetsOfEach();
    for (int again = 0; again < 3 && (octets < least || octets > most); again++) {
      // Something else in the heap was created or collected between the two readings.
      octets = benchmark.octetsOfEach();
    }
    assertThat(octets).isBetween(least, most);
  }
}
