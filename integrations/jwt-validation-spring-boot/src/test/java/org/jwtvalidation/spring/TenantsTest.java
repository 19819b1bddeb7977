// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TokenBuilder;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtIssuerAuthenticationManagerResolver;
import org.springframework.security.oauth2.server.resource.authentication.JwtIssuerReactiveAuthenticationManagerResolver;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Applications that trust one issuer or several: with the properties of the manual, literally but
 * for the names of the issuers, and without this library, to compare.
 */
@Tag("jdk-independent")
@Timeout(300)
class TenantsTest {

  private static final TestIssuer ONE = TestIssuer.builder().audience("orders-api").start();
  private static final TestIssuer TWO = TestIssuer.builder().audience("orders-api").start();
  private static final TestIssuer STRANGER = TestIssuer.builder().audience("orders-api").start();

  private static final String MANUAL = read("../../doc/spring.adoc");

  private enum Stack {
    SERVLET(ServletAlone.class),
    REACTIVE(ReactiveAlone.class);

    private final Class<?> alone;

    Stack(Class<?> alone) {
      this.alone = alone;
    }

    ConfigurableApplicationContext start(Class<?> application, String... properties) {
      return this == SERVLET
          ? ServletApplicationTest.start(application, properties)
          : ReactiveApplicationTest.start(application, properties);
    }
  }

  @AfterAll
  static void close() {
    ONE.close();
    TWO.close();
    STRANGER.close();
  }

  private static String read(String path) {
    try {
      return Files.readString(Path.of(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The properties that follow these words in the manual. */
  private static List<String> propertiesAfter(String words) {
    String block = MANUAL.substring(MANUAL.indexOf("----\n", MANUAL.indexOf(words)) + 5);
    return block.substring(0, block.indexOf("----")).lines().toList();
  }

  private static String[] ofTestIssuers(List<String> properties, String... more) {
    return Stream.concat(
            properties.stream()
                .map(line -> line.replace("https://one.example", ONE.issuer()))
                .map(line -> line.replace("https://two.example", TWO.issuer()))
                .map(line -> line.replace("https://issuer.example", ONE.issuer())),
            Stream.of(more))
        .toArray(String[]::new);
  }

  private static int port(ConfigurableApplicationContext context) {
    return ((WebServerApplicationContext) context).getWebServer().getPort();
  }

  private static void assertStatus(
      ConfigurableApplicationContext context, String token, int status) {
    assertThat(Answer.bearer(port(context), "/", token).status()).isEqualTo(status);
  }

  @ParameterizedTest
  @EnumSource
  void needsTwoPropertiesForOneIssuer(Stack stack) {
    List<String> properties = propertiesAfter("Set two properties");
    assertThat(properties).hasSize(2);
    try (var context = stack.start(App.class, ofTestIssuers(properties))) {
      assertStatus(context, ONE.token().compact(), 200);
      assertStatus(context, ONE.token().audience("payments-api").compact(), 401);
      assertStatus(context, TWO.token().compact(), 401);
      assertThat(Answer.get(port(context), "/").status()).isEqualTo(401);
    }
  }

  @ParameterizedTest
  @EnumSource
  void needsTwoPropertiesForEachOfSeveralIssuers(Stack stack) {
    List<String> properties = propertiesAfter("Several issuers need");
    assertThat(properties).hasSize(4);
    String[] all =
        ofTestIssuers(
            properties,
            "jwt-validation.issuers.one.keys.allow-loopback-http=true",
            "jwt-validation.issuers.two.keys.allow-loopback-http=true");
    try (var context = stack.start(App.class, all)) {
      assertStatus(context, ONE.token().compact(), 200);
      assertStatus(context, TWO.token().compact(), 200);
      assertStatus(context, TWO.token().audience("payments-api").compact(), 401);
      assertStatus(context, STRANGER.token().compact(), 401);
      assertThat(Answer.get(port(context), "/").status()).isEqualTo(401);
    }
  }

  @ParameterizedTest
  @EnumSource
  void takesAFilterChainWithoutAudienceOtherwise(Stack stack) {
    String[] properties = {
      "jwt-validation.enabled=false", "one=" + ONE.issuer(), "two=" + TWO.issuer()
    };
    try (var context = stack.start(stack.alone, properties)) {
      assertStatus(context, ofTypeJwt(ONE).compact(), 200);
      assertStatus(context, ofTypeJwt(TWO).compact(), 200);
      assertStatus(context, ofTypeJwt(TWO).audience("payments-api").compact(), 200);
      assertStatus(context, ofTypeJwt(STRANGER).compact(), 401);
    }
  }

  /** Not {@code at+jwt}, which Spring Security refuses by default. */
  private static TokenBuilder ofTypeJwt(TestIssuer issuer) {
    return issuer.token().header("typ", "JWT");
  }

  @RestController
  static class Controller {

    @GetMapping("/")
    String index(@AuthenticationPrincipal Jwt jwt) {
      return jwt.getSubject();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import(Controller.class)
  static class App {}

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import(Controller.class)
  static class ServletAlone {

    @Bean
    SecurityFilterChain tenants(
        HttpSecurity http, @Value("${one}") String one, @Value("${two}") String two) {
      return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
          .oauth2ResourceServer(server ->
              server.authenticationManagerResolver(
                  JwtIssuerAuthenticationManagerResolver.fromTrustedIssuers(one, two)))
          .build();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EnableWebFluxSecurity
  @Import(Controller.class)
  static class ReactiveAlone {

    @Bean
    SecurityWebFilterChain tenants(
        ServerHttpSecurity http, @Value("${one}") String one, @Value("${two}") String two) {
      return http.authorizeExchange(exchanges -> exchanges.anyExchange().authenticated())
          .oauth2ResourceServer(server ->
              server.authenticationManagerResolver(
                  JwtIssuerReactiveAuthenticationManagerResolver.fromTrustedIssuers(one, two)))
          .build();
    }
  }
}
