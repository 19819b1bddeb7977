package org.jwtvalidation.benchmark.suite.providers;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.crypto.impl.ECDSA;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jwtvalidation.benchmark.suite.SignedTokens;
import org.jwtvalidation.benchmark.suite.SignedTokens.SignedToken;
import org.jwtvalidation.benchmark.suite.ValuesOf;
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
 * How fast does each provider verify ES256 signatures in DER, the only form that Conscrypt
 * supports? A row for the bare verification by each provider; the signatures are converted to DER
 * in advance. The library does not use this form.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=DerSignatureBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class DerSignatureBenchmark {

  /** The provider. These run everywhere; {@link #available()} adds the others where they run. */
  @Param({"JDK", "BC"})
  public CryptoProvider derBy = CryptoProvider.JDK;

  private final List<SignedToken> tokens = new ArrayList<>();
  private Provider provider;
  private PublicKey publicKey;

  /** {@return all values of {@link #derBy} that this machine can measure} */
  @ValuesOf("derBy")
  public static String[] available() {
    return Stream.of(CryptoProvider.values())
        .filter(provider -> provider.load(SignatureAlgorithm.ES256) != null)
        .map(Enum::name)
        .toArray(String[]::new);
  }

  /** Signs the tokens with the JDK. */
  @Setup
  public void prepare() throws GeneralSecurityException, JOSEException {
    provider = derBy.required(SignatureAlgorithm.ES256);
    TestKey key = TestKey.generate(SignatureAlgorithm.ES256, "key");
    publicKey =
        KeyFactory.getInstance("EC", provider)
            .generatePublic(new X509EncodedKeySpec(key.publicKey().getEncoded()));
    for (SignedToken token : new SignedTokens(key).all()) {
      byte[] der = ECDSA.transcodeSignatureToDER(token.signature());
      tokens.add(new SignedToken(token.octets(), token.signingInputLength(), der));
    }
  }

  /** Verifies the signature alone. */
  @Benchmark
  public boolean raw() throws GeneralSecurityException {
    SignedToken token = tokens.get(ThreadLocalRandom.current().nextInt(SignedTokens.COUNT));
    Signature verifier = Signature.getInstance("SHA256withECDSA", provider);
    verifier.initVerify(publicKey);
    verifier.update(token.octets(), 0, token.signingInputLength());
    return verifier.verify(token.signature());
  }
}
