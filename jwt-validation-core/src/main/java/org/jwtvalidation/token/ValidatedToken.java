// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.jws.CheckedClaims;
import org.jwtvalidation.internal.jws.VerifiedJws;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/**
 * A token that has passed every step of its validation; there is no other way to obtain one. It
 * does not contain the text of the token. Immutable and thread-safe.
 */
public abstract sealed class ValidatedToken permits AccessToken, IdToken {

  private final String issuer;
  private final @Nullable String subject;
  private final List<String> audience;
  private final Map<String, @Nullable Object> header;
  private final ClaimsSet claims;
  private final SignatureAlgorithm algorithm;
  private final @Nullable String keyId;

  ValidatedToken(String issuer, CheckedClaims registered, VerifiedJws verified, ClaimsSet claims) {
    if (claims.asMap() != verified.claims()) {
      throw new IllegalArgumentException("claims: not those that were signed");
    }
    this.issuer = issuer;
    this.subject = registered.subject();
    this.audience = registered.audience();
    this.header = verified.header();
    this.claims = claims;
    this.algorithm = verified.key().algorithm();
    this.keyId = verified.key().keyId();
  }

  /**
   * {@return the issuer as configured: the claim {@code iss}, or the issuer that has it as an
   * {@linkplain org.jwtvalidation.IssuerConfig.Builder#issuerAliases alias}}
   */
  public final String issuer() {
    return issuer;
  }

  /**
   * {@return the claim {@code sub}, never empty; null only if it is missing and the issuer's
   * configuration makes it optional}
   */
  public @Nullable String subject() {
    return subject;
  }

  /**
   * {@return the claim {@code aud}, an unmodifiable list; empty only if the claim is missing or an
   * empty array, and the issuer's configuration accepts {@linkplain
   * org.jwtvalidation.IssuerConfig.Builder#anyAudience any audience} or {@linkplain
   * org.jwtvalidation.IssuerConfig.Builder#audienceOptional none}}
   */
  public final List<String> audience() {
    return audience;
  }

  /** {@return the claim {@code exp}} */
  public final Instant expiresAt() {
    return Objects.requireNonNull(claims.instant("exp"));
  }

  /**
   * {@return the claim {@code iat}; null only if it is missing and the issuer's configuration makes
   * it optional}
   */
  public @Nullable Instant issuedAt() {
    return claims.instant("iat");
  }

  /** {@return the claim {@code nbf}, or null if it is missing} */
  public final @Nullable Instant notBefore() {
    return claims.instant("nbf");
  }

  /** {@return the claim {@code jti}, or null if it is missing} */
  public final @Nullable String jwtId() {
    return claims.string("jti");
  }

  /**
   * {@return the parameter {@code typ} of the JOSE Header as the token has it, or null if it is
   * missing}
   */
  public final @Nullable String headerType() {
    return (String) header.get("typ");
  }

  /**
   * {@return the parameters of the JOSE Header, with values as in {@link ClaimsSet#asMap}; the map
   * is unmodifiable at every level}
   */
  public final Map<String, @Nullable Object> header() {
    return header;
  }

  /** {@return all claims} */
  public final ClaimsSet claims() {
    return claims;
  }

  /** {@return the algorithm of the key that verified the signature} */
  public final SignatureAlgorithm algorithm() {
    return algorithm;
  }

  /** {@return the Key ID of the key that verified the signature, or null if it has none} */
  public final @Nullable String keyId() {
    return keyId;
  }

  /**
   * Equal to a token of the same kind with equal claims, verified by a key with the same Key ID and
   * algorithm.
   */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ValidatedToken that
        && getClass() == that.getClass()
        && claims.equals(that.claims)
        && algorithm == that.algorithm
        && Objects.equals(keyId, that.keyId);
  }

  @Override
  public int hashCode() {
    return claims.hashCode();
  }

  /** Names issuer, algorithm and expiry, but nothing about the subject. */
  @Override
  public final String toString() {
    return getClass().getSimpleName()
        + "[issuer="
        + issuer
        + ", algorithm="
        + algorithm.joseName()
        + ", expiresAt="
        + expiresAt()
        + "]";
  }
}
