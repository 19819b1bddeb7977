// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.AccessRule;
import org.springframework.context.ApplicationListener;
import org.springframework.security.authorization.AuthorityAuthorizationDecision;
import org.springframework.security.authorization.event.AuthorizationDeniedEvent;
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
        event.getAuthorizationResult() instanceof AuthorityAuthorizationDecision decision
            ? rule(decision)
            : null;
    if (rule != null) {
      CurrentRequest.remember(new Denial(rule, null), event.getObject());
    }
  }

  /**
   * The decision does not tell whether one of several authorities suffices. All are asked for, and
   * an issuer grants what it will.
   */
  private @Nullable AccessRule rule(AuthorityAuthorizationDecision denied) {
    List<String> scopes =
        denied.getAuthorities().stream()
            .map(GrantedAuthority::getAuthority)
            .filter(name -> name != null && name.length() > prefix.length())
            .filter(name -> !prefix.isEmpty() && name.startsWith(prefix))
            .map(name -> name.substring(prefix.length()))
            .sorted()
            .toList();
    if (scopes.isEmpty()) {
      return null;
    }
    try {
      return AccessRule.allScopes(scopes.toArray(String[]::new));
    } catch (IllegalArgumentException e) {
      // An authority with other characters than a scope, which no challenge can name.
      return null;
    }
  }
}
