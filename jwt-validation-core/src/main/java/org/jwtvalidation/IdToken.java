package org.jwtvalidation;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/** A validated ID token (OpenID Connect Core 1.0 section 2). Immutable and thread-safe. */
public final class IdToken implements ValidatedToken {

  private final TokenContent content;

  IdToken(TokenContent content) {
    this.content = content;
  }

  @Override
  public String issuer() {
    return content.issuer();
  }

  /** The claim {@code sub}, never missing. */
  @Override
  public String subject() {
    return Objects.requireNonNull(content.subject());
  }

  @Override
  public List<String> audience() {
    return content.audience();
  }

  @Override
  public Instant expiresAt() {
    return content.expiresAt();
  }

  /** The claim {@code iat}, never missing. */
  @Override
  public Instant issuedAt() {
    return Objects.requireNonNull(content.issuedAt());
  }

  @Override
  public ClaimsSet claims() {
    return content.claims();
  }

  @Override
  public SignatureAlgorithm algorithm() {
    return content.algorithm();
  }

  @Override
  public @Nullable String keyId() {
    return content.keyId();
  }

  /** {@return the claim {@code nonce}, or null where the token has none} */
  public @Nullable String nonce() {
    return claims().string("nonce");
  }

  /**
   * {@return when the user authenticated: the claim {@code auth_time}, or null where the token has
   * none}
   */
  public @Nullable Instant authenticatedAt() {
    return claims().instant("auth_time");
  }

  /**
   * Equal to an ID token with equal claims that a key of the same Key ID and algorithm verified.
   */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof IdToken that && content.equals(that.content);
  }

  @Override
  public int hashCode() {
    return content.hashCode();
  }

  /** Names issuer, algorithm and expiry, nothing about the subject. */
  @Override
  public String toString() {
    return content.describe("IdToken");
  }
}
