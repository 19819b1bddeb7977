// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import java.security.KeyPair;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.TestKey;

/** Clients with keys of RSA, which are all the same, because it takes long to create one. */
public final class RsaClient {

  private static final TestKey RSA = TestKey.generate(SignatureAlgorithm.RS256, null);

  private RsaClient() {}

  public static DpopClient of(SignatureAlgorithm algorithm) {
    return DpopClient.of(
        TestKey.of(algorithm, null, new KeyPair(RSA.publicKey(), RSA.privateKey())));
  }
}
