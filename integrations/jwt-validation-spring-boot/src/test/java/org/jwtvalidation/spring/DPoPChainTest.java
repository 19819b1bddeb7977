// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.TestIssuer;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** A servlet application whose chain checks proofs of possession by Spring Security's means. */
@Tag("jdk-independent")
@Timeout(300)
class DPoPChainTest {

  private static final TestIssuer ISSUER = TestIssuer.start();
  private static final DpopClient SENDER = DpopClient.create();
  private static final DpopClient THIEF = DpopClient.create();
  private static final String BOUND = ISSUER.token().boundTo(SENDER).compact();
  private static final String UNBOUND = ISSUER.token().compact();

  @AfterAll
  static void close() {
    ISSUER.close();
  }

  private static ConfigurableApplicationContext start(
      boolean checkedByTheChain, String... properties) {
    String prefix = "jwt-validation.issuers.shop.";
    List<String> all = new ArrayList<>(List.of(properties));
    all.add(prefix + "url=" + ISSUER.issuer());
    all.add(prefix + "audience=" + ISSUER.audience());
    all.add(prefix + "keys.allow-loopback-http=true");
    all.add(prefix + "sender-constraint-checked-elsewhere=" + checkedByTheChain);
    return ServletApplicationTest.start(App.class, all.toArray(String[]::new));
  }

  private static int port(ConfigurableApplicationContext context) {
    return ((WebServerApplicationContext) context).getWebServer().getPort();
  }

  private static int withProof(
      ConfigurableApplicationContext context, String token, DpopClient client) {
    String proof =
        client.proof("GET", URI.create("http://localhost/name")).accessToken(token).compact();
    return Answer.get(port(context), "/name", "Authorization: DPoP " + token, "DPoP: " + proof)
        .status();
  }

  @Test
  void acceptsABoundTokenWithProofAlone() {
    try (var context = start(true)) {
      assertThat(withProof(context, BOUND, SENDER)).isEqualTo(200);
      assertThat(withProof(context, BOUND, THIEF)).isEqualTo(401);
      assertThat(withProof(context, UNBOUND, SENDER)).isEqualTo(401);
      assertThat(Answer.get(port(context), "/name", "Authorization: DPoP " + BOUND).status())
          .isEqualTo(401);
      assertThat(Answer.bearer(port(context), "/name", BOUND).status()).isEqualTo(401);
      assertThat(Answer.bearer(port(context), "/name", UNBOUND).status()).isEqualTo(200);
    }
  }

  @Test
  void refusesBoundTokensUnlessTheValidatorIsTold() {
    try (var context = start(false)) {
      assertThat(withProof(context, BOUND, SENDER)).isEqualTo(401);
      assertThat(Answer.bearer(port(context), "/name", BOUND).status()).isEqualTo(401);
      assertThat(Answer.bearer(port(context), "/name", UNBOUND).status()).isEqualTo(200);
    }
  }

  /** Spring Security knows no Ed25519 here, and would refuse a proof that was used. */
  @Test
  void leavesTheCheckToThisLibraryIfThatIsConfigured() {
    DpopClient client = DpopClient.create(SignatureAlgorithm.ED25519);
    String bound = ISSUER.token().boundTo(client).compact();
    try (var context = start(false, "jwt-validation.pop.dpop.public-base=https://api.example")) {
      String proof =
          client.proof("GET", URI.create("https://api.example/name")).accessToken(bound).compact();
      String[] fields = {"Authorization: DPoP " + bound, "DPoP: " + proof};
      assertThat(Answer.get(port(context), "/name", fields).status()).isEqualTo(200);
      assertThat(Answer.get(port(context), "/name", fields).status()).isEqualTo(401);
      assertThat(Answer.bearer(port(context), "/name", bound).status()).isEqualTo(401);
      assertThat(Answer.bearer(port(context), "/name", UNBOUND).status()).isEqualTo(200);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import(ServletApplicationTest.Controller.class)
  static class App {

    @Bean
    SecurityFilterChain orders(HttpSecurity http) {
      return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
          .oauth2ResourceServer(
              server -> server.jwt(Customizer.withDefaults()).dPoP(Customizer.withDefaults()))
          .build();
    }
  }
}
