// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import java.security.PublicKey;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestIssuer;

/**
 * The configuration of a resource server, which every peer receives.
 *
 * @param issuer the only issuer
 * @param audience the audience of the resource server
 * @param algorithm the only algorithm
 * @param jwkSet the JWK Set document, of public keys
 * @param keys the same keys by their Key ID
 * @param signingKey the one of them that signs
 */
record Trust(
    String issuer,
    String audience,
    SignatureAlgorithm algorithm,
    String jwkSet,
    Map<String, PublicKey> keys,
    PublicKey signingKey) {

  static Trust in(TestIssuer issuer, SignatureAlgorithm algorithm) {
    String signer = issuer.key(algorithm).keyId();
    return in(issuer.issuer(), algorithm, issuer.jwkSetJson(), Objects.requireNonNull(signer));
  }

  /** In an issuer that signs by the key with this Key ID. */
  static Trust in(String issuer, SignatureAlgorithm algorithm, String jwkSet, String signer) {
    Map<String, PublicKey> keys = new HashMap<>();
    JwkSet.parse(jwkSet)
        .keys()
        .forEach(key -> {
          if (key.keyId() != null) {
            keys.put(key.keyId(), key.publicKey());
          }
        });
    return new Trust(
        issuer,
        TestIssuer.AUDIENCE,
        algorithm,
        jwkSet,
        // Unlike Map.copyOf, this map allows lookups of null, for a token without kid.
        Collections.unmodifiableMap(keys),
        Objects.requireNonNull(keys.get(signer)));
  }
}
