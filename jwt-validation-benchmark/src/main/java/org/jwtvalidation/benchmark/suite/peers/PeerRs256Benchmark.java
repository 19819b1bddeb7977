// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;

/**
 * How long does each library take to validate an RS256 token? A row for each library checks
 * signature, time, issuer and audience, and caches nothing. The two bare rows verify the signature
 * alone, by the JDK and by BouncyCastle. The fastest libraries differ so little that this benchmark
 * takes more JVMs than others.
 */
@Fork(5)
public class PeerRs256Benchmark extends PeerVerification {

  /** The library; {@link #available()} adds {@code TOKEN_SHERIFF}. */
  @Param({
    "JWT_VALIDATION",
    "AUTH0",
    "JJWT",
    "NIMBUS_PREPARED",
    "NIMBUS_AS_DOCUMENTED",
    "FUSIONAUTH",
    "JOSE4J",
    "OKTA",
    "SMALLRYE",
    "VERTX",
    "SPRING_SECURITY",
    "TINK",
    "BARE_JDK",
    "BARE_BOUNCY_CASTLE"
  })
  public String peer = "JWT_VALIDATION";

  /** The algorithm of the signatures. */
  @Param("RS256")
  public SignatureAlgorithm algorithm = SignatureAlgorithm.RS256;

  /** {@return all values of {@link #peer} that this build can measure} */
  @ValuesOf("peer")
  public static String[] available() {
    return Predecessor.after(PeerRs256Benchmark.class);
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
