package org.jwtvalidation;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/** A validated access token (RFC 9068). Immutable and thread-safe. */
public final class AccessToken implements ValidatedToken {

  private final TokenContent content;
  private final List<String> scopes;
  private final List<String> roles;

  AccessToken(TokenContent content, List<String> roles) {
    this.content = content;
    this.scopes = scopes(content.claims().string("scope"));
    this.roles = List.copyOf(roles);
  }

  /** Scope tokens are separated by single spaces (RFC 6749 section 3.3). */
  private static List<String> scopes(@Nullable String scope) {
    return scope == null || scope.isEmpty() ? List.of() : List.of(scope.split(" "));
  }

  @Override
  public String issuer() {
    return content.issuer();
  }

  @Override
  public @Nullable String subject() {
    return content.subject();
  }

  @Override
  public List<String> audience() {
    return content.audience();
  }

  @Override
  public Instant expiresAt() {
    return content.expiresAt();
  }

  @Override
  public @Nullable Instant issuedAt() {
    return content.issuedAt();
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

  /**
   * {@return the client that obtained the token: the claim {@code client_id}, else {@code azp},
   * else null}
   */
  public @Nullable String clientId() {
    String clientId = claims().string("client_id");
    return clientId == null ? claims().string("azp") : clientId;
  }

  /**
   * {@return the scope tokens of the claim {@code scope} (RFC 8693 section 4.2), an unmodifiable
   * list, maybe empty}
   */
  public List<String> scopes() {
    return scopes;
  }

  /**
   * Whether the token has a scope.
   *
   * @param scope the whole scope token, compared exactly
   * @return whether it is one of {@link #scopes()}
   */
  public boolean hasScope(String scope) {
    return scopes.contains(scope);
  }

  /**
   * {@return the roles that the issuer's {@link RoleMapper} finds, unless set those of the claim
   * {@code roles}; unmodifiable}
   */
  public List<String> roles() {
    return roles;
  }

  /**
   * {@return the claim {@code groups} (RFC 9068 section 2.2.3.1), an unmodifiable list, maybe
   * empty}
   */
  public List<String> groups() {
    return claims().strings("groups");
  }

  /**
   * Equal to an access token with equal claims that a key of the same Key ID and algorithm
   * verified.
   */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof AccessToken that
        && content.equals(that.content)
        && roles.equals(that.roles);
  }

  @Override
  public int hashCode() {
    return content.hashCode();
  }

  /** Names issuer, algorithm and expiry, nothing about the subject. */
  @Override
  public String toString() {
    return content.describe("AccessToken");
  }
}
