// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.springboot;

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
import org.jwtvalidation.testkit.TestIssuer;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/** Sends requests over a real port. */
@Timeout(300)
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureTestIssuer
class OrdersApplicationTest {

  private final HttpClient client = HttpClient.newHttpClient();

  @Value("${local.server.port}")
  private int port;

  @Autowired private TestIssuer issuer;

  private HttpResponse<String> get(String path, String... fields)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    if (fields.length > 0) {
      request.headers(fields);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> bearer(String path, String token)
      throws IOException, InterruptedException {
    return get(path, "Authorization", "Bearer " + token);
  }

  private static String challenge(HttpResponse<String> response) {
    return response.headers().firstValue("WWW-Authenticate").orElse("");
  }

  @Test
  void servesOrders() throws Exception {
    String token = issuer.token().subject("jo").scope("orders:read").compact();
    HttpResponse<String> response = bearer("/orders", token);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("orders of jo");
    assertThat(get("/orders").statusCode()).isEqualTo(401);
  }

  @Test
  void forbidsWhatTheTokenDoesNotAllow() throws Exception {
    String token = issuer.token().scope("orders:write").compact();
    for (String path : List.of("/orders", "/refunds")) {
      HttpResponse<String> forbidden = bearer(path, token);
      assertThat(forbidden.statusCode()).isEqualTo(403);
      assertThat(challenge(forbidden)).contains("error=\"insufficient_scope\"");
    }
    String clerk = issuer.token().claim("roles", List.of("clerk")).compact();
    assertThat(bearer("/refunds", clerk).statusCode()).isEqualTo(200);
  }

  @Test
  void showsOperatorsWhatHappens() throws Exception {
    String token = issuer.token().compact();
    assertThat(get("/actuator/health/readiness").statusCode()).isEqualTo(200);
    assertThat(get("/actuator/health").statusCode()).isEqualTo(401);
    assertThat(bearer("/actuator/jwtValidation", token).body())
        .contains(issuer.issuer(), "\"state\":\"CURRENT\"", "\"rejected\":");
    assertThat(bearer("/actuator/metrics/jwt.validation", token).body())
        .contains("\"outcome\"", "\"accepted\"");
  }
}
