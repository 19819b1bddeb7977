package org.jwtvalidation;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/**
 * A token that has passed every step of its validation; there is no other way to get one. It does
 * not hold the text of the token. Immutable and thread-safe.
 */
public abstract sealed class ValidatedToken permits AccessToken, IdToken {

  private final String issuer;
  private final @Nullable String subject;
  private final List<String> audience;
  private final ClaimsSet claims;
  private final SignatureAlgorithm algorithm;
  private final @Nullable String keyId;

  ValidatedToken(String issuer, CheckedClaims registered, VerifiedJws verified) {
    this.issuer = issuer;
    this.subject = registered.subject();
    this.audience = registered.audience();
    this.claims = verified.claims();
    this.algorithm = verified.verifier().key().algorithm();
    this.keyId = verified.verifier().key().keyId();
  }

  /** {@return the claim {@code iss}, one of the validator's issuers} */
  public final String issuer() {
    return issuer;
  }

  /**
   * {@return the claim {@code sub}, not empty, or null where the issuer's configuration lets it be
   * missing}
   */
  public @Nullable String subject() {
    return subject;
  }

  /**
   * {@return the claim {@code aud}, an unmodifiable list, empty where any audience is accepted and
   * the token names none}
   */
  public final List<String> audience() {
    return audience;
  }

  /** {@return the claim {@code exp}} */
  public final Instant expiresAt() {
    return Objects.requireNonNull(claims.instant("exp"));
  }

  /**
   * {@return the claim {@code iat}, or null where the issuer's configuration lets it be missing}
   */
  public @Nullable Instant issuedAt() {
    return claims.instant("iat");
  }

  /** {@return all claims} */
  public final ClaimsSet claims() {
    return claims;
  }

  /** {@return the algorithm of the key that verified the signature} */
  public final SignatureAlgorithm algorithm() {
    return algorithm;
  }

  /** {@return the Key ID of the key that verified the signature, or null where it has none} */
  public final @Nullable String keyId() {
    return keyId;
  }

  /**
   * Equal to a token of the same kind with equal claims that a key of the same Key ID and algorithm
   * verified.
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

  /** Names issuer, algorithm and expiry, nothing about the subject. */
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
