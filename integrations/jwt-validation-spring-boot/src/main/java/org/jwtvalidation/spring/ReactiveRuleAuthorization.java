// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.token.AccessToken;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.authorization.ReactiveAuthorizationManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.server.authorization.AuthorizationContext;
import reactor.core.publisher.Mono;

/** {@link RuleAuthorization} for reactive applications. */
record ReactiveRuleAuthorization(AccessRule rule)
    implements ReactiveAuthorizationManager<AuthorizationContext> {

  @Override
  public Mono<AuthorizationResult> authorize(
      Mono<Authentication> authentication, AuthorizationContext context) {
    return authentication
        .map(known -> decided(ValidatedJwt.accessToken(known), context))
        .switchIfEmpty(Mono.fromSupplier(() -> decided(null, context)));
  }

  private AuthorizationResult decided(@Nullable AccessToken token, AuthorizationContext context) {
    Denial denial = RuleAuthorization.denial(rule, token);
    if (denial == null) {
      return RuleAuthorization.GRANTED;
    }
    context.getExchange().getAttributes().put(Denial.NAME, denial);
    return RuleAuthorization.DENIED;
  }
}
