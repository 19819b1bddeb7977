package org.jwtvalidation.benchmark.suite.peers;

import java.util.concurrent.TimeUnit;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Validation by one library. Subclasses list the libraries that support an algorithm. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(2)
public abstract class PeerVerification {

  private PeerTraffic traffic;
  private Peer<?> library;

  /** Visible to subclasses in this package only. */
  PeerVerification() {}

  abstract String peer();

  abstract SignatureAlgorithm algorithm();

  /** Mints the tokens and sets up the library. */
  @Setup
  public void prepare() throws Exception {
    prepare(new PeerTraffic(algorithm()));
  }

  final void prepare(PeerTraffic tokens) throws Exception {
    traffic = tokens;
    library = Peer.named(peer(), tokens.trust());
  }

  /** Validates the next token. */
  @Benchmark
  public Object verify() throws Exception {
    return library.verify(traffic.nextToken());
  }
}
