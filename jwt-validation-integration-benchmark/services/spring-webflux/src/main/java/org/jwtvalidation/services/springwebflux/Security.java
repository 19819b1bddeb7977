// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.services.springwebflux;

import org.jwtvalidation.spring.AuthorizationTokenConverter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatchers;

/** What needs a token. */
@Configuration(proxyBeanMethods = false)
class Security {

  /** A chain of its own, so that no filter reads a token where none is needed. */
  @Bean
  @Order(1)
  SecurityWebFilterChain open(ServerHttpSecurity http) {
    return http.securityMatcher(ServerWebExchangeMatchers.pathMatchers("/health", "/accounts"))
        .authorizeExchange(exchanges -> exchanges.anyExchange().permitAll())
        .build();
  }

  @Bean
  @Order(2)
  SecurityWebFilterChain orders(
      ServerHttpSecurity http, ObjectProvider<AuthorizationTokenConverter> converter) {
    return http.authorizeExchange(
            exchanges -> exchanges.anyExchange().hasAuthority("SCOPE_orders:read"))
        .oauth2ResourceServer(server -> {
          converter.ifAvailable(server::bearerTokenConverter);
          server.jwt(Customizer.withDefaults());
        })
        .build();
  }

  @Bean
  @Profile({"ours", "resolver"})
  AuthorizationTokenConverter converter() {
    return new AuthorizationTokenConverter();
  }
}
