// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.FrameworkAuthenticator;
import org.jwtvalidation.http.InsufficientTokenException;
import org.jwtvalidation.token.AccessToken;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.core.Authentication;

/** A rule of this library as one of Spring Security. */
record RuleAuthorization<T>(AccessRule rule) implements AuthorizationManager<T> {

  static final AuthorizationResult GRANTED = new AuthorizationDecision(true);
  static final AuthorizationResult DENIED = new AuthorizationDecision(false);

  @Override
  public AuthorizationResult authorize(
      Supplier<? extends @Nullable Authentication> authentication, T object) {
    Denial denial = denial(rule, ValidatedJwt.accessToken(authentication.get()));
    if (denial == null) {
      return GRANTED;
    }
    CurrentRequest.remember(denial, object);
    return DENIED;
  }

  /** Null if the token passes. */
  static @Nullable Denial denial(AccessRule rule, @Nullable AccessToken token) {
    if (token == null) {
      return new Denial(rule, null);
    }
    InsufficientTokenException failure = FrameworkAuthenticator.lacking(rule, token);
    return failure == null ? null : new Denial(rule, failure);
  }
}
