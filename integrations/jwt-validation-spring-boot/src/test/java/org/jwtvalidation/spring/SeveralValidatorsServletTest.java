// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.AccessToken;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A servlet application with two validators, of which its decoder uses one. */
@Tag("jdk-independent")
@Timeout(300)
class SeveralValidatorsServletTest {

  private static final TestIssuer ISSUER = TestIssuer.start();
  private static final AccessRule PAY = AccessRule.scope("orders:pay");

  @AfterAll
  static void close() {
    ISSUER.close();
  }

  @Test
  void answersAsWithOneValidator() {
    try (ConfigurableApplicationContext context =
        ServletApplicationTest.start(
            App.class,
            "jwt-validation.realm=orders",
            "jwt-validation.challenge-scopes=orders:read",
            "jwt-validation.resource.url=https://api.example/orders",
            "jwt-validation.resource.authorization-servers=https://issuer.example")) {
      int port = ((WebServerApplicationContext) context).getWebServer().getPort();
      Answer forbidden = Answer.bearer(port, "/pay", ISSUER.token().scope("orders:read").compact());
      assertThat(forbidden.status()).isEqualTo(403);
      assertThat(forbidden.header("WWW-Authenticate")).contains("insufficient_scope", "orders:pay");
      assertThat(Answer.bearer(port, "/pay", ISSUER.token().scope("orders:pay").compact()).status())
          .isEqualTo(200);
      Answer refused = Answer.bearer(port, "/pay", ISSUER.token().expired().compact());
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.header("WWW-Authenticate"))
          .contains(
              "realm=\"orders\"",
              "scope=\"orders:read\"",
              "\"https://api.example/.well-known/oauth-protected-resource/orders\"")
          .doesNotContain("error_description", "localhost");
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import(Payments.class)
  static class App {

    @Bean
    TokenValidator orders() {
      return ISSUER.validator().build();
    }

    @Bean
    TokenValidator partners() {
      return ISSUER.validator().build();
    }

    @Bean
    JwtDecoder decoder(@Qualifier("partners") TokenValidator validator) {
      return new ValidatingJwtDecoder(validator);
    }
  }

  @RestController
  static class Payments {

    @GetMapping("/pay")
    List<String> pay(@AuthenticationPrincipal AccessToken token) {
      PAY.require(token);
      return List.of("paid");
    }
  }
}
