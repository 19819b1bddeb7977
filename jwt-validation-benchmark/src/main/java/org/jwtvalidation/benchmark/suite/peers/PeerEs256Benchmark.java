// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.openjdk.jmh.annotations.Param;

/**
 * How long does each library take to validate an ES256 token? The rows are those of {@link
 * PeerRs256Benchmark} except for Okta's library, which supports only RSA.
 */
public class PeerEs256Benchmark extends PeerVerification {

  /** The library; {@link #available()} adds {@code TOKEN_SHERIFF}. */
  @Param({
    "JWT_VALIDATION",
    "AUTH0",
    "JJWT",
    "NIMBUS_PREPARED",
    "NIMBUS_AS_DOCUMENTED",
    "FUSIONAUTH",
    "JOSE4J",
    "SMALLRYE",
    "VERTX",
    "SPRING_SECURITY",
    "TINK",
    "BARE_JDK",
    "BARE_BOUNCY_CASTLE"
  })
  public String peer = "JWT_VALIDATION";

  /** The algorithm of the signatures. */
  @Param("ES256")
  public SignatureAlgorithm algorithm = SignatureAlgorithm.ES256;

  /** {@return all values of {@link #peer} that this build can measure} */
  @ValuesOf("peer")
  public static String[] available() {
    return Predecessor.after(PeerEs256Benchmark.class);
  }

  @Override
  String peer() {
    return peer;
  }

  @Override
  SignatureAlgorithm algorithm() {
    return algorithm;
  }
}
