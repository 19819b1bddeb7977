// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

/** How a validator makes issuers of configurations. */
interface IssuerOpening {

  /** An issuer at run time, which nobody uses yet. */
  TrustedIssuer open(IssuerConfig config, TrustScope trust);

  /**
   * Makes the validator the owner of the issuer's key source, and has it told of its refreshes.
   *
   * @throws IllegalArgumentException if the source has an owner already
   */
  default void claim(TrustedIssuer issuer) {}
}
