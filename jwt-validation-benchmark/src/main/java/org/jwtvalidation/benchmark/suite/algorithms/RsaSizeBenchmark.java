package org.jwtvalidation.benchmark.suite.algorithms;

import java.security.GeneralSecurityException;
import java.util.concurrent.TimeUnit;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.SignedTokens;
import org.jwtvalidation.benchmark.suite.SignedTokens.SignedToken;
import org.jwtvalidation.jwk.BareVerification;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestKey;
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
 * What does a larger RSA key cost? Under RS256, a row for the whole validation, without a cache,
 * and one for the bare verification by the same provider over the same octets.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=RsaSizeBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RsaSizeBenchmark {

  /** The size of the modulus in bits. */
  @Param({"2048", "3072", "4096"})
  public int modulusBits = 2048;

  SignedTokens tokens;
  private BareVerification bare;
  private TokenValidator validator;

  /** Signs the tokens. */
  @Setup
  public void prepare() {
    tokens = new SignedTokens(TestKey.generate(SignatureAlgorithm.RS256, "key", modulusBits));
    bare = BareVerification.by(tokens.key());
    validator = tokens.validator().cacheSize(0).build();
  }

  /** The bare verification. */
  @Benchmark
  public boolean raw() throws GeneralSecurityException {
    SignedToken token = tokens.next();
    return bare.verify(token.octets(), token.signingInputLength(), token.signature());
  }

  /** The whole validation. */
  @Benchmark
  public AccessToken validate() {
    return validator.validate(tokens.next().compact());
  }
}
