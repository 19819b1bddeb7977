package org.jwtvalidation;

/**
 * A check of your own on the claims of a token whose signature has held and whose other claims have
 * passed. It runs on every validation, those answered from the token cache included.
 *
 * <p>Thread-safe and quick. A check that throws rejects the token.
 */
@FunctionalInterface
public interface ClaimCheck {

  /**
   * Checks the claims of one token.
   *
   * @param claims verified claims
   * @return whether the token may pass
   */
  boolean passes(ClaimsSet claims);
}
