// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import org.jwtvalidation.token.ClaimsSet;

/**
 * A custom check of the claims of a token. It runs after the signature and all other claims were
 * found valid, at every validation, including those answered from the token cache.
 *
 * <p>Implementations must be thread-safe and quick. A check that throws an exception rejects the
 * token, and the exception is logged with its stack trace but without its message, which may quote
 * the token: each kind once a minute. An {@link Error} passes through to the caller.
 */
@FunctionalInterface
public interface ClaimCheck {

  /**
   * Checks the claims of one token.
   *
   * @param claims the verified claims
   * @return false to reject the token with {@link
   *     org.jwtvalidation.token.Reason#CLAIM_CHECK_FAILED}
   */
  boolean passes(ClaimsSet claims);
}
