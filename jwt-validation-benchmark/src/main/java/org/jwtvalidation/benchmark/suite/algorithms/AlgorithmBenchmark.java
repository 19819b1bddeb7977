// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.algorithms;

import java.util.stream.Stream;
import org.jwtvalidation.benchmark.suite.BesideBareVerification;
import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestKey;
import org.openjdk.jmh.annotations.Param;

/**
 * What does a validation cost with each algorithm? A row for the whole validation without a cache,
 * and one for the bare verification of the same octets by the provider that the library chooses for
 * the algorithm.
 *
 * <p>The library verifies RSA algorithms, ES256 and Ed25519 by tables of the key; iterations before
 * they are in use do not count: such a validation should take less time than the bare verification.
 */
public class AlgorithmBenchmark extends BesideBareVerification {

  /**
   * The algorithm of the signatures, RSA with 2,048 bits. These are in every JDK; {@link
   * #available()} adds the others where they exist.
   */
  @Param({
    "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "ED25519",
    "ED448"
  })
  public SignatureAlgorithm signedBy = SignatureAlgorithm.RS256;

  /** Options of the JVM; with {@code -XX:-UseFMA}, RSA is verified by {@code BigInteger}. */
  @Param("")
  public String jvm = "";

  /** {@return all values of {@link #signedBy} that this JDK can measure} */
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
