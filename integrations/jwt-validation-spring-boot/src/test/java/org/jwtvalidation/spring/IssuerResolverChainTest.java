// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationConverter;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationProvider;
import org.springframework.security.web.SecurityFilterChain;

/** A servlet application whose chain chooses the manager itself, as for several issuers. */
@Tag("jdk-independent")
@Timeout(300)
class IssuerResolverChainTest extends BearerAnswersContract {

  @Override
  ConfigurableApplicationContext run(String... properties) {
    return ServletApplicationTest.start(App.class, properties);
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EnableMethodSecurity
  @Import(ServletApplicationTest.Controller.class)
  static class App {

    @Bean
    SecurityFilterChain orders(
        HttpSecurity http, JwtDecoder decoder, JwtAuthenticationConverter converter) {
      JwtAuthenticationProvider provider = new JwtAuthenticationProvider(decoder);
      provider.setJwtAuthenticationConverter(converter);
      AuthenticationManager manager = provider::authenticate;
      return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
          .oauth2ResourceServer(server -> server.authenticationManagerResolver(request -> manager))
          .build();
    }
  }
}
