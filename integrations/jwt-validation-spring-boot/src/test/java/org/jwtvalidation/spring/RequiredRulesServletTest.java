// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.token.AccessToken;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** Rules inside handlers of Spring MVC, and for routes of servlet applications. */
@Tag("jdk-independent")
@Timeout(300)
class RequiredRulesServletTest extends RequiredRulesContract {

  private static final AtomicReference<Throwable> SEEN = new AtomicReference<>();

  @Override
  ConfigurableApplicationContext run(String... properties) {
    return ServletApplicationTest.start(App.class, properties);
  }

  @Override
  Throwable failureOfLate() {
    return SEEN.get();
  }

  /** As servers of tools do, which make an answer of every exception. */
  @Test
  void answersWhatAFrameworkSwallows() {
    String reader = issuer.token().scope("orders:read").compact();
    String payer = issuer.token().scope("orders:pay").compact();
    for (String path : List.of("/tool", "/tool/stream", "/tool/nothing", "/tool/writer")) {
      assertForbidden(Answer.bearer(port(), path, reader));
      assertThat(Answer.bearer(port(), path, payer).status()).as(path).isEqualTo(200);
    }
    Answer late = Answer.bearer(port(), "/tool/late", reader);
    assertThat(late.body()).contains("begun").contains("after the response had begun");
  }

  @Test
  void requiresNothingOfAnotherThread() {
    SecurityContextHolder.clearContext();
    assertThatThrownBy(() -> ValidatedJwt.require(PAY))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no request with a validated token");
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import({Controller.class, Advice.class, ServletApplicationTest.Controller.class})
  static class App {

    @Bean
    SecurityFilterChain orders(HttpSecurity http) {
      return http.cors(Customizer.withDefaults())
          .authorizeHttpRequests(requests ->
              requests
                  .requestMatchers("/recent")
                  .access(ValidatedJwt.authorizes(RECENT))
                  .anyRequest()
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
    FilterRegistrationBean<Filter> seen() {
      FilterRegistrationBean<Filter> first =
          new FilterRegistrationBean<>((request, response, chain) -> {
            try {
              chain.doFilter(request, response);
            } catch (RuntimeException e) {
              SEEN.set(e);
              throw e;
            }
          });
      first.setOrder(Integer.MIN_VALUE);
      return first;
    }

    @Bean
    RouterFunction<ServerResponse> functional() {
      return RouterFunctions.route()
          .GET(
              "/functional",
              request -> {
                PAY.require(token());
                return ServerResponse.ok().body("paid");
              })
          .GET("/tool", request -> ServerResponse.ok().body(called()))
          .GET(
              "/tool/stream",
              request ->
                  ServerResponse.sse(events -> {
                    try {
                      events.data(called());
                      events.complete();
                    } catch (IOException e) {
                      events.error(e);
                    }
                  }))
          .build();
    }
  }

  private static AccessToken token() {
    return Objects.requireNonNull(
        ValidatedJwt.accessToken(SecurityContextHolder.getContext().getAuthentication()));
  }

  /** A tool whose exceptions are results. */
  private static String called() {
    try {
      return ValidatedJwt.require(PAY).equals(token()) ? "paid" : "paid by another token";
    } catch (RuntimeException e) {
      return e.getMessage();
    }
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

    @ExceptionHandler(Exception.class)
    ResponseEntity<String> all(Exception e) {
      return ResponseEntity.status(418).body("own " + e);
    }

    @GetMapping("/pay")
    String pay(@AuthenticationPrincipal AccessToken token) {
      PAY.require(token);
      return "paid";
    }

    @GetMapping("/later")
    Callable<String> later(@AuthenticationPrincipal AccessToken token) {
      return () -> {
        PAY.require(token);
        return "paid";
      };
    }

    @GetMapping("/late")
    void late(@AuthenticationPrincipal AccessToken token, HttpServletResponse response)
        throws IOException {
      response.getOutputStream().print("begun");
      response.flushBuffer();
      PAY.require(token);
      response.getOutputStream().print("paid");
    }

    @GetMapping("/recent")
    String recent() {
      return "paid";
    }

    @GetMapping("/broken")
    String broken() {
      throw new IllegalStateException("broken");
    }

    @GetMapping("/tool/nothing")
    void nothing() {
      var unused = called();
    }

    @GetMapping("/tool/writer")
    void writer(HttpServletResponse response) throws IOException {
      response.setContentType("text/plain");
      response.getWriter().print(called());
      response.getWriter().print(".");
      response.flushBuffer();
    }

    @GetMapping("/tool/late")
    void toolLate(HttpServletResponse response) throws IOException {
      response.getOutputStream().print("begun");
      response.flushBuffer();
      response.getOutputStream().print(called());
    }
  }
}
