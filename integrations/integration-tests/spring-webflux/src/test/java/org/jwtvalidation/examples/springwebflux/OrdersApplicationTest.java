// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.springwebflux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.spring.test.AutoConfigureTestIssuer;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestIssuer;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** Sends requests over a real port. */
@Timeout(300)
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureTestIssuer
class OrdersApplicationTest {

  private final HttpClient client = HttpClient.newHttpClient();

  @Value("${local.server.port}")
  private int port;

  @Autowired private TestIssuer issuer;

  private HttpResponse<String> get(int server, String path, String... fields)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server + path));
    if (fields.length > 0) {
      request.headers(fields);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> bearer(int server, String path, String token)
      throws IOException, InterruptedException {
    return get(server, path, "Authorization", "Bearer " + token);
  }

  private static String challenge(HttpResponse<String> response) {
    return response.headers().firstValue("WWW-Authenticate").orElse("");
  }

  @Test
  void servesOrders() throws Exception {
    String token = issuer.token().subject("jo").scope("orders:read").compact();
    HttpResponse<String> response = bearer(port, "/orders", token);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("orders of jo");
  }

  @Test
  void challengesClientsWithoutAValidToken() throws Exception {
    HttpResponse<String> missing = get(port, "/orders");
    assertThat(missing.statusCode()).isEqualTo(401);
    assertThat(challenge(missing)).startsWith("Bearer").doesNotContain("error");
    for (String token :
        List.of(
            issuer.token().expired().compact(),
            issuer.token().audience("payments-api").compact(),
            issuer.token().claim("iss", "https://other.example").compact(),
            Tampering.flipSignatureBit(issuer.token().compact()),
            issuer.token().unsecured().compact(),
            "opaque")) {
      HttpResponse<String> refused = bearer(port, "/orders", token);
      assertThat(refused.statusCode()).isEqualTo(401);
      assertThat(challenge(refused))
          .contains("error=\"invalid_token\"")
          .doesNotContain("error_description");
    }
  }

  @Test
  void forbidsWhatTheTokenDoesNotAllow() throws Exception {
    String token = issuer.token().scope("orders:write").compact();
    for (String path : List.of("/orders", "/refunds")) {
      HttpResponse<String> forbidden = bearer(port, path, token);
      assertThat(forbidden.statusCode()).isEqualTo(403);
      assertThat(challenge(forbidden)).contains("error=\"insufficient_scope\"");
    }
    String clerk = issuer.token().claim("roles", List.of("clerk")).compact();
    assertThat(bearer(port, "/refunds", clerk).statusCode()).isEqualTo(200);
  }

  @Test
  void asksToTryAgainWithoutKeys() throws Exception {
    try (TestIssuer down = TestIssuer.builder().audience("orders-api").start()) {
      down.disconnect();
      try (ConfigurableApplicationContext context =
          SpringApplication.run(
              OrdersApplication.class,
              "--server.port=0",
              "--spring.security.oauth2.resourceserver.jwt.issuer-uri=" + down.issuer())) {
        int server = ((WebServerApplicationContext) context).getWebServer().getPort();
        HttpResponse<String> response = bearer(server, "/orders", down.token().compact());
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("Retry-After")).get().asString().matches("\\d+");
        assertThat(challenge(response)).isEmpty();
      }
    }
  }

  @Test
  void showsOperatorsWhatHappens() throws Exception {
    String token = issuer.token().compact();
    assertThat(get(port, "/actuator/health/readiness").statusCode()).isEqualTo(200);
    assertThat(get(port, "/actuator/health").statusCode()).isEqualTo(401);
    assertThat(bearer(port, "/actuator/jwtValidation", token).body())
        .contains(issuer.issuer(), "\"state\":\"CURRENT\"", "\"rejected\":");
    assertThat(bearer(port, "/actuator/metrics/jwt.validation", token).body())
        .contains("\"outcome\"", "\"accepted\"");
  }
}
