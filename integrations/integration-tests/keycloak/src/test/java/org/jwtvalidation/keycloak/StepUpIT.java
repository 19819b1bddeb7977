// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keycloak;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.httpserver.BearerHandler;
import org.jwtvalidation.keycloak.TokenEndpoint.Tokens;
import org.jwtvalidation.keysource.HttpKeySource;

/**
 * Step-up (RFC 9470) with a real Keycloak: from the refusal by way of what its challenge says to a
 * login of the asked level, and to the service.
 */
class StepUpIT {

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Pattern PARAMETER = Pattern.compile("(\\w+)=\"([^\"]*)\"");

  private static KeycloakServer keycloak;
  private static String issuer;
  private static TokenValidator validator;
  private static HttpServer service;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    keycloak = KeycloakServer.start();
    try (InputStream realm = StepUpIT.class.getResourceAsStream("step-up.json")) {
      new KeycloakAdmin(keycloak.origin())
          .addRealm(new String(Objects.requireNonNull(realm).readAllBytes(), UTF_8));
    }
    issuer = keycloak.origin() + "/realms/step-up";
    validator =
        TokenValidator.builder()
            .issuer(
                IssuerConfig.builder(issuer)
                    .keySource(HttpKeySource.discovered(issuer).allowLoopbackHttp().build())
                    .audience("orders-api")
                    .build())
            .build();
    service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    service.createContext(
        "/refunds",
        new BearerHandler(
            BearerAuthenticator.builder(validator).build(),
            AccessRule.scope("profile")
                .and(AccessRule.authentication().acr("gold").within(Duration.ofMinutes(5))),
            (exchange, token) -> {
              exchange.sendResponseHeaders(200, -1);
              exchange.close();
            }));
    service.start();
  }

  @AfterAll
  static void stop() throws IOException {
    if (service != null) {
      service.stop(0);
    }
    if (validator != null) {
      validator.close();
    }
    if (keycloak != null) {
      keycloak.close();
    }
  }

  private static HttpResponse<Void> answer(Tokens tokens) throws IOException, InterruptedException {
    URI refunds = URI.create("http://127.0.0.1:" + service.getAddress().getPort() + "/refunds");
    return HTTP.send(
        HttpRequest.newBuilder(refunds)
            .header("Authorization", "Bearer " + tokens.accessToken())
            .build(),
        BodyHandlers.discarding());
  }

  private static Map<String, String> challenge(HttpResponse<Void> answer) {
    Map<String, String> parameters = new TreeMap<>();
    PARAMETER
        .matcher(answer.headers().firstValue("WWW-Authenticate").orElseThrow())
        .results()
        .forEach(parameter -> parameters.put(parameter.group(1), parameter.group(2)));
    return parameters;
  }

  private static String acr(Tokens tokens) throws IOException {
    return Objects.requireNonNull(validator.validate(tokens.accessToken()).claims().string("acr"));
  }

  @Test
  void leadsFromTheRefusalToALoginThatSuffices() throws Exception {
    Browser browser = new Browser(issuer, Shop.USER);
    Tokens first = browser.logIn(Map.of("scope", "openid"));
    assertThat(acr(first)).isEqualTo("silver");
    assertThat(browser.forms()).isEqualTo(1);

    HttpResponse<Void> refused = answer(first);
    assertThat(refused.statusCode()).isEqualTo(401);
    Map<String, String> challenge = challenge(refused);
    assertThat(challenge)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "realm", "api",
                "error", "insufficient_user_authentication",
                "acr_values", "gold",
                "max_age", "300",
                "scope", "profile"));

    Tokens second =
        browser.logIn(
            Map.of(
                "scope", "openid " + challenge.get("scope"),
                "acr_values", challenge.get("acr_values"),
                "max_age", challenge.get("max_age")));
    assertThat(acr(second)).isEqualTo("gold");
    assertThat(browser.forms()).as("one more password").isEqualTo(2);
    assertThat(answer(second).statusCode()).isEqualTo(200);
    assertThat(answer(first).statusCode()).isEqualTo(401);
  }

  /** The level lasts for one request: it has the maximum age 0. */
  @Test
  void isOfNoHigherLevelUnlessAsked() throws Exception {
    Browser browser = new Browser(issuer, Shop.USER);
    Tokens gold = browser.logIn(Map.of("scope", "openid", "acr_values", "gold"));
    assertThat(acr(gold)).isEqualTo("gold");
    assertThat(browser.forms()).isEqualTo(2);
    assertThat(answer(gold).statusCode()).isEqualTo(200);

    Tokens later = browser.logIn(Map.of("scope", "openid"));
    assertThat(acr(later)).isEqualTo("silver");
    assertThat(answer(later).statusCode()).isEqualTo(401);
  }
}
