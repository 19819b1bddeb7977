// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.method.configuration.EnableReactiveMethodSecurity;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;

/** A reactive application with a filter chain of its own. */
@Tag("jdk-independent")
@Timeout(300)
class OwnReactiveFilterChainTest extends BearerAnswersContract {

  @Override
  ConfigurableApplicationContext run(String... properties) {
    return ReactiveApplicationTest.start(App.class, properties);
  }

  @Override
  boolean readsTokensByThisLibrary() {
    return false;
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EnableWebFluxSecurity
  @EnableReactiveMethodSecurity
  @Import(ReactiveApplicationTest.Controller.class)
  static class App {

    @Bean
    SecurityWebFilterChain orders(ServerHttpSecurity http) {
      return http.authorizeExchange(exchanges -> exchanges.anyExchange().authenticated())
          .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
          .build();
    }
  }
}
