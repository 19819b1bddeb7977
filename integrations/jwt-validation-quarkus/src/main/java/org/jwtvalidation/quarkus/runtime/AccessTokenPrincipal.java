// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import org.eclipse.microprofile.jwt.Claims;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.token.AccessToken;

/** An access token as MicroProfile JWT 2.1 sees it. Each claim is read when it is asked for. */
final class AccessTokenPrincipal implements JsonWebToken {

  private final AccessToken token;
  private final String text;

  AccessTokenPrincipal(AccessToken token, String text) {
    this.token = token;
    this.text = text;
  }

  /** The first of {@code upn}, {@code preferred_username} and {@code sub} that the token has. */
  @Override
  public @Nullable String getName() {
    for (String claim : new String[] {Claims.upn.name(), Claims.preferred_username.name()}) {
      if (token.claims().get(claim) instanceof String name) {
        return name;
      }
    }
    return token.subject();
  }

  @Override
  public Set<String> getClaimNames() {
    Set<String> names = new LinkedHashSet<>(token.claims().asMap().keySet());
    names.add(Claims.raw_token.name());
    return names;
  }

  // The interface has each caller name the type that it expects.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  @Override
  public <T> @Nullable T getClaim(String claimName) {
    return (T) valueOf(claimName);
  }

  private @Nullable Object valueOf(String name) {
    return switch (name) {
      case "raw_token" -> text;
      case "exp" -> token.expiresAt().getEpochSecond();
      case "iat" -> seconds(token.issuedAt());
      case "nbf" -> seconds(token.notBefore());
      case "auth_time", "updated_at" ->
          token.claims().get(name) instanceof Number seconds ? seconds.longValue() : null;
      case "aud" -> token.audience().isEmpty() ? null : new LinkedHashSet<>(token.audience());
      case "groups" -> new LinkedHashSet<>(token.groups());
      default -> token.claims().get(name);
    };
  }

  private static @Nullable Long seconds(@Nullable Instant instant) {
    return instant == null ? null : instant.getEpochSecond();
  }

  /** {@return the subject, and no text of the token} */
  @Override
  public String toString() {
    return "AccessTokenPrincipal[" + getName() + "]";
  }
}
