// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.oauth2.server.resource.web.BearerTokenAuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;

/** A servlet application with a filter chain of its own, which names a realm. */
@Tag("jdk-independent")
@Timeout(300)
class OwnFilterChainTest extends BearerAnswersContract {

  @Override
  ConfigurableApplicationContext run(String... properties) {
    return ServletApplicationTest.start(App.class, properties);
  }

  @Test
  void namesItsRealm() {
    assertThat(Answer.get(port(), "/name").header("WWW-Authenticate"))
        .startsWith("Bearer realm=\"orders\"");
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EnableMethodSecurity
  @Import(ServletApplicationTest.Controller.class)
  static class App {

    @Bean
    SecurityFilterChain orders(HttpSecurity http) {
      BearerTokenAuthenticationEntryPoint entryPoint = new BearerTokenAuthenticationEntryPoint();
      entryPoint.setRealmName("orders");
      return http.sessionManagement(it -> it.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
          .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
          .oauth2ResourceServer(
              server -> server.authenticationEntryPoint(entryPoint).jwt(Customizer.withDefaults()))
          .build();
    }
  }
}
