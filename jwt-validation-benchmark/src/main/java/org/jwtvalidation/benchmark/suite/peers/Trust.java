package org.jwtvalidation.benchmark.suite.peers;

import java.security.PublicKey;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
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
    Map<String, PublicKey> keys = new HashMap<>();
    issuer
        .jwkSet()
        .keys()
        .forEach(key -> {
          if (key.keyId() != null) {
            keys.put(key.keyId(), key.publicKey());
          }
        });
    return new Trust(
        issuer.issuer(),
        TestIssuer.AUDIENCE,
        algorithm,
        issuer.jwkSetJson(),
        // Unlike Map.copyOf, this map allows lookups of null, for a token without kid.
        Collections.unmodifiableMap(keys),
        issuer.key(algorithm).publicKey());
  }
}
