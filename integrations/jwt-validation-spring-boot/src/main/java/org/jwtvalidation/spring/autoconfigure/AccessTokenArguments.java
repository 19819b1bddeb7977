// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.spring.ValidatedJwt;
import org.jwtvalidation.token.AccessToken;
import org.springframework.core.MethodParameter;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Arguments of the methods of controllers. Before Spring Security's, which expect the principal.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class AccessTokenArguments implements WebMvcConfigurer, HandlerMethodArgumentResolver {

  @Override
  public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
    resolvers.add(this);
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return AccessTokenOfAuthentication.isWanted(parameter);
  }

  @Override
  public @Nullable AccessToken resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest request,
      @Nullable WebDataBinderFactory binderFactory) {
    return ValidatedJwt.accessToken(SecurityContextHolder.getContext().getAuthentication());
  }
}
