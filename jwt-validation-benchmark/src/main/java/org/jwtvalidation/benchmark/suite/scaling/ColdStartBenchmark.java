package org.jwtvalidation.benchmark.suite.scaling;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.startup.FirstToken;
import org.jwtvalidation.token.AccessToken;
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
 * How long does the first token take in a new JVM? Rows: the bare verification by the JDK's own
 * provider, which is the lower bound; the first token, from the text of a JWK Set to the answer;
 * and the second token. Each runs in many new JVMs, which have loaded JMH and read a file, but have
 * not loaded the library.
 *
 * <p>Most of the time goes into loading classes. The bare verification of ES256 uses SunEC, whose
 * classes are in the JVM's shared archive; those of bcprov are not.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=ColdStartBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(8)
public class ColdStartBenchmark {

  /** The algorithm; a string, because the library's enum must not be loaded. */
  @Param({"RS256", "ES256"})
  public String algorithm = "RS256";

  private FirstToken token;

  /** Reads the token. */
  @Setup
  public void prepare() throws IOException {
    token = FirstToken.of(algorithm);
  }

  /** Decodes the key and verifies the signature. */
  @Benchmark
  public boolean bare() throws GeneralSecurityException {
    boolean rsa = algorithm.equals("RS256");
    int lastDot = token.compact().lastIndexOf('.');
    Signature signature =
        Signature.getInstance(rsa ? "SHA256withRSA" : "SHA256withECDSAinP1363Format");
    signature.initVerify(
        KeyFactory.getInstance(rsa ? "RSA" : "EC")
            .generatePublic(new X509EncodedKeySpec(token.publicKey())));
    signature.update(token.compact().substring(0, lastDot).getBytes(US_ASCII));
    return signature.verify(Base64.getUrlDecoder().decode(token.compact().substring(lastDot + 1)));
  }

  /** Creates a validator and validates its first token. */
  @Benchmark
  public AccessToken first() {
    return token.validate();
  }

  /** Validates the same token again, without a cache. */
  @Benchmark
  public AccessToken second(Begun begun) {
    return begun.validator.validate(token.compact());
  }

  /** A validator that has validated one token. */
  @State(Scope.Benchmark)
  public static class Begun {

    private TokenValidator validator;

    /** Validates the token for the first time. */
    @Setup
    public void prepare(ColdStartBenchmark benchmark) {
      validator = benchmark.token.validator();
      validator.validate(benchmark.token.compact());
    }
  }
}
