package org.jwtvalidation.benchmark.suite.scaling;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.startup.FirstToken;
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
 * What does the first token cost in a JVM that has never seen one? Rows: the bare verification by
 * the JDK's own provider, which is the floor; the first token, from the text of a JWK Set to the
 * answer; and the second. Each in many new JVMs, which have loaded JMH and read a file, but nothing
 * of the library.
 *
 * <p>Most of it is the loading of classes, and bcprov has many, in none of the archives that a JVM
 * maps at its start. The bare verification of ES256 takes SunEC instead, which is in them.
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

  /** By which algorithm the token is signed; a text, for the library's enum is not to be loaded. */
  @Param({"RS256", "ES256"})
  public String algorithm = "RS256";

  private FirstToken token;

  /** Reads the token. */
  @Setup
  public void prepare() throws IOException {
    token = FirstToken.of(algorithm);
  }

  /** The key, from its octets, and the signature. */
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

  /** A validator and its first token. */
  @Benchmark
  public AccessToken first() {
    return token.validate();
  }

  /** The same token again, by a validator that has validated it once and caches nothing. */
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
