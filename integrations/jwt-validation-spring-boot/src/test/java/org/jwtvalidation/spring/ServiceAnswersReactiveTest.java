// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authorization.AuthorityReactiveAuthorizationManager;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.server.resource.web.server.BearerTokenServerAuthenticationEntryPoint;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.authorization.AuthorizationContext;
import reactor.core.publisher.Mono;

/** Challenges and metadata of reactive applications. */
@Tag("jdk-independent")
@Timeout(300)
class ServiceAnswersReactiveTest extends ServiceAnswersContract {

  @Override
  ConfigurableApplicationContext run(List<Class<?>> beans, String... properties) {
    List<Class<?>> sources = new ArrayList<>(beans);
    sources.add(ReactiveApplicationTest.App.class);
    return ReactiveApplicationTest.start(sources, properties);
  }

  @Override
  Class<?> ownChain() {
    return OwnChain.class;
  }

  @Configuration(proxyBeanMethods = false)
  @EnableWebFluxSecurity
  static class OwnChain {

    @Bean
    SecurityWebFilterChain orders(ServerHttpSecurity http) {
      BearerTokenServerAuthenticationEntryPoint entryPoint =
          new BearerTokenServerAuthenticationEntryPoint();
      entryPoint.setRealmName("orders");
      return http.authorizeExchange(exchanges ->
              exchanges
                  .pathMatchers("/clerk")
                  .access(OwnChain::recentOrAdmin)
                  .anyExchange()
                  .authenticated())
          .oauth2ResourceServer(
              server -> server.authenticationEntryPoint(entryPoint).jwt(Customizer.withDefaults()))
          .build();
    }

    private static Mono<AuthorizationResult> recentOrAdmin(
        Mono<Authentication> authentication, AuthorizationContext context) {
      return ValidatedJwt.authorizesReactively(RECENT)
          .authorize(authentication, context)
          .filter(AuthorizationResult::isGranted)
          .switchIfEmpty(
              AuthorityReactiveAuthorizationManager.<AuthorizationContext>hasAuthority(
                      "SCOPE_orders:admin")
                  .authorize(authentication, context));
    }
  }
}
