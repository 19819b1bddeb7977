// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import java.util.concurrent.TimeUnit;
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
 * How long does each library take to parse a token without verification? A row for each library
 * that offers this. This library parses only internally, so it has two rows: with a new header each
 * time, and with a header known from a verified token.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 1, time = 4)
@Measurement(iterations = 250, time = 20, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class PeerParsingBenchmark {

  /** The library; {@link #available()} adds {@code TOKEN_SHERIFF}. */
  @Param({
    "JWT_VALIDATION",
    "JWT_VALIDATION_KNOWN_HEADER",
    "AUTH0",
    "NIMBUS",
    "FUSIONAUTH_PAYLOAD",
    "JOSE4J",
    "SMALLRYE"
  })
  public String peer = "JWT_VALIDATION";

  /** The algorithm of the signatures; another one changes only their length. */
  @Param("RS256")
  public SignatureAlgorithm algorithm = SignatureAlgorithm.RS256;

  private PeerTraffic traffic;
  private TokenParser parser;

  /** {@return all values of {@link #peer} that this build can measure} */
  @ValuesOf("peer")
  public static String[] available() {
    return Predecessor.after(PeerParsingBenchmark.class);
  }

  /** Mints the tokens and sets up the library. */
  @Setup
  public void prepare() {
    prepare(new PeerTraffic(algorithm));
  }

  final void prepare(PeerTraffic tokens) {
    traffic = tokens;
    parser = TokenParser.named(peer, tokens);
  }

  /** Reads the claims of the next token. */
  @Benchmark
  public Object parse() throws Exception {
    return parser.parse(traffic.nextToken());
  }
}
