package org.jwtvalidation.benchmark;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.concurrent.TimeUnit;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.monitor.LatencyMonitor;
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
 * What does a validation cost beyond its signature, and what does watching it cost? The baseline is
 * the bare verification by the same provider, over the same octets, in the same run.
 *
 * <p>{@code org.openjdk.jmh.Main MissBenchmark -prof gc} runs it; CONTRIBUTING.adoc has the whole
 * command.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class MissBenchmark {

  /** The algorithm of the token. */
  @Param({"RS256", "ES256", "ED25519"})
  public SignatureAlgorithm algorithm = SignatureAlgorithm.RS256;

  private MintedTokens tokens;
  private TokenValidator validator;
  private TokenValidator watched;
  private Provider provider;
  private String jcaName;
  private PublicKey publicKey;

  /** Mints the token, and prepares the key for the bare verification. */
  @Setup
  public void prepare() throws GeneralSecurityException {
    tokens = new MintedTokens(algorithm, 1);
    validator = tokens.validator().cacheSize(0).build();
    watched = tokens.validator().cacheSize(0).monitor(new LatencyMonitor()).build();
    if (algorithm == SignatureAlgorithm.RS256) {
      jcaName = "SHA256withRSA";
      provider = Security.getProvider("SunRsaSign");
      publicKey = tokens.key().publicKey();
    } else {
      jcaName = algorithm == SignatureAlgorithm.ES256 ? "SHA256withPLAIN-ECDSA" : "Ed25519";
      provider = new BouncyCastleProvider();
      publicKey =
          KeyFactory.getInstance(algorithm == SignatureAlgorithm.ES256 ? "EC" : "Ed25519", provider)
              .generatePublic(new X509EncodedKeySpec(tokens.key().publicKey().getEncoded()));
    }
  }

  /** The bare verification. */
  @Benchmark
  public boolean raw() throws GeneralSecurityException {
    Signature signature = Signature.getInstance(jcaName, provider);
    signature.initVerify(publicKey);
    signature.update(tokens.signingInput());
    return signature.verify(tokens.signature());
  }

  /** The whole validation, without cache and monitor. */
  @Benchmark
  public AccessToken validate() {
    return validator.validate(tokens.text(0));
  }

  /** The same, watched by a {@link LatencyMonitor}. */
  @Benchmark
  public AccessToken validateWatched() {
    return watched.validate(tokens.text(0));
  }
}
