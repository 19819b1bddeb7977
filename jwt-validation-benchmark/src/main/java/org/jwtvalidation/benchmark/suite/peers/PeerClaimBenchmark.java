package org.jwtvalidation.benchmark.suite.peers;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.benchmark.suite.ValuesOf;
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

/**
 * How long does each library take to validate a token and read a claim of it? A row for each
 * library, as in {@link PeerRs256Benchmark}; the claim is {@code sub}. Some libraries parse claims
 * only on request.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=PeerClaimBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class PeerClaimBenchmark {

  /** The library; {@link #available()} adds the predecessor. */
  @Param({
    "JWT_VALIDATION",
    "AUTH0",
    "JJWT",
    "NIMBUS_JWK_SET",
    "NIMBUS_PREPARED",
    "NIMBUS_AS_DOCUMENTED",
    "FUSIONAUTH",
    "JOSE4J",
    "OKTA",
    "SMALLRYE",
    "VERTX",
    "SPRING_SECURITY",
    "TINK"
  })
  public String peer = "JWT_VALIDATION";

  /** The algorithm of the signatures, which does not affect the reading of claims. */
  @Param("RS256")
  public SignatureAlgorithm algorithm = SignatureAlgorithm.RS256;

  private PeerTraffic traffic;
  private Peer<?> library;

  /** {@return all values of {@link #peer} that this build can measure} */
  @ValuesOf("peer")
  public static String[] available() {
    return Predecessor.after(PeerClaimBenchmark.class);
  }

  /** Mints the tokens and sets up the library. */
  @Setup
  public void prepare() throws Exception {
    prepare(new PeerTraffic(algorithm));
  }

  final void prepare(PeerTraffic tokens) throws Exception {
    traffic = tokens;
    library = Peer.named(peer, tokens.trust());
  }

  /** Validates the next token and reads its subject. */
  @Benchmark
  public @Nullable String verifyAndReadSubject() throws Exception {
    return library.verifyAndReadSubject(traffic.nextToken());
  }
}
