// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.security.cert.CertificateEncodingException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.testkit.TestCertificate;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.UrlBasedCorsConfigurationSource;
import org.springframework.web.reactive.config.CorsRegistry;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.server.WebFilter;

/** Proofs of possession in reactive applications with no filter chain of its own. */
@Tag("jdk-independent")
@Timeout(300)
class ProofReactiveTest extends ProofAnswersContract {

  @Override
  ConfigurableApplicationContext run(List<Class<?>> beans, String... properties) {
    List<Class<?>> sources = new ArrayList<>(beans);
    sources.add(ReactiveApplicationTest.App.class);
    return ReactiveApplicationTest.start(sources, properties);
  }

  @Override
  Class<?> crossOrigin() {
    return CrossOrigin.class;
  }

  @Override
  Class<?> crossOriginOfHandlers() {
    return CrossOriginOfHandlers.class;
  }

  @Override
  Class<?> hiding() {
    return Hiding.class;
  }

  @Configuration(proxyBeanMethods = false)
  static class CrossOrigin {

    @Bean
    UrlBasedCorsConfigurationSource corsConfigurationSource() {
      CorsConfiguration configuration = new CorsConfiguration();
      configuration.setAllowedOrigins(List.of("https://app.example"));
      UrlBasedCorsConfigurationSource source = new UrlBasedCorsConfigurationSource();
      source.registerCorsConfiguration("/**", configuration);
      return source;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class CrossOriginOfHandlers implements WebFluxConfigurer {

    @Override
    public void addCorsMappings(CorsRegistry registry) {
      registry.addMapping("/**").allowedOrigins("https://app.example").exposedHeaders("X-Page");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Hiding {

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    WebFilter hiding() {
      return (exchange, chain) ->
          chain.filter(
              exchange
                  .mutate()
                  .request(request -> request.headers(fields -> fields.remove("Authorization")))
                  .build());
    }
  }

  /** Another method than that of the request line, as by {@code X-HTTP-Method-Override}. */
  @Configuration(proxyBeanMethods = false)
  static class Overriding {

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    WebFilter overriding() {
      return (exchange, chain) ->
          chain.filter(
              exchange.mutate().request(request -> request.method(HttpMethod.GET)).build());
    }
  }

  @Test
  void comparesTheMethodThatWasSent() {
    try (ConfigurableApplicationContext application =
        application(List.of(Overriding.class), "pop.dpop.public-base=https://api.example")) {
      int port = port(application);
      assertThat(Answer.to(port, "POST /name", proofOf("POST")).status()).isEqualTo(200);
      assertThat(Answer.to(port, "POST /name", proofOf("GET")).status()).isEqualTo(401);
    }
  }

  /** A server that reads forwarded fields, whatever the properties say. */
  @Configuration(proxyBeanMethods = false)
  static class Forwarding {

    @Bean
    NettyServerCustomizer forwarding() {
      return server -> server.forwarded(true);
    }
  }

  @Test
  @DisplayName("113: the address of a trusted proxy from forwarded fields")
  void takesThePeerFromTheConnection() throws CertificateEncodingException {
    TestCertificate certificate = TestCertificate.create();
    String[] fields = {
      "Authorization: Bearer " + bound(certificate),
      "Client-Cert: :" + encoded(certificate) + ":",
      "X-Forwarded-For: 10.0.0.7"
    };
    try (ConfigurableApplicationContext application =
        application(List.of(Forwarding.class), "pop.mutual-tls-proxies=10.0.0.7")) {
      assertThat(Answer.get(port(application), "/name", fields).status()).isEqualTo(401);
    }
    String loopback = InetAddress.getLoopbackAddress().getHostAddress();
    try (ConfigurableApplicationContext application =
        application(List.of(Forwarding.class), "pop.mutual-tls-proxies=" + loopback)) {
      assertThat(Answer.get(port(application), "/name", fields).status()).isEqualTo(200);
    }
  }
}
