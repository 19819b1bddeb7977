package org.jwtvalidation.benchmark.suite.providers;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.SignedTokens;
import org.jwtvalidation.benchmark.suite.SignedTokens.SignedToken;
import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.jwtvalidation.jwk.BareVerification;
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
 * What does a validation gain from another provider? A row for the whole validation by a validator
 * that was told of the provider, without a cache, and one for the bare verification by it.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=ProviderBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class ProviderBenchmark {

  /**
   * Who verifies what. Those listed here run everywhere; {@link #available()} has the others too
   * where they do.
   */
  @Param({"JDK_RS256", "BC_RS256", "JDK_ES256", "BC_ES256", "JDK_ED25519", "BC_ED25519"})
  public Offer offer = Offer.JDK_RS256;

  SignedTokens tokens;
  BareVerification bare;
  private TokenValidator validator;

  /** {@return all values of {@link #offer} that can be measured on this machine} */
  @ValuesOf("offer")
  public static String[] available() {
    return Stream.of(Offer.values())
        .filter(Offer::isAvailable)
        .map(Enum::name)
        .toArray(String[]::new);
  }

  /** Installs the provider, and signs the tokens by the JDK. */
  @Setup
  public void prepare() {
    Provider provider = offer.provider();
    Security.addProvider(provider);
    tokens = new SignedTokens(TestKey.generate(offer.algorithm(), "key"));
    bare = BareVerification.by(tokens.key(), provider);
    validator = tokens.validator().cacheSize(0).signatureProvider(provider.getName()).build();
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
