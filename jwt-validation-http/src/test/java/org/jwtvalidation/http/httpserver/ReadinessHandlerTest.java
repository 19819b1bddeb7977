// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.httpserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.Patience;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.keysource.KeySourceHealth;
import org.jwtvalidation.keysource.KeySourceHealth.State;
import org.jwtvalidation.testkit.TestIssuer;

@Timeout(300)
public class ReadinessHandlerTest {

  private final HttpServer server;

  ReadinessHandlerTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private static HttpResponse<String> ask(HttpServer server, String method) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/health");
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody()).build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void isReadyWhenTheKeysOfAllIssuersAreThere() throws Exception {
    try (TestIssuer issuer = TestIssuer.start();
        TestIssuer away = TestIssuer.start();
        TokenValidator validator =
            TokenValidator.builder()
                .issuer(issuer.config().audience(TestIssuer.AUDIENCE).build())
                .issuer(away.config().audience(TestIssuer.AUDIENCE).build())
                .maxTraining(Duration.ZERO)
                .build()) {
      server.createContext("/health", new ReadinessHandler(validator));
      away.disconnect();
      assertThat(ask(server, "GET").statusCode()).as("before the first fetch").isEqualTo(503);
      assertThat(validator.tryValidate(issuer.token().compact()).isAccepted()).isTrue();
      awaitStates(validator, State.CURRENT, State.UNAVAILABLE);
      HttpResponse<String> oneAway = ask(server, "GET");
      assertThat(oneAway.statusCode()).isEqualTo(503);
      assertThat(oneAway.body())
          .isEqualTo(issuer.issuer() + " CURRENT\n" + away.issuer() + " UNAVAILABLE\n");

      away.recover();
      awaitStates(validator, State.CURRENT, State.CURRENT);
      HttpResponse<String> ready = ask(server, "GET");
      assertThat(ready.statusCode()).isEqualTo(200);
      assertThat(ready.headers().firstValue("Content-Type")).hasValue("text/plain; charset=utf-8");
      assertThat(ready.body())
          .isEqualTo(issuer.issuer() + " CURRENT\n" + away.issuer() + " CURRENT\n");
      HttpResponse<String> head = ask(server, "HEAD");
      assertThat(head.statusCode()).isEqualTo(200);
      assertThat(head.body()).isEmpty();
    }
  }

  @Test
  void isReadyWhenValidationHasBeenTrained() throws Exception {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    try (TokenValidator validator = issuer.validator().maxTraining(Duration.ofMinutes(1)).build()) {
      server.createContext("/health", new ReadinessHandler(validator));
      HttpResponse<String> before = ask(server, "GET");
      assertThat(before.statusCode()).isEqualTo(503);
      assertThat(before.body()).isEqualTo("https://issuer.example CURRENT\ntraining\n");

      Patience.until(validator::isReady);
      HttpResponse<String> ready = ask(server, "GET");
      assertThat(ready.statusCode()).isEqualTo(200);
      assertThat(ready.body()).isEqualTo("https://issuer.example CURRENT\n");
    }
  }

  /** A fetch that has begun ends in its own time, and may still fail when an issuer is back. */
  private static void awaitStates(TokenValidator validator, State... states) {
    Patience.until(() ->
        validator.keyHealth().values().stream()
            .map(KeySourceHealth::state)
            .toList()
            .equals(List.of(states)));
  }

  @Test
  void isNotReadyOnceTheValidatorIsClosed() throws Exception {
    TokenValidator closed = TestIssuer.offline("https://issuer.example").validator().build();
    closed.close();
    server.createContext("/health", new ReadinessHandler(closed));
    assertThat(ask(server, "GET").statusCode()).isEqualTo(503);
  }
}
