// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.token.AccessToken;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A servlet application without a filter chain of its own: no line but properties. */
@Timeout(300)
class ServletApplicationTest extends BearerAnswersContract {

  @Override
  ConfigurableApplicationContext run(String... properties) {
    return start(App.class, properties);
  }

  @Test
  void opensNothingButProbes() {
    assertOpensNothingButProbes();
  }

  static ConfigurableApplicationContext start(Class<?> application, String... properties) {
    return start(List.of(application), properties);
  }

  static ConfigurableApplicationContext start(List<Class<?>> sources, String... properties) {
    List<String> all = new ArrayList<>(List.of(properties));
    all.add("server.port=0");
    all.add("spring.main.banner-mode=off");
    return new SpringApplicationBuilder(sources.toArray(Class<?>[]::new))
        .web(WebApplicationType.SERVLET)
        .properties(all.toArray(String[]::new))
        .run();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EnableMethodSecurity
  @Import(Controller.class)
  static class App {}

  @RestController
  static class Controller {

    @GetMapping("/name")
    String name(@AuthenticationPrincipal AccessToken token) {
      return token.subject() + " of " + token.issuer();
    }

    @GetMapping("/claims")
    String claims(@AuthenticationPrincipal Jwt jwt) {
      return "team "
          + jwt.getClaimAsString("team")
          + ", kid "
          + jwt.getHeaders().get("kid")
          + (jwt.hasClaim("nothing") ? "" : ", nothing absent");
    }

    @GetMapping("/bound")
    String bound(@AuthenticationPrincipal AccessToken token, @AuthenticationPrincipal Jwt jwt) {
      return "bound to " + token.confirmation() + ", cnf of Jwt " + jwt.getClaims().get("cnf");
    }

    @GetMapping("/scoped")
    @PreAuthorize("hasAuthority('SCOPE_orders:read')")
    String scoped() {
      return "orders";
    }

    @GetMapping("/clerk")
    @PreAuthorize("hasRole('clerk')")
    String clerk() {
      return "desk";
    }
  }
}
