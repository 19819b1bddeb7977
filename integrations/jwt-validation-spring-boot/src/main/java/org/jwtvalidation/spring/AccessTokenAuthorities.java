// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jwtvalidation.token.AccessToken;
import org.springframework.core.convert.converter.Converter;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtGrantedAuthoritiesConverter;

/**
 * The authorities of a token: {@code SCOPE_} and each of {@link AccessToken#scopes()}, {@code
 * ROLE_} and each of {@link AccessToken#roles()}. A {@link Jwt} of another decoder has those of
 * {@link JwtGrantedAuthoritiesConverter}. Immutable and thread-safe.
 */
public final class AccessTokenAuthorities implements Converter<Jwt, Collection<GrantedAuthority>> {

  private static final String ROLE = "ROLE_";

  private final String scopePrefix;
  private final JwtGrantedAuthoritiesConverter ofOthers = new JwtGrantedAuthoritiesConverter();

  /** Creates a converter with the prefix {@code SCOPE_} for scopes. */
  public AccessTokenAuthorities() {
    this("SCOPE_");
  }

  /**
   * Creates a converter.
   *
   * @param scopePrefix what the authority of a scope begins with, possibly empty
   */
  public AccessTokenAuthorities(String scopePrefix) {
    this.scopePrefix = Objects.requireNonNull(scopePrefix, "scopePrefix");
    ofOthers.setAuthorityPrefix(scopePrefix);
  }

  /**
   * Returns the authorities of a token.
   *
   * @param jwt the token
   * @return the authorities, a new list
   */
  @Override
  public Collection<GrantedAuthority> convert(Jwt jwt) {
    AccessToken token = ValidatedJwt.accessToken(jwt);
    if (token == null) {
      return ofOthers.convert(jwt);
    }
    List<GrantedAuthority> authorities = new ArrayList<>();
    token
        .scopes()
        .forEach(scope -> authorities.add(new SimpleGrantedAuthority(scopePrefix + scope)));
    token.roles().forEach(role -> authorities.add(new SimpleGrantedAuthority(ROLE + role)));
    return authorities;
  }
}
