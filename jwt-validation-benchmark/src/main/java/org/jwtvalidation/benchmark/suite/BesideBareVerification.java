// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import java.security.GeneralSecurityException;
import java.util.concurrent.TimeUnit;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.SignedTokens.SignedToken;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.token.AccessToken;
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

/**
 * A row for the whole validation without a cache, and one for the bare verification of the same
 * octets by a provider.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 1, time = 4)
@Measurement(iterations = 250, time = 20, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public abstract class BesideBareVerification {

  private SignedTokens tokens;
  private SignatureVerifier bare;
  private TokenValidator validator;

  /** Signs the tokens. */
  @Setup
  public void prepare() {
    tokens = new SignedTokens(key());
    bare = bare(tokens.key());
    validator = configured(tokens.validator().cacheSize(0)).build();
    OwnResults.describe(validator);
  }

  /** {@return a new key to sign the tokens with} */
  protected abstract TestKey key();

  /**
   * {@return the bare verification; unless overridden, by the provider that the library chooses}
   */
  protected SignatureVerifier bare(VerificationKey key) {
    return SignaturePolicy.providersOnly().verifier(key);
  }

  /** {@return the validator's builder; unless overridden, with the defaults} */
  protected TokenValidator.Builder configured(TokenValidator.Builder builder) {
    return builder;
  }

  /** {@return the tokens} */
  public final SignedTokens tokens() {
    return tokens;
  }

  /** {@return the bare verification} */
  public final SignatureVerifier bare() {
    return bare;
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
