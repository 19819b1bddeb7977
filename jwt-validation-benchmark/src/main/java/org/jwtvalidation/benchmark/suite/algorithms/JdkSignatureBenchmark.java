package org.jwtvalidation.benchmark.suite.algorithms;

import java.security.Security;
import java.util.Objects;
import org.jwtvalidation.benchmark.suite.BesideBareVerification;
import org.jwtvalidation.jwk.BareVerification;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.testkit.TestKey;
import org.openjdk.jmh.annotations.Param;

/**
 * How far is a validation from the signature alone as the JDK verifies it, where the library does
 * not leave it to the JDK? A row for the whole validation, without a cache, and one for the bare
 * verification by SunEC over the same octets. {@link RsaSizeBenchmark} has the same for RS256.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=JdkSignatureBenchmark}
 */
public class JdkSignatureBenchmark extends BesideBareVerification {

  /** By which algorithm the tokens are signed. */
  @Param({"ES256", "ED25519"})
  public SignatureAlgorithm signedBy = SignatureAlgorithm.ES256;

  @Override
  protected TestKey key() {
    return TestKey.generate(signedBy, "key");
  }

  @Override
  protected BareVerification bare(VerificationKey key) {
    return BareVerification.by(key, Objects.requireNonNull(Security.getProvider("SunEC")));
  }
}
