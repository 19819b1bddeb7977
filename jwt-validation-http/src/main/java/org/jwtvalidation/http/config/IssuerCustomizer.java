// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import org.jwtvalidation.IssuerConfig;

/**
 * Sets options of an issuer that properties cannot express: checks of claims, mappers of roles and
 * scopes, a key source. Called once for each issuer, when the validator is made.
 */
@FunctionalInterface
public interface IssuerCustomizer {

  /**
   * Adds to the configuration of one issuer.
   *
   * @param name the name of the issuer in the configuration, not its identifier
   * @param issuer the builder, with all options that properties have set
   */
  void customize(String name, IssuerConfig.Builder issuer);
}
