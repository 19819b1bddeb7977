// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.spring.test.AutoConfigureTestIssuer;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.AccessToken;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.annotation.Bean;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The examples of {@code doc/spring.adoc}, literally. */
final class SpringSnippets {

  private SpringSnippets() {}

  @SuppressWarnings("ClassCanBeStatic") // written as the top-level class that it is in a project
  static class Controllers {

    // tag::spring-controller[]
    @RestController
    @EnableMethodSecurity
    class OrdersController {

      @GetMapping("/orders")
      @PreAuthorize("hasAuthority('SCOPE_orders:read')")
      String orders(@AuthenticationPrincipal AccessToken token) {
        return "orders of " + token.subject();
      }
    }
    // end::spring-controller[]
  }

  static class Chains {

    // tag::spring-chain[]
    @Bean
    SecurityFilterChain orders(HttpSecurity http) {
      return http.authorizeHttpRequests(requests ->
              requests.requestMatchers("/public/**").permitAll().anyRequest().authenticated())
          .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
          .build();
    }
    // end::spring-chain[]
  }

  static class Rules {

    // tag::spring-rules[]
    static final AccessRule PAY =
        AccessRule.authentication()
            .acr("gold")
            .within(Duration.ofMinutes(5))
            .and(AccessRule.scope("orders:pay"));

    @Bean
    SecurityFilterChain payments(HttpSecurity http) {
      return http.authorizeHttpRequests(requests ->
              requests
                  .requestMatchers("/pay")
                  .access(ValidatedJwt.authorizes(PAY))
                  .anyRequest()
                  .authenticated())
          .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
          .build();
    }
    // end::spring-rules[]
  }

  @SuppressWarnings("ClassCanBeStatic") // written as the top-level class that it is in a project
  static class Tests {

    // tag::spring-test[]
    @SpringBootTest
    @AutoConfigureMockMvc
    @AutoConfigureTestIssuer
    class OrdersTest {

      @Autowired private MockMvcTester mvc;
      @Autowired private TestIssuer issuer;

      @Test
      void servesOrders() {
        String token = issuer.token().subject("jo").scope("orders:read").compact();

        assertThat(mvc.get().uri("/orders").header("Authorization", "Bearer " + token))
            .hasStatusOk()
            .hasBodyTextEqualTo("orders of jo");
      }
    }
    // end::spring-test[]
  }
}
