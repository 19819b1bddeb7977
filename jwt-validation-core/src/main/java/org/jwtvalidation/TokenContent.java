package org.jwtvalidation;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/** What validated tokens of all kinds hold. */
record TokenContent(
    String issuer,
    @Nullable String subject,
    List<String> audience,
    ClaimsSet claims,
    SignatureAlgorithm algorithm,
    @Nullable String keyId) {

  static TokenContent of(String issuer, RegisteredClaims registered, VerifiedJws verified) {
    return new TokenContent(
        issuer,
        registered.subject(),
        registered.audience(),
        verified.claims(),
        verified.key().algorithm(),
        verified.key().keyId());
  }

  Instant expiresAt() {
    return Objects.requireNonNull(claims.instant("exp"));
  }

  @Nullable Instant issuedAt() {
    return claims.instant("iat");
  }

  /**
   * Names who issued the token and until when it is valid; nothing about the person it speaks of.
   */
  String describe(String kind) {
    return kind
        + "[issuer="
        + issuer
        + ", algorithm="
        + algorithm.joseName()
        + ", expiresAt="
        + expiresAt()
        + "]";
  }
}
