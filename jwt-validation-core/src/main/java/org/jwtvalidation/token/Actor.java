// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The party that acts for the subject of an access token: the claim {@code act} (RFC 8693 section
 * 4.1). The token allows what it allows its subject: an actor adds no right. Immutable and
 * thread-safe.
 */
public final class Actor {

  private final String tokenIssuer;
  private final ClaimsSet claims;

  private Actor(String tokenIssuer, ClaimsSet claims) {
    this.tokenIssuer = tokenIssuer;
    this.claims = claims;
  }

  static @Nullable Actor of(String tokenIssuer, ClaimsSet claims) {
    ClaimsSet actor = claims.object("act");
    return actor == null ? null : new Actor(tokenIssuer, actor);
  }

  /**
   * {@return the issuer in whose context the {@linkplain #subject subject} is unique: the member
   * {@code iss} or, if that is missing, the issuer of the token}
   */
  public String issuer() {
    String issuer = claims.string("iss");
    return issuer == null ? tokenIssuer : issuer;
  }

  /**
   * {@return the member {@code sub}, never empty; null if it is missing, because the actor is
   * described by other members}
   */
  public @Nullable String subject() {
    return claims.string("sub");
  }

  /**
   * {@return the actor before this one, or null if there was none} It is information for logs: only
   * the outermost actor counts for access control (RFC 8693 section 4.1).
   */
  public @Nullable Actor previous() {
    return of(tokenIssuer, claims);
  }

  /** {@return all members, such as {@code client_id}} */
  public ClaimsSet claims() {
    return claims;
  }

  /** Equal to an actor with equal members in a token of the same issuer. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Actor that
        && tokenIssuer.equals(that.tokenIssuer)
        && claims.equals(that.claims);
  }

  @Override
  public int hashCode() {
    return Objects.hash(tokenIssuer, claims);
  }

  /** Shows nothing of the token, in case it is logged. */
  @Override
  public String toString() {
    return "Actor";
  }
}
