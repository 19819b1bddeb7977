package org.jwtvalidation;

import org.jwtvalidation.jwk.SignaturePolicy;

/** One issuer at run time: the rules for its tokens, and its keys. */
record TrustedIssuer(String name, IssuerRules rules, IssuerKeys keys) {

  static TrustedIssuer of(IssuerConfig config, TokenLimits limits, SignaturePolicy policy) {
    return new TrustedIssuer(
        config.issuer(),
        new IssuerRules(config, limits),
        new IssuerKeys(config.issuer(), config.keySourceOrDiscovery(), policy));
  }
}
