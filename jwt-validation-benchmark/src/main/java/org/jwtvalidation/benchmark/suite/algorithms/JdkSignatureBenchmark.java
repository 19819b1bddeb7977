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
 * How does the validation of ES256 and Ed25519, which the library verifies itself, compare with the
 * JDK's verification of the signature alone? A row for the whole validation without a cache, and
 * one for the bare verification of the same octets by SunEC. For RS256 see {@link
 * RsaSizeBenchmark}.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=JdkSignatureBenchmark}
 */
public class JdkSignatureBenchmark extends BesideBareVerification {

  /** The algorithm of the signatures. */
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
