package org.jwtvalidation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A validated access token (RFC 9068). Immutable and thread-safe. */
public final class AccessToken extends ValidatedToken {

  private final List<String> roles;

  AccessToken(String issuer, CheckedClaims registered, VerifiedJws verified, List<String> roles) {
    super(issuer, registered, verified);
    this.roles = roles;
  }

  /**
   * {@return the client that obtained the token: the claim {@code client_id}, or else {@code azp},
   * or null if the token has neither}
   */
  public @Nullable String clientId() {
    String clientId = claims().string("client_id");
    return clientId == null ? claims().string("azp") : clientId;
  }

  /**
   * {@return the scope tokens of the claim {@code scope} (RFC 8693 section 4.2), an unmodifiable
   * list, possibly empty, created on each call}
   */
  public List<String> scopes() {
    String scope = claims().string("scope");
    if (scope == null) {
      return List.of();
    }
    List<String> scopes = new ArrayList<>();
    // Single spaces separate them (RFC 6749 section 3.3); repeated ones add no empty tokens.
    for (String token : scope.split(" ", -1)) {
      if (!token.isEmpty()) {
        scopes.add(token);
      }
    }
    return Collections.unmodifiableList(scopes);
  }

  /**
   * Returns whether the token has a scope, without creating a list.
   *
   * @param scope the whole scope token, compared exactly
   * @return whether {@link #scopes()} contains it
   */
  public boolean hasScope(String scope) {
    String scopes = claims().string("scope");
    if (scopes == null || scope.isEmpty()) {
      return false;
    }
    int begin = 0;
    while (begin < scopes.length()) {
      int space = scopes.indexOf(' ', begin);
      int end = space < 0 ? scopes.length() : space;
      if (end - begin == scope.length() && scopes.startsWith(scope, begin)) {
        return true;
      }
      begin = end + 1;
    }
    return false;
  }

  /**
   * {@return the roles that the issuer's {@link RoleMapper} found, by default those of the claim
   * {@code roles}; an unmodifiable list}
   */
  public List<String> roles() {
    return roles;
  }

  /**
   * {@return the claim {@code groups} (RFC 9068 section 2.2.3.1), an unmodifiable list, possibly
   * empty}
   */
  public List<String> groups() {
    return claims().strings("groups");
  }

  /** Compares as for every token, and the roles. */
  @Override
  public boolean equals(@Nullable Object other) {
    return super.equals(other) && other instanceof AccessToken that && roles.equals(that.roles);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
