// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

import java.util.Objects;

/**
 * The token is invalid: a resource server answers 401 (RFC 6750 section 3.1). The exception
 * contains no text of the token, and it has no stack trace, so that rejecting a flood of bad tokens
 * is cheap.
 */
public final class TokenRejectedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Why and in which step the token was rejected. */
  private final Rejection rejection;

  /**
   * Creates an exception for an invalid token. A validator does that itself; tests of applications
   * may do it, too.
   *
   * @param rejection why and in which step the token was rejected
   */
  public TokenRejectedException(Rejection rejection) {
    super(null, null, false, false);
    this.rejection = Objects.requireNonNull(rejection, "rejection");
  }

  /** {@return why and in which step the token was rejected} */
  public Rejection rejection() {
    return rejection;
  }

  /** Names reason, claim and step. */
  @Override
  public String getMessage() {
    String claim = rejection.claim();
    return "token rejected: "
        + rejection.reason()
        + (claim == null ? "" : " (" + claim + ")")
        + " in "
        + rejection.step();
  }
}
