// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.jwtvalidation.token.AccessToken;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.security.core.annotation.AuthenticationPrincipal;

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
}
