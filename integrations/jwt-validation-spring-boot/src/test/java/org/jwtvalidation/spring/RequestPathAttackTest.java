// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.http.pop.ReplayStore;
import org.jwtvalidation.http.requests.PathsOfProofs;
import org.jwtvalidation.http.servlet.BearerFilter;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.testkit.TestIssuer;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.tomcat.reactive.TomcatReactiveWebServerFactory;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.type.filter.AssignableTypeFilter;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Proofs for other paths than that of the request, with forwarded fields read and not read. */
@Tag("jdk-independent")
@Timeout(300)
class RequestPathAttackTest {

  /** What would put its filter chain in front of the handlers. */
  private static final String SPRING_SECURITY =
      Stream.of(
              "security.autoconfigure.SecurityAutoConfiguration",
              "security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration",
              "security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration",
              "security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration",
              "security.oauth2.server.resource.autoconfigure"
                  + ".OAuth2ResourceServerAutoConfiguration",
              // Of Spring Boot 4.0.
              "security.oauth2.server.resource.autoconfigure.servlet"
                  + ".OAuth2ResourceServerAutoConfiguration",
              "security.oauth2.server.resource.autoconfigure.web"
                  + ".OAuth2ResourceServerWebSecurityAutoConfiguration")
          .map(name -> "org.springframework.boot." + name)
          .collect(Collectors.joining(","));

  /** Server and what is in front of the handlers: the filter chain of Spring Boot by default. */
  enum Kind {
    TOMCAT,
    TOMCAT_WITH_OWN_CHAIN,
    /** Without Spring Security, and so without its firewall. */
    TOMCAT_WITH_BEARER_FILTER,
    NETTY,
    NETTY_WITH_OWN_CHAIN,
    REACTIVE_TOMCAT
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import(Paths.class)
  static class App {

    @Bean
    ReplayStore replayStore() {
      return PathsOfProofs.FORGETFUL;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnChain {

    @Bean
    SecurityFilterChain chain(HttpSecurity http) {
      return http.authorizeHttpRequests(requests ->
              requests
                  .requestMatchers("/admin/**")
                  .hasAuthority("SCOPE_orders:read")
                  .anyRequest()
                  .authenticated())
          .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
          .build();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableWebFluxSecurity
  static class OwnReactiveChain {

    @Bean
    SecurityWebFilterChain chain(ServerHttpSecurity http) {
      return http.authorizeExchange(exchanges ->
              exchanges
                  .pathMatchers("/admin/**")
                  .hasAuthority("SCOPE_orders:read")
                  .anyExchange()
                  .authenticated())
          .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
          .build();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class WithBearerFilter {

    @Bean
    TokenValidator validator(
        @Value("${shop.url}") String url, @Value("${shop.audience}") String audience) {
      return TokenValidator.builder()
          .issuer(
              IssuerConfig.builder(url)
                  .audience(audience)
                  .keySource(HttpKeySource.discovered(url).allowLoopbackHttp().build())
                  .build())
          .build();
    }

    @Bean
    BearerFilter bearerFilter(TokenValidator validator) {
      return new BearerFilter(
          BearerAuthenticator.builder(validator)
              .proofOfPossession(
                  ProofOfPossession.builder()
                      .dpop(URI.create(PathsOfProofs.PUBLIC_BASE))
                      .replayStore(PathsOfProofs.FORGETFUL)
                      .build())
              .build(),
          AccessRule.anyToken());
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OnTomcat {

    @Bean
    TomcatReactiveWebServerFactory tomcat() {
      return new TomcatReactiveWebServerFactory();
    }
  }

  @RestController
  static class Paths {

    @GetMapping("/public")
    String ofAll() {
      return "handler=public";
    }

    @GetMapping("/admin")
    String admin() {
      return "handler=admin";
    }

    @GetMapping("/**")
    String other() {
      return "handler=other";
    }
  }

  static Stream<Arguments> serversThatReadForwardedFields() {
    // The server reads the fields before any filter does, whatever filters there are.
    return Stream.concat(
        Stream.of(Kind.values()).map(kind -> Arguments.of(kind, "framework")),
        Stream.of(Kind.TOMCAT, Kind.NETTY, Kind.REACTIVE_TOMCAT)
            .map(kind -> Arguments.of(kind, "native")));
  }

  private static ConfigurableApplicationContext run(Kind kind, String strategy, TestIssuer issuer) {
    String shop = "jwt-validation.issuers.shop.";
    String forwarded = "server.forward-headers-strategy=" + strategy;
    String[] properties = {
      shop + "url=" + issuer.issuer(),
      shop + "audience=" + issuer.audience(),
      shop + "keys.allow-loopback-http=true",
      "jwt-validation.pop.dpop.public-base=" + PathsOfProofs.PUBLIC_BASE,
      forwarded
    };
    return switch (kind) {
      case TOMCAT -> ServletApplicationTest.start(App.class, properties);
      case TOMCAT_WITH_OWN_CHAIN ->
          ServletApplicationTest.start(List.of(App.class, OwnChain.class), properties);
      case TOMCAT_WITH_BEARER_FILTER ->
          ServletApplicationTest.start(
              List.of(App.class, WithBearerFilter.class),
              "spring.autoconfigure.exclude=" + SPRING_SECURITY,
              "shop.url=" + issuer.issuer(),
              "shop.audience=" + issuer.audience(),
              forwarded);
      case NETTY -> ReactiveApplicationTest.start(App.class, properties);
      case NETTY_WITH_OWN_CHAIN ->
          ReactiveApplicationTest.start(List.of(App.class, OwnReactiveChain.class), properties);
      case REACTIVE_TOMCAT ->
          ReactiveApplicationTest.start(List.of(App.class, OnTomcat.class), properties);
    };
  }

  private static int port(ConfigurableApplicationContext application) {
    return ((WebServerApplicationContext) application).getWebServer().getPort();
  }

  @ParameterizedTest
  @MethodSource("serversThatReadForwardedFields")
  @DisplayName("111 and 112: a proof for another path, from fields, or with dot segments")
  void comparesProofsWithThePathThatIsServed(Kind kind, String strategy) {
    try (TestIssuer issuer = TestIssuer.start();
        ConfigurableApplicationContext application = run(kind, strategy, issuer)) {
      PathsOfProofs paths = new PathsOfProofs(port(application), issuer);
      paths.everyProofIsForOneHandler();
      paths.noFieldChangesWhatIsAccepted();
      paths.noProofPassesWithDotSegments();
      paths.theQueryIsNotParsed();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"TOMCAT", "TOMCAT_WITH_BEARER_FILTER", "NETTY"})
  @DisplayName("112: dot segments where no forwarded fields are read")
  void acceptsNoProofWithDotSegments(Kind kind) {
    try (TestIssuer issuer = TestIssuer.start();
        ConfigurableApplicationContext application = run(kind, "none", issuer)) {
      new PathsOfProofs(port(application), issuer).noProofPassesWithDotSegments();
    }
  }

  /** A view that is added needs a server and a kind above, which has requests read by it. */
  @Test
  void knowsEveryViewOfARequest() {
    var views = new ClassPathScanningCandidateComponentProvider(false);
    views.addIncludeFilter(new AssignableTypeFilter(BearerRequest.class));
    assertThat(views.findCandidateComponents("org.jwtvalidation.spring"))
        .extracting(BeanDefinition::getBeanClassName)
        .containsExactly(ReactiveBearerRequest.class.getName());
  }
}
