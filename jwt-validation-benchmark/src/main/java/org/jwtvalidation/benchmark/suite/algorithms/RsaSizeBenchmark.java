// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.algorithms;

import org.jwtvalidation.benchmark.suite.BesideBareVerification;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestKey;
import org.openjdk.jmh.annotations.Param;

/**
 * What does a larger RSA key cost? A row for the whole validation without a cache, and one for the
 * bare verification of the same octets by the JDK.
 */
public class RsaSizeBenchmark extends BesideBareVerification {

  /** The size of the modulus in bits; {@link AlgorithmBenchmark} has the rows of 2,048. */
  @Param({"3072", "4096"})
  public int modulusBits = 3072;

  @Override
  protected TestKey key() {
    return TestKey.generate(SignatureAlgorithm.RS256, "key", modulusBits);
  }
}
