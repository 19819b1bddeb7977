// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.providers;

import java.security.Provider;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.testkit.TestKey;

/** A provider and an algorithm that it supports in the form of JWS. */
public enum Offer {
  /** RS256 by SunRsaSign. */
  JDK_RS256(CryptoProvider.JDK, SignatureAlgorithm.RS256),
  /** RS256 by BouncyCastle. */
  BC_RS256(CryptoProvider.BC, SignatureAlgorithm.RS256),
  /** RS256 by Conscrypt. */
  CONSCRYPT_RS256(CryptoProvider.CONSCRYPT, SignatureAlgorithm.RS256),
  /** RS256 by ACCP. */
  ACCP_RS256(CryptoProvider.ACCP, SignatureAlgorithm.RS256),
  /** ES256 by SunEC. */
  JDK_ES256(CryptoProvider.JDK, SignatureAlgorithm.ES256),
  /** ES256 by BouncyCastle. */
  BC_ES256(CryptoProvider.BC, SignatureAlgorithm.ES256),
  /** ES256 by ACCP. */
  ACCP_ES256(CryptoProvider.ACCP, SignatureAlgorithm.ES256),
  /** Ed25519 by SunEC. */
  JDK_ED25519(CryptoProvider.JDK, SignatureAlgorithm.ED25519),
  /** Ed25519 by BouncyCastle. */
  BC_ED25519(CryptoProvider.BC, SignatureAlgorithm.ED25519),
  /** Ed25519 by Conscrypt. */
  CONSCRYPT_ED25519(CryptoProvider.CONSCRYPT, SignatureAlgorithm.ED25519),
  /** Ed25519 by ACCP. */
  ACCP_ED25519(CryptoProvider.ACCP, SignatureAlgorithm.ED25519);

  private final CryptoProvider by;
  private final SignatureAlgorithm algorithm;

  Offer(CryptoProvider by, SignatureAlgorithm algorithm) {
    this.by = by;
    this.algorithm = algorithm;
  }

  SignatureAlgorithm algorithm() {
    return algorithm;
  }

  boolean isAvailable() {
    Provider provider = by.load(algorithm);
    return provider != null && isVerifiedBy(provider);
  }

  /**
   * Whether the library can verify the algorithm by a provider, which has it in the form of JWS.
   */
  private boolean isVerifiedBy(Provider candidate) {
    try {
      TestKey any = TestKey.generate(algorithm, "key");
      var unused = SignaturePolicy.provider(candidate).verifier(any.verificationKey());
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  Provider provider() {
    return by.required(algorithm);
  }
}
