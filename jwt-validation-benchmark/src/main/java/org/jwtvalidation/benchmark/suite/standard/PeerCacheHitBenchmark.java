package org.jwtvalidation.benchmark.suite.standard;

import java.util.concurrent.TimeUnit;
import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.jwtvalidation.benchmark.suite.peers.CachingPeer;
import org.jwtvalidation.testkit.Workload;
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
 * What does a cached token cost here, and what in the system before this one with its cache on? As
 * in {@link CacheHitBenchmark}, the token is a new string each time.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=PeerCacheHitBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(2)
public class PeerCacheHitBenchmark {

  /** The library; {@link #available()} adds the predecessor. */
  @Param("JWT_VALIDATION")
  public String peer = "JWT_VALIDATION";

  private Workload workload;
  private CachingPeer library;

  /** {@return all values of {@link #peer} that this build can measure} */
  @ValuesOf("peer")
  public static String[] available() {
    return CachingPeer.available(PeerCacheHitBenchmark.class);
  }

  /** Mints the token, sets up the library and fills its cache. */
  @Setup
  public void prepare() throws Exception {
    workload = Workload.builder().issuers(1).tokens(1).build();
    library = CachingPeer.named(peer, workload);
    library.validate(workload.token(0));
  }

  /** Validates the cached token. */
  @Benchmark
  public Object validate() throws Exception {
    return library.validate(workload.token(0));
  }
}
