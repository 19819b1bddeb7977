package org.jwtvalidation.benchmark.suite.peers;

import java.util.concurrent.TimeUnit;
import org.jwtvalidation.benchmark.suite.Arithmetic;
import org.jwtvalidation.benchmark.suite.OwnResults;
import org.jwtvalidation.benchmark.suite.providers.CryptoProvider;
import org.jwtvalidation.jwk.SignatureAlgorithm;
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

/** Validation by one library. Subclasses list the libraries that support an algorithm. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 1, time = 4)
@Measurement(iterations = 10, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public abstract class PeerVerification {

  /** The provider that comes first in the JVM, which libraries use unless they bring their own. */
  @Param("JDK")
  public CryptoProvider provider = CryptoProvider.JDK;

  private PeerTraffic traffic;
  private Peer<?> library;

  /** Visible to subclasses in this package only. */
  PeerVerification() {}

  abstract String peer();

  abstract SignatureAlgorithm algorithm();

  /** Mints the tokens and sets up the library. */
  @Setup
  public void prepare() throws Exception {
    // Before the keys are made, because providers prefer their own.
    provider.putFirst(algorithm());
    prepare(new PeerTraffic(algorithm()));
  }

  final void prepare(PeerTraffic tokens) throws Exception {
    traffic = tokens;
    library = Peer.named(peer(), tokens.trust());
    library.measuredValidator().ifPresent(OwnResults::describe);
  }

  /** Whether this library, if it is the row's, has chosen its arithmetic. */
  final boolean isArithmeticChosen() {
    return library.measuredValidator().stream()
        .allMatch(validator -> Arithmetic.isChosen(validator, algorithm()));
  }

  /** Validates the next token. */
  @Benchmark
  public Object verify() throws Exception {
    return library.verify(traffic.nextToken());
  }
}
