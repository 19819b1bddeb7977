// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.token.AccessToken;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.UrlBasedCorsConfigurationSource;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Rules inside handlers of WebFlux, and for routes of reactive applications. */
@Tag("jdk-independent")
@Timeout(300)
class RequiredRulesReactiveTest extends RequiredRulesContract {

  private static final AtomicReference<Throwable> SEEN = new AtomicReference<>();

  @Override
  ConfigurableApplicationContext run(String... properties) {
    return ReactiveApplicationTest.start(App.class, properties);
  }

  @Override
  Throwable failureOfLate() {
    return SEEN.get();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EnableWebFluxSecurity
  @Import({Controller.class, Advice.class})
  static class App {

    @Bean
    SecurityWebFilterChain orders(ServerHttpSecurity http) {
      return http.cors(Customizer.withDefaults())
          .authorizeExchange(exchanges ->
              exchanges
                  .pathMatchers("/recent")
                  .access(ValidatedJwt.authorizesReactively(RECENT))
                  .anyExchange()
                  .authenticated())
          .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
          .build();
    }

    @Bean
    UrlBasedCorsConfigurationSource corsConfigurationSource() {
      CorsConfiguration configuration = new CorsConfiguration();
      configuration.setAllowedOrigins(List.of("https://app.example"));
      configuration.setAllowedHeaders(List.of("authorization"));
      UrlBasedCorsConfigurationSource source = new UrlBasedCorsConfigurationSource();
      source.registerCorsConfiguration("/**", configuration);
      return source;
    }

    @Bean
    @Order(Integer.MIN_VALUE)
    WebFilter seen() {
      return (exchange, chain) -> chain.filter(exchange).doOnError(SEEN::set);
    }

    @Bean
    RouterFunction<ServerResponse> functional() {
      return RouterFunctions.route()
          .GET(
              "/functional",
              request ->
                  token()
                      .flatMap(token -> {
                        PAY.require(token);
                        return ServerResponse.ok().bodyValue("paid");
                      }))
          .build();
    }
  }

  private static Mono<AccessToken> token() {
    return ReactiveSecurityContextHolder.getContext()
        .map(context ->
            Objects.requireNonNull(
                ValidatedJwt.accessToken(context.getAuthentication().getPrincipal())));
  }

  @ControllerAdvice
  static class Advice {

    @ExceptionHandler(Exception.class)
    ResponseEntity<String> all(Exception e) {
      return ResponseEntity.status(418).body("advice " + e);
    }
  }

  @RestController
  static class Controller {

    @GetMapping("/pay")
    Mono<String> pay(@AuthenticationPrincipal AccessToken token) {
      PAY.require(token);
      return Mono.just("paid");
    }

    @GetMapping("/later")
    Mono<String> later(@AuthenticationPrincipal AccessToken token) {
      return Mono.delay(Duration.ofMillis(1))
          .map(tick -> {
            PAY.require(token);
            return "paid";
          });
    }

    @GetMapping("/late")
    Mono<Void> late(@AuthenticationPrincipal AccessToken token, ServerHttpResponse response) {
      return response
          .writeAndFlushWith(
              Flux.just(Mono.just(response.bufferFactory().wrap("begun".getBytes(UTF_8)))))
          .then(Mono.fromRunnable(() -> PAY.require(token)));
    }

    @GetMapping("/recent")
    Mono<String> recent() {
      return Mono.just("paid");
    }

    @GetMapping("/broken")
    Mono<String> broken() {
      throw new IllegalStateException("broken");
    }
  }
}
