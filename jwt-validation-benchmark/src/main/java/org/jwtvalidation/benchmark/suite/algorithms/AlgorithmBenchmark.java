package org.jwtvalidation.benchmark.suite.algorithms;

import java.util.stream.Stream;
import org.jwtvalidation.benchmark.suite.BesideBareVerification;
import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestKey;
import org.openjdk.jmh.annotations.Param;

/**
 * What does a validation cost under each algorithm, and how much of that is the signature? A row
 * for the whole validation, without a cache, and one for the bare verification over the same octets
 * by the provider that the library has for the algorithm.
 *
 * <p>ES256 and Ed25519 the library verifies by tables of the key, which are there before the clock
 * runs: their validations are to take less than the bare verification.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=AlgorithmBenchmark}
 */
public class AlgorithmBenchmark extends BesideBareVerification {

  /**
   * By which algorithm the tokens are signed, RSA with 2,048 bits. Those listed here are in every
   * JDK; {@link #available()} has the others too where they are.
   */
  @Param({
    "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "ED25519",
    "ED448"
  })
  public SignatureAlgorithm signedBy = SignatureAlgorithm.RS256;

  /** {@return all values of {@link #signedBy} that can be measured on the running JDK} */
  @ValuesOf("signedBy")
  public static String[] available() {
    return Stream.of(SignatureAlgorithm.values())
        .filter(SignatureAlgorithm::isAvailable)
        .map(Enum::name)
        .toArray(String[]::new);
  }

  @Override
  protected TestKey key() {
    return TestKey.generate(signedBy, "key");
  }
}
