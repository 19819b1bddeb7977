// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.scaling;

import java.time.Duration;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;

/** Mints the tokens of a key among several. */
final class Mint {

  private Mint() {}

  /** A token of about 1,000 characters with RS256. */
  static String token(TestIssuer issuer, TestKey signer, int number) {
    return issuer
        .token()
        .signedBy(signer)
        .subject("user-" + number)
        .claim("data", "x".repeat(200))
        .expiresIn(Duration.ofHours(12))
        .compact();
  }
}
