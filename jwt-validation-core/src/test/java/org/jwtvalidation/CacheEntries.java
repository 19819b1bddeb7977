// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.util.EnumSet;
import org.jwtvalidation.internal.keys.IssuerKeys;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.token.AccessToken;

/** Cache entries that stay usable for ever. */
final class CacheEntries {

  private CacheEntries() {}

  /** An entry for {@code token}, whose issuer has the first of {@code keys}. */
  static TokenCache.Entry of(AccessToken token, IssuerConfig config, JwkSet keys) {
    IssuerKeys issuerKeys =
        new IssuerKeys(config.issuer(), KeySource.of(keys), SignaturePolicy.fastest());
    TrustedIssuer issuer =
        new TrustedIssuer(
            config.issuer(),
            config.issuer(),
            config.rules(),
            issuerKeys,
            new ConfiguredTrust(config));
    SignatureVerifier verifier =
        issuerKeys
            .fitting(keys.keys().get(0).keyId(), EnumSet.allOf(SignatureAlgorithm.class))
            .get(0);
    return new TokenCache.Entry(token, 0, issuer, verifier, 0, Long.MAX_VALUE);
  }
}
