// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.services.springmvc;

import org.jwtvalidation.spring.AuthorizationTokenResolver;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.security.web.SecurityFilterChain;

/** What needs a token. */
@Configuration(proxyBeanMethods = false)
class Security {

  /** A chain of its own, so that no filter reads a token where none is needed. */
  @Bean
  @Order(1)
  SecurityFilterChain open(HttpSecurity http) {
    return http.securityMatcher("/health", "/accounts")
        .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
        .sessionManagement(
            sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .build();
  }

  @Bean
  @Order(2)
  SecurityFilterChain orders(HttpSecurity http) {
    return http.authorizeHttpRequests(
            requests -> requests.anyRequest().hasAuthority("SCOPE_orders:read"))
        .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
        .sessionManagement(
            sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .build();
  }

  /** For Nimbus's decoder. The starter brings one for its own. */
  @Bean
  @Profile("resolver")
  BearerTokenResolver resolver() {
    return new AuthorizationTokenResolver();
  }
}
