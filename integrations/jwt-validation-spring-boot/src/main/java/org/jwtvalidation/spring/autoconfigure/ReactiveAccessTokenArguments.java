// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.jwtvalidation.spring.ValidatedJwt;
import org.springframework.core.MethodParameter;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.web.reactive.BindingContext;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.result.method.HandlerMethodArgumentResolver;
import org.springframework.web.reactive.result.method.annotation.ArgumentResolverConfigurer;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** {@link AccessTokenArguments} for reactive applications. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class ReactiveAccessTokenArguments
    implements WebFluxConfigurer, HandlerMethodArgumentResolver {

  @Override
  public void configureArgumentResolvers(ArgumentResolverConfigurer configurer) {
    configurer.addCustomResolver(this);
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return AccessTokenOfAuthentication.isWanted(parameter);
  }

  @Override
  public Mono<Object> resolveArgument(
      MethodParameter parameter, BindingContext binding, ServerWebExchange exchange) {
    return ReactiveSecurityContextHolder.getContext()
        .mapNotNull(context -> ValidatedJwt.accessToken(context.getAuthentication()));
  }
}
