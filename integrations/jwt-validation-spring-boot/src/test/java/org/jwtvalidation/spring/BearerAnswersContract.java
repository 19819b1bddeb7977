// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestIssuer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** What every application answers over a real port, on either stack and with any filter chain. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BearerAnswersContract {

  private final TestIssuer issuer = TestIssuer.start();
  private final TestIssuer second = TestIssuer.start();

  /** Down when the application starts. */
  private final TestIssuer down = TestIssuer.start();

  private ConfigurableApplicationContext context;

  /** An application with {@code /name}, {@code /claims}, {@code /scoped} and {@code /clerk}. */
  abstract ConfigurableApplicationContext run(String... properties);

  @BeforeAll
  void serve() {
    down.disconnect();
    List<String> properties = new ArrayList<>();
    Map.of("first", issuer, "second", second, "down", down)
        .forEach((name, each) -> {
          String prefix = "jwt-validation.issuers." + name + ".";
          properties.add(prefix + "url=" + each.issuer());
          properties.add(prefix + "audience=" + each.audience());
          properties.add(prefix + "keys.allow-loopback-http=true");
          properties.add(prefix + "keys.first-retry=50ms");
          properties.add(prefix + "keys.longest-retry=50ms");
        });
    properties.add("management.server.port=0");
    properties.add("management.endpoints.web.exposure.include=*");
    properties.add("management.endpoint.health.probes.add-additional-paths=true");
    context = run(properties.toArray(String[]::new));
  }

  @AfterAll
  void stop() {
    context.close();
    issuer.close();
    second.close();
    down.close();
  }

  private Answer bearer(String path, String token) {
    return Answer.bearer(port(), path, token);
  }

  int port() {
    return ((WebServerApplicationContext) context).getWebServer().getPort();
  }

  int managementPort() {
    return Integer.parseInt(
        Objects.requireNonNull(context.getEnvironment().getProperty("local.management.port")));
  }

  @Test
  void showsOperatorsTheStateOfTheValidator() {
    Answer state =
        Answer.bearer(managementPort(), "/actuator/jwtValidation", issuer.token().compact());
    assertThat(state.status()).isEqualTo(200);
    assertThat(state.body()).contains(issuer.issuer(), "\"rejected\"");
    assertThat(Answer.get(managementPort(), "/actuator/jwtValidation").status()).isEqualTo(401);
  }

  /** Of an application that defines no filter chain. */
  void assertOpensNothingButProbes() {
    for (String probe : List.of("/actuator/health/liveness", "/actuator/health/readiness")) {
      assertThat(Answer.get(managementPort(), probe).status()).as(probe).isEqualTo(200);
    }
    for (String probe : List.of("/livez", "/readyz")) {
      assertThat(Answer.get(port(), probe).status()).as(probe).isEqualTo(200);
    }
    for (String path :
        List.of(
            "/actuator",
            "/actuator/health",
            "/actuator/health/jwtKeys",
            "/actuator/health/readiness/jwtKeys",
            "/actuator/health/readiness/",
            "/actuator/health/readiness/readiness",
            "/actuator/health/jwtKeys/readiness",
            "/actuator/health/health/readiness",
            "/actuator/jwtValidation",
            "/actuator/jwtValidation/readiness",
            "/livez",
            "/readyz")) {
      assertThat(Answer.get(managementPort(), path).status()).as(path).isEqualTo(401);
    }
    for (String path :
        List.of(
            "/name", "/name/readiness", "/name/livez", "/actuator/health/liveness", "/health")) {
      assertThat(Answer.get(port(), path).status()).as(path).isEqualTo(401);
    }
    for (String path :
        List.of(
            "/actuator/health/liveness/../../jwtValidation",
            "/actuator/jwtValidation;/../health/liveness",
            "/actuator/jwtValidation/%2e%2e/health/readiness",
            "/actuator/jwtValidation?/actuator/health/liveness",
            "/actuator/jwtValidation#/readiness",
            "//actuator/jwtValidation/liveness")) {
      assertThat(Answer.get(managementPort(), path).status()).as(path).isIn(400, 401, 404);
      assertThat(Answer.get(managementPort(), path).body()).as(path).doesNotContain("rejected");
    }
  }

  @Test
  void acceptsValidTokensOfAllIssuers() {
    for (TestIssuer each : List.of(issuer, second)) {
      String token = each.token().subject("jo").compact();
      for (int i = 0; i < 2; i++) {
        Answer answer = bearer("/name", token);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).contains("jo of " + each.issuer());
      }
    }
  }

  @Test
  void challengesWithoutTheReason() {
    Answer missing = Answer.get(port(), "/name");
    assertThat(missing.status()).isEqualTo(401);
    assertThat(missing.header("WWW-Authenticate")).startsWith("Bearer").doesNotContain("error");
    Set<String> challenges = new HashSet<>();
    for (String token :
        List.of(
            issuer.token().expired().compact(),
            issuer.token().audience("other").compact(),
            issuer.token().claim("iss", "https://stranger.example").compact(),
            issuer.token().claim("cnf", Map.of("jkt", "x")).compact(),
            Tampering.flipSignatureBit(issuer.token().compact()),
            issuer.token().unsecured().compact(),
            "opaque")) {
      Answer refused = bearer("/name", token);
      assertThat(refused.status()).isEqualTo(401);
      challenges.add(refused.header("WWW-Authenticate"));
    }
    assertThat(challenges)
        .singleElement(STRING)
        .contains("error=\"invalid_token\"")
        .doesNotContain("error_description", "resource_metadata");
  }

  /** RFC 9449 section 7.1: without the check of its proof, such a token is nobody's. */
  @Test
  void neverTakesABoundTokenForABearerToken() {
    DpopClient sender = DpopClient.create();
    String bound = issuer.token().boundTo(sender).compact();
    String proof =
        "DPoP: "
            + sender.proof("GET", URI.create("http://localhost/name")).accessToken(bound).compact();
    String unbound = issuer.token().compact();
    for (Answer refused :
        List.of(
            Answer.get(port(), "/name", "Authorization: DPoP " + bound, proof),
            Answer.get(port(), "/name", "Authorization: DPoP " + bound),
            Answer.get(port(), "/name", "Authorization: DPoP " + unbound, proof),
            Answer.get(port(), "/name", "Authorization: Bearer " + bound, proof),
            bearer("/name", bound))) {
      assertThat(refused.status()).isEqualTo(401);
      if (!Answer.IS_CHALLENGED_FOR_DPOP) {
        assertThat(refused.header("WWW-Authenticate")).startsWith("Bearer");
      }
    }
    assertThat(bearer("/name", unbound).status()).isEqualTo(200);
  }

  /** Whether the filter chain reads tokens as this library does. */
  boolean readsTokensByThisLibrary() {
    return true;
  }

  /** What is behind this service might read another one. */
  @Test
  @DisplayName("108: several fields")
  void readsNoneOfSeveralTokens() {
    String valid = "Authorization: Bearer " + issuer.token().compact();
    String forged = "Authorization: DPoP " + Tampering.flipSignatureBit(issuer.token().compact());
    for (List<String> pair :
        List.of(
            List.of(valid, valid),
            List.of(valid, "Authorization: Basic am86"),
            List.of("authorization: Basic am86", valid),
            List.of(forged, valid))) {
      String[] fields = pair.toArray(String[]::new);
      Answer got = Answer.get(port(), "/name", fields);
      if (readsTokensByThisLibrary()) {
        assertThat(got.status()).isEqualTo(400);
        assertThat(got.header("WWW-Authenticate"))
            .startsWith("Bearer")
            .contains("error=\"invalid_request\"");
        // By the protection against forged requests, which takes the request for none with a token.
        assertThat(Answer.to(port(), "POST /name", fields).status()).isIn(401, 403);
      } else {
        // Spring Security reads the first one.
        assertThat(got.status()).isEqualTo(pair.get(0).equals(valid) ? 200 : 401);
      }
    }
  }

  @Test
  void forbidsWhatScopesAndRolesDoNotAllow() {
    String plain = issuer.token().compact();
    String able = issuer.token().scope("orders:read").claim("roles", List.of("clerk")).compact();
    for (String path : List.of("/scoped", "/clerk")) {
      Answer forbidden = bearer(path, plain);
      assertThat(forbidden.status()).isEqualTo(403);
      assertThat(forbidden.header("WWW-Authenticate")).contains("error=\"insufficient_scope\"");
      assertThat(bearer(path, able).status()).isEqualTo(200);
    }
  }

  @Test
  void asksToTryAgainWithoutKeys() {
    String token = down.token().compact();
    Answer unavailable = bearer("/name", token);
    assertThat(unavailable.status()).isEqualTo(503);
    assertThat(unavailable.header("Retry-After")).matches("[1-9]\\d?");
    assertThat(unavailable.header("WWW-Authenticate")).isEmpty();
    // A token that is wrong without any key stays wrong.
    assertThat(bearer("/name", down.token().expired().compact()).status()).isEqualTo(401);

    Answer ofManagement = Answer.bearer(managementPort(), "/actuator/jwtValidation", token);
    assertThat(ofManagement.status()).isEqualTo(503);
    assertThat(ofManagement.header("Retry-After")).matches("[1-9]\\d?");

    down.recover();
    Answer answer = unavailable;
    long end = System.nanoTime() + 60_000_000_000L;
    while (answer.status() == 503 && System.nanoTime() < end) {
      answer = bearer("/name", token);
    }
    assertThat(answer.status()).isEqualTo(200);
  }

  @Test
  void servesKnownTokensDuringAnOutage() {
    assertThat(bearer("/name", second.token().compact()).status()).isEqualTo(200);
    second.disconnect();
    assertThat(bearer("/name", second.token().compact()).status()).isEqualTo(200);
    second.recover();
  }

  @Test
  void showsTheWholeTokenToControllers() {
    String token = issuer.token().claim("team", "north").claim("nothing", null).compact();
    assertThat(bearer("/claims", token).body())
        .contains("team north", "kid " + issuer.key().keyId(), "nothing absent");
  }
}
