// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.AccessRule;
import org.springframework.context.ApplicationListener;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authorization.AuthorityAuthorizationDecision;
import org.springframework.security.authorization.event.AuthorizationDeniedEvent;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;

/**
 * Remembers what scopes a denied request needs, if that is known: by a rule that names authorities,
 * and not by an expression.
 *
 * @param prefix what the authority of a scope begins with
 */
record DeniedScopes(String prefix) implements ApplicationListener<AuthorizationDeniedEvent<?>> {

  @Override
  public void onApplicationEvent(AuthorizationDeniedEvent<?> event) {
    AccessRule rule =
        event.getAuthorizationResult() instanceof AuthorityAuthorizationDecision denied
            ? rule(scopes(denied.getAuthorities()), event.getAuthentication().get())
            : null;
    if (rule != null) {
      CurrentRequest.remember(new Denial(rule, null), event.getObject());
    }
  }

  /**
   * The decision does not tell whether one of several authorities suffices, and names only missing
   * ones if all are needed. So all are asked for, beside those that the token has: a client asks
   * for no others (RFC 6750 section 3.1), and an issuer grants what it will.
   */
  private @Nullable AccessRule rule(Set<String> missing, Authentication authentication) {
    if (missing.isEmpty()) {
      return null;
    }
    Set<String> all = new TreeSet<>(missing);
    if (!(authentication instanceof AnonymousAuthenticationToken)) {
      all.addAll(scopes(authentication.getAuthorities()));
    }
    try {
      return AccessRule.allScopes(all.toArray(String[]::new));
    } catch (IllegalArgumentException e) {
      // An authority with other characters than a scope, which no challenge can name.
      return null;
    }
  }

  private Set<String> scopes(Collection<? extends GrantedAuthority> authorities) {
    return authorities.stream()
        .map(GrantedAuthority::getAuthority)
        .filter(name -> name != null && name.length() > prefix.length())
        .filter(name -> !prefix.isEmpty() && name.startsWith(prefix))
        .map(name -> name.substring(prefix.length()))
        .collect(Collectors.toSet());
  }
}
