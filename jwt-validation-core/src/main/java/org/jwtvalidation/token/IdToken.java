// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.jws.CheckedClaims;
import org.jwtvalidation.internal.jws.VerifiedJws;

/** A validated ID token (OpenID Connect Core 1.0 section 2). Immutable and thread-safe. */
public final class IdToken extends ValidatedToken {

  /**
   * Creates an ID token from what a validation has found: there is no other way to a {@code
   * VerifiedJws} than a signature that matched.
   *
   * @param issuer the issuer as configured
   * @param registered what the checks have read
   * @param verified what was signed
   * @param claims the claims of {@code verified}
   * @hidden
   */
  @SuppressWarnings({"exports", "InvalidBlockTag"}) // no user has such parameters
  public IdToken(String issuer, CheckedClaims registered, VerifiedJws verified, ClaimsSet claims) {
    super(issuer, registered, verified, claims);
  }

  /** {@return the claim {@code sub}, never missing} */
  @Override
  public String subject() {
    return Objects.requireNonNull(super.subject());
  }

  /** {@return the claim {@code iat}, never missing} */
  @Override
  public Instant issuedAt() {
    return Objects.requireNonNull(super.issuedAt());
  }

  /** {@return the claim {@code nonce}, or null if the token has none} */
  public @Nullable String nonce() {
    return claims().string("nonce");
  }

  /**
   * {@return when the user authenticated: the claim {@code auth_time}, or null if the token has
   * none}
   */
  public @Nullable Instant authenticatedAt() {
    return claims().instant("auth_time");
  }
}
