// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.token.AccessToken;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.method.configuration.EnableReactiveMethodSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** A reactive application without a filter chain of its own: no line but properties. */
@Timeout(300)
class ReactiveApplicationTest extends BearerAnswersContract {

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
    // Spring Boot cannot have two servers for one management port; the tests have Tomcat, too.
    all.add(
        "spring.autoconfigure.exclude="
            + "org.springframework.boot.tomcat.autoconfigure.actuate.web.server"
            + ".TomcatReactiveManagementContextAutoConfiguration");
    List<Class<?>> withThreads = new ArrayList<>(sources);
    withThreads.add(OwnThreads.class);
    return new SpringApplicationBuilder(withThreads.toArray(Class<?>[]::new))
        .web(WebApplicationType.REACTIVE)
        .properties(all.toArray(String[]::new))
        .run();
  }

  /**
   * Without it, an application that ends ends the servers of the others, and waits two seconds for
   * more work.
   */
  @Configuration(proxyBeanMethods = false)
  static class OwnThreads {

    @Bean
    ReactorResourceFactory reactorResourceFactory() {
      ReactorResourceFactory resources = new ReactorResourceFactory();
      resources.setUseGlobalResources(false);
      resources.setShutdownQuietPeriod(Duration.ZERO);
      return resources;
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EnableReactiveMethodSecurity
  @Import(Controller.class)
  static class App {}

  @RestController
  static class Controller {

    @GetMapping("/name")
    Mono<String> name(@AuthenticationPrincipal AccessToken token) {
      return Mono.just(token.subject() + " of " + token.issuer());
    }

    @GetMapping("/claims")
    Mono<String> claims(@AuthenticationPrincipal Jwt jwt) {
      return Mono.just(
          "team "
              + jwt.getClaimAsString("team")
              + ", kid "
              + jwt.getHeaders().get("kid")
              + (jwt.hasClaim("nothing") ? "" : ", nothing absent"));
    }

    @GetMapping("/bound")
    Mono<String> bound(
        @AuthenticationPrincipal AccessToken token, @AuthenticationPrincipal Jwt jwt) {
      return Mono.just(
          "bound to " + token.confirmation() + ", cnf of Jwt " + jwt.getClaims().get("cnf"));
    }

    @GetMapping("/scoped")
    @PreAuthorize("hasAuthority('SCOPE_orders:read')")
    Mono<String> scoped() {
      return Mono.just("orders");
    }

    @GetMapping("/clerk")
    @PreAuthorize("hasRole('clerk')")
    Mono<String> clerk() {
      return Mono.just("desk");
    }
  }
}
