package org.jwtvalidation.benchmark.suite.algorithms;

import java.security.GeneralSecurityException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.SignedTokens;
import org.jwtvalidation.benchmark.suite.SignedTokens.SignedToken;
import org.jwtvalidation.benchmark.suite.ValuesOf;
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
 * What does a validation cost under each algorithm, and how much of that is the signature? A row
 * for the whole validation, without a cache, and one for the bare verification by the same provider
 * over the same octets.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=AlgorithmBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class AlgorithmBenchmark {

  /**
   * By which algorithm the tokens are signed, RSA with 2,048 bits. Those listed here are in every
   * JDK; {@link #available()} has the others too where they are.
   */
  @Param({
    "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "ED25519",
    "ED448"
  })
  public SignatureAlgorithm signedBy = SignatureAlgorithm.RS256;

  SignedTokens tokens;
  BareVerification bare;
  private TokenValidator validator;

  /** {@return all values of {@link #signedBy} that can be measured on the running JDK} */
  @ValuesOf("signedBy")
  public static String[] available() {
    return Stream.of(SignatureAlgorithm.values())
        .filter(SignatureAlgorithm::isAvailable)
        .map(Enum::name)
        .toArray(String[]::new);
  }

  /** Signs the tokens. */
  @Setup
  public void prepare() {
    tokens = new SignedTokens(TestKey.generate(signedBy, "key"));
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
