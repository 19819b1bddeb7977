// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import org.jwtvalidation.internal.keys.IssuerKeys;
import org.jwtvalidation.internal.watch.Monitors;
import org.jwtvalidation.jwk.SignaturePolicy;

/**
 * One issuer at run time: the rules for its tokens, and its keys.
 *
 * @param name the issuer as configured, which may be a template; monitors get this name
 * @param identifier the issuer identifier
 * @param trust how long and how far the issuer is trusted
 */
record TrustedIssuer(
    String name, String identifier, IssuerRules rules, IssuerKeys keys, TrustScope trust) {

  /** An issuer whose keys are its own. */
  static TrustedIssuer of(IssuerConfig config, SignaturePolicy policy, TrustScope trust) {
    return new TrustedIssuer(
        config.issuer(),
        config.issuer(),
        config.rules(),
        new IssuerKeys(
            config.issuer(), config.keySourceOrDiscovery(), policy, trust::allowsRefresh),
        trust);
  }

  /**
   * Makes the validator with these monitors the owner of the key source, and has them told of its
   * refreshes.
   *
   * @throws IllegalArgumentException if the source has an owner already
   */
  void claim(Monitors monitors) {
    keys.onRefresh(report -> monitors.refreshedKeys(name, report));
  }

  /** One tenant of this issuer, which is a template. */
  TrustedIssuer tenant(String tenantIdentifier, TrustScope tenantTrust) {
    return new TrustedIssuer(name, tenantIdentifier, rules, keys, tenantTrust);
  }
}
