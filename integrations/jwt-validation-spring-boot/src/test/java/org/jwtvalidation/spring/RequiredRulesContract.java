// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.TestIssuer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** Rules of this library inside handlers and for routes, on either stack. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RequiredRulesContract {

  static final AccessRule PAY = AccessRule.scope("orders:pay");
  static final AccessRule RECENT =
      AccessRule.authentication()
          .acr("gold", "silver")
          .within(Duration.ofMinutes(5))
          .and(AccessRule.scope("orders:pay"));

  final TestIssuer issuer = TestIssuer.start();
  private ConfigurableApplicationContext context;

  /**
   * An application that requires {@link #PAY} at {@code /pay}, {@code /functional}, {@code /later}
   * and, too late, {@code /late}, answers all exceptions with 418, and has {@link #RECENT} as the
   * rule of the route {@code /recent}.
   */
  abstract ConfigurableApplicationContext run(String... properties);

  @BeforeAll
  void serve() {
    context = application();
  }

  @AfterAll
  void stop() {
    context.close();
    issuer.close();
  }

  ConfigurableApplicationContext application(String... properties) {
    String shop = "jwt-validation.issuers.shop.";
    List<String> all = new ArrayList<>(List.of(properties));
    all.add(shop + "url=" + issuer.issuer());
    all.add(shop + "audience=" + issuer.audience());
    all.add(shop + "keys.allow-loopback-http=true");
    all.add("jwt-validation.challenge-scopes=orders:list");
    all.add("jwt-validation.resource.url=https://api.example");
    return run(all.toArray(String[]::new));
  }

  int port() {
    return port(context);
  }

  static int port(ConfigurableApplicationContext application) {
    return ((WebServerApplicationContext) application).getWebServer().getPort();
  }

  static final String COMMON =
      "realm=\"api\","
          + " resource_metadata=\"https://api.example/.well-known/oauth-protected-resource\"";

  static void assertForbidden(Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(403);
    assertThat(answer.header("WWW-Authenticate"))
        .isEqualTo("Bearer " + COMMON + ", error=\"insufficient_scope\", scope=\"orders:pay\"");
    assertThat(answer.body()).isEmpty();
  }

  @Test
  void answersWhatAHandlerRequires() {
    String reader = issuer.token().scope("orders:read").compact();
    String payer = issuer.token().scope("orders:pay").compact();
    for (String path : List.of("/pay", "/functional", "/later")) {
      assertForbidden(Answer.bearer(port(), path, reader));
      Answer paid = Answer.bearer(port(), path, payer);
      assertThat(paid.status()).as(path).isEqualTo(200);
      assertThat(paid.body()).contains("paid");
    }
    // Other exceptions are the application's.
    assertThat(Answer.bearer(port(), "/broken", payer).status()).isEqualTo(418);
  }

  @Test
  void saysThatItIsTooLate() {
    Answer late = Answer.bearer(port(), "/late", issuer.token().compact());
    assertThat(late.status()).isEqualTo(200);
    assertThat(late.text()).contains("begun").doesNotContain("paid");
    assertThat(failureOfLate())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("after the response had begun");
  }

  /** What a filter in front has seen. */
  abstract Throwable failureOfLate();

  @Test
  void asksForAnotherAuthenticationOfARoute() {
    String challenge =
        "Bearer "
            + COMMON
            + ", error=\"insufficient_user_authentication\", acr_values=\"gold silver\","
            + " max_age=\"300\", scope=\"orders:pay\"";
    long now = Instant.now().getEpochSecond();
    for (Map<String, Object> claims :
        List.<Map<String, Object>>of(
            Map.of(),
            Map.of("acr", "bronze", "auth_time", now),
            Map.of("acr", "gold", "auth_time", now - 1_000),
            Map.of("acr", "gold", "auth_time", now + 1_000))) {
      var token = issuer.token().scope("orders:read");
      claims.forEach(token::claim);
      Answer refused = Answer.bearer(port(), "/recent", token.compact());
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.header("WWW-Authenticate")).isEqualTo(challenge);
    }
    var authenticated = issuer.token().claim("acr", "gold").claim("auth_time", now);
    assertForbidden(Answer.bearer(port(), "/recent", authenticated.scope("orders:read").compact()));
    assertThat(
            Answer.bearer(port(), "/recent", authenticated.scope("orders:pay").compact()).status())
        .isEqualTo(200);
    Answer missing = Answer.get(port(), "/recent");
    assertThat(missing.status()).isEqualTo(401);
    assertThat(missing.header("WWW-Authenticate"))
        .isEqualTo("Bearer " + COMMON + ", scope=\"orders:pay\"");
    assertThat(Answer.get(port(), "/pay").header("WWW-Authenticate"))
        .isEqualTo("Bearer " + COMMON + ", scope=\"orders:list\"");
  }

  @Test
  void answersWithTheSchemeOfTheRequest() {
    DpopClient client = DpopClient.create(SignatureAlgorithm.ED25519);
    try (ConfigurableApplicationContext application =
        application("jwt-validation.pop.dpop.public-base=https://api.example")) {
      String bound = issuer.token().boundTo(client).scope("orders:read").compact();
      for (String path : List.of("/pay", "/recent")) {
        String proof =
            client
                .proof("GET", URI.create("https://api.example" + path))
                .accessToken(bound)
                .compact();
        Answer answer =
            Answer.get(port(application), path, "Authorization: DPoP " + bound, "DPoP: " + proof);
        assertThat(answer.status()).isEqualTo(path.equals("/pay") ? 403 : 401);
        assertThat(answer.header("WWW-Authenticate").lines())
            .satisfiesExactly(
                bearer -> assertThat(bearer).startsWith("Bearer ").doesNotContain("error"),
                dpop -> assertThat(dpop).startsWith("DPoP ").contains("error=\"insufficient_"));
      }
    }
  }

  @Test
  void exposesChallengesToTheOriginsThatTheApplicationAllows() {
    String origin = "Origin: https://app.example";
    String reader = "Authorization: Bearer " + issuer.token().compact();
    for (Answer answer :
        List.of(
            Answer.get(port(), "/pay", origin),
            Answer.get(port(), "/pay", origin, reader),
            Answer.get(port(), "/recent", origin, reader))) {
      assertThat(answer.status()).isIn(401, 403);
      assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo("https://app.example");
      assertThat(answer.header("Access-Control-Expose-Headers"))
          .isEqualTo("WWW-Authenticate, DPoP-Nonce");
    }
    Answer preflight =
        Answer.to(
            port(),
            "OPTIONS /pay",
            origin,
            "Access-Control-Request-Method: GET",
            "Access-Control-Request-Headers: authorization");
    assertThat(preflight.status()).isEqualTo(200);
    assertThat(preflight.header("WWW-Authenticate")).isEmpty();
    Answer ofOther = Answer.get(port(), "/pay", "Origin: https://evil.example", reader);
    for (Answer unexposed : List.of(ofOther, Answer.get(port(), "/pay"))) {
      assertThat(unexposed.text())
          .doesNotContain("Access-Control-Allow-", "Access-Control-Expose-");
    }
  }
}
