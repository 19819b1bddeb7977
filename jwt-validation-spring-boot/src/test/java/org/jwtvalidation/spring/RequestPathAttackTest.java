package org.jwtvalidation.spring;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.http.requests.PathsOfProofs;
import org.jwtvalidation.testkit.TestIssuer;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.tomcat.reactive.TomcatReactiveWebServerFactory;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Proofs for other paths than that of the request, with forwarded fields read and not read. */
@Tag("jdk-independent")
@Timeout(300)
class RequestPathAttackTest {

  enum Kind {
    TOMCAT,
    NETTY,
    REACTIVE_TOMCAT
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import(Paths.class)
  static class App {}

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
    return Stream.of(Kind.values())
        .flatMap(
            kind -> Stream.of("framework", "native").map(strategy -> Arguments.of(kind, strategy)));
  }

  private static ConfigurableApplicationContext run(Kind kind, String strategy, TestIssuer issuer) {
    String shop = "jwt-validation.issuers.shop.";
    String[] properties = {
      shop + "url=" + issuer.issuer(),
      shop + "audience=" + issuer.audience(),
      shop + "keys.allow-loopback-http=true",
      "jwt-validation.pop.dpop.public-base=" + PathsOfProofs.PUBLIC_BASE,
      "server.forward-headers-strategy=" + strategy
    };
    return switch (kind) {
      case TOMCAT -> ServletApplicationTest.start(App.class, properties);
      case NETTY -> ReactiveApplicationTest.start(App.class, properties);
      case REACTIVE_TOMCAT ->
          ReactiveApplicationTest.start(List.of(App.class, OnTomcat.class), properties);
    };
  }

  private static int port(ConfigurableApplicationContext application) {
    return ((WebServerApplicationContext) application).getWebServer().getPort();
  }

  @ParameterizedTest
  @MethodSource("serversThatReadForwardedFields")
  @DisplayName("111: a proof for a path that Host, forwarded fields or an authority name")
  void comparesProofsWithThePathThatIsServed(Kind kind, String strategy) {
    try (TestIssuer issuer = TestIssuer.start();
        ConfigurableApplicationContext application = run(kind, strategy, issuer)) {
      PathsOfProofs paths = new PathsOfProofs(port(application), issuer);
      paths.everyProofIsForOneHandler();
      paths.noFieldChangesWhatIsAccepted();
      paths.theQueryIsNotParsed();
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("112: dot segments in the path of a request")
  void acceptsNoProofWithDotSegments(Kind kind) {
    try (TestIssuer issuer = TestIssuer.start();
        ConfigurableApplicationContext application = run(kind, "none", issuer)) {
      new PathsOfProofs(port(application), issuer).noProofPassesWithDotSegments();
    }
  }
}
