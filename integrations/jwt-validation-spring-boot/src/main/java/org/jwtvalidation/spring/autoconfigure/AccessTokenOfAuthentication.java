// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.jwtvalidation.spring.ValidatedJwt;
import org.jwtvalidation.token.AccessToken;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.server.resource.authentication.AbstractOAuth2TokenAuthenticationToken;

/**
 * Arguments {@code @AuthenticationPrincipal AccessToken}. The principal itself stays what Spring
 * Security makes, so that {@code @AuthenticationPrincipal Jwt} works beside it.
 */
final class AccessTokenOfAuthentication {

  private AccessTokenOfAuthentication() {}

  /** Also for annotations of the application that have Spring Security's. */
  static boolean isWanted(MethodParameter parameter) {
    return parameter.getParameterType() == AccessToken.class
        && AnnotatedElementUtils.hasAnnotation(
            parameter.getParameter(), AuthenticationPrincipal.class);
  }

  static @Nullable AccessToken of(@Nullable Authentication authentication) {
    if (authentication == null) {
      return null;
    }
    return authentication instanceof AbstractOAuth2TokenAuthenticationToken<?> bearer
        ? ValidatedJwt.accessToken(bearer.getToken())
        : ValidatedJwt.accessToken(authentication.getPrincipal());
  }
}
