// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.standard;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.jwtvalidation.benchmark.suite.peers.CachingPeer;
import org.jwtvalidation.benchmark.workload.Workload;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does the validation of a cached token of about 1,000 characters cost, here and in a library
 * that caches tokens, too? Callers draw from 600 tokens. As in a request, the token is a new
 * string, whose hash code is not computed yet; the row {@code BARE_STRING} only creates the string,
 * which is part of the other rows.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 1, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 200, time = 20, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class CacheHitBenchmark {

  /** The library; {@link #available()} adds those that not every build has. */
  @Param({"JWT_VALIDATION", "BARE_STRING"})
  public String peer = "JWT_VALIDATION";

  /** The number of tokens, all of which are in the cache. */
  @Param("600")
  public int tokens = 600;

  private Workload workload;
  private CachingPeer library;

  /** {@return all values of {@link #peer} that this build can measure} */
  @ValuesOf("peer")
  public static String[] available() {
    return CachingPeer.available(CacheHitBenchmark.class);
  }

  /** Mints the tokens, sets up the library and fills its cache. */
  @Setup
  public void prepare() throws Exception {
    workload = Workload.builder().issuers(1).tokens(tokens).build();
    library = CachingPeer.named(peer, workload, tokens);
    for (int number = 0; number < tokens; number++) {
      library.validate(workload.token(number));
    }
  }

  /** Validates a cached token. */
  @Benchmark
  public Object validate() throws Exception {
    return library.validate(workload.token(ThreadLocalRandom.current().nextInt(tokens)));
  }
}
