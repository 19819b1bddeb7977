package org.jwtvalidation.benchmark.suite.peers;

import org.jwtvalidation.benchmark.suite.ServerUnderLoad;
import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * How long does each library take to validate an ES256 token while 100 threads validate? The rows
 * are those of {@link PeerEs256Benchmark}; times are those of the machine, from one token to the
 * next.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=PeerEs256UnderLoadBenchmark}
 */
@BenchmarkMode(Mode.AverageTime)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class PeerEs256UnderLoadBenchmark extends ServerUnderLoad {

  /** {@return all peers that this build can measure} */
  @ValuesOf("peer")
  public static String[] available() {
    return PeerEs256Benchmark.available();
  }

  /** Warms up. */
  @Setup
  public void prepare(PeerEs256Benchmark one, BenchmarkParams row) throws Exception {
    prepare(row, () -> one::verify);
  }
}
