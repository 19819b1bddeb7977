// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authorization.AuthorityAuthorizationManager;
import org.springframework.security.authorization.AuthorizationManagers;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.server.resource.web.BearerTokenAuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;

/** Challenges and metadata of servlet applications. */
@Tag("jdk-independent")
@Timeout(300)
class ServiceAnswersServletTest extends ServiceAnswersContract {

  @Override
  ConfigurableApplicationContext run(List<Class<?>> beans, String... properties) {
    List<Class<?>> sources = new ArrayList<>(beans);
    sources.add(ServletApplicationTest.App.class);
    return ServletApplicationTest.start(sources, properties);
  }

  @Override
  Class<?> ownChain() {
    return OwnChain.class;
  }

  /** Tomcat answers 404 by itself, before any filter, where there is no servlet. */
  @Test
  void servesMetadataAlsoWhereTheServletIsNotAtTheRoot() {
    String path = "/.well-known/oauth-protected-resource/orders";
    try (ConfigurableApplicationContext application =
        application(
            List.of(),
            "spring.mvc.servlet.path=/api",
            "jwt-validation.resource.url=https://api.example/orders")) {
      assertThat(Answer.get(port(application), path).status()).isEqualTo(200);
      assertThat(Answer.get(port(application), "/api/name").status()).isEqualTo(401);
    }
  }

  @Test
  void namesTheScopesOfAuthoritiesThatAreDenied() {
    try (ConfigurableApplicationContext application =
        application(List.of(OwnChain.class), "jwt-validation.challenge-scopes=orders:list")) {
      int port = port(application);
      assertThat(Answer.get(port, "/claims").header("WWW-Authenticate"))
          .isEqualTo("Bearer realm=\"orders\", scope=\"orders:admin\"");
      String reader = issuer.token().scope("orders:read").compact();
      Answer forbidden = Answer.bearer(port, "/claims", reader);
      assertThat(forbidden.status()).isEqualTo(403);
      assertThat(forbidden.header("WWW-Authenticate"))
          .isEqualTo(
              "Bearer realm=\"api\", error=\"insufficient_scope\","
                  + " scope=\"orders:admin orders:read\"");
      assertThat(Answer.get(port, "/bound").header("WWW-Authenticate"))
          .endsWith("scope=\"orders:pay orders:read\"");
      // What the token has, too: without it, the next token would be refused for that.
      assertThat(Answer.bearer(port, "/bound", reader).header("WWW-Authenticate"))
          .endsWith("scope=\"orders:pay orders:read\"");
      assertThat(Answer.get(port, "/scoped").header("WWW-Authenticate"))
          .endsWith("scope=\"orders:list\"");
      // The page of an error needs a token, too, by a dispatch of its own.
      assertThat(Answer.get(port, "/open").header("WWW-Authenticate"))
          .isEqualTo("Bearer realm=\"orders\", scope=\"orders:list\"");
    }
  }

  @Test
  void namesNoScopeThatNobodyAsksFor() {
    try (ConfigurableApplicationContext application =
        application(
            List.of(OwnChain.class),
            "spring.security.oauth2.resourceserver.jwt.authority-prefix=ROLE_")) {
      int port = port(application);
      // Spring Security gives an authority with this prefix to whoever has no token.
      assertThat(Answer.get(port, "/claims").header("WWW-Authenticate"))
          .isEqualTo("Bearer realm=\"orders\", scope=\"boss\"");
      String reader = issuer.token().scope("orders:read").compact();
      assertThat(Answer.bearer(port, "/bound", reader).header("WWW-Authenticate"))
          .isEqualTo("Bearer realm=\"api\", error=\"insufficient_scope\"");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnChain {

    @Bean
    SecurityFilterChain orders(HttpSecurity http) {
      BearerTokenAuthenticationEntryPoint entryPoint = new BearerTokenAuthenticationEntryPoint();
      entryPoint.setRealmName("orders");
      return http.authorizeHttpRequests(requests ->
              requests
                  .requestMatchers("/open")
                  .permitAll()
                  .requestMatchers("/claims")
                  .hasAnyAuthority("ROLE_boss", "SCOPE_orders:admin")
                  .requestMatchers("/clerk")
                  .access(
                      AuthorizationManagers.anyOf(
                          ValidatedJwt.authorizes(RECENT),
                          AuthorityAuthorizationManager.hasAuthority("SCOPE_orders:admin")))
                  .requestMatchers("/bound")
                  .hasAllAuthorities("SCOPE_orders:read", "SCOPE_orders:pay")
                  .anyRequest()
                  .authenticated())
          .oauth2ResourceServer(
              server -> server.authenticationEntryPoint(entryPoint).jwt(Customizer.withDefaults()))
          .build();
    }
  }
}
