// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.plainhttp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestIssuer;

/** Sends requests over a socket, octet by octet as they are written here. */
@Timeout(300)
class PlainHttpServiceTest {

  @BeforeAll
  static void loadTheServiceBeforeTheServerOfTheIssuer() throws ClassNotFoundException {
    Class.forName(PlainHttpService.class.getName());
  }

  private final TestIssuer issuer = TestIssuer.builder().audience("orders-api").start();
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    server = PlainHttpService.serve(issuer.config().audience("orders-api").build(), 0);
  }

  @AfterEach
  void stop() {
    server.stop(0);
    ((ExecutorService) server.getExecutor()).shutdown();
    issuer.close();
  }

  /** The whole response. */
  private String get(String path, String... fields) throws IOException {
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort())) {
      StringBuilder request =
          new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: orders.example\r\n");
      for (String field : fields) {
        request.append(field).append("\r\n");
      }
      request.append("Connection: close\r\n\r\n");
      socket.getOutputStream().write(request.toString().getBytes(ISO_8859_1));
      socket.getOutputStream().flush();
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  private static String bearer(String token) {
    return "Authorization: Bearer " + token;
  }

  private static void assertChallenge(String response, int status, String error) {
    assertThat(response)
        .startsWith("HTTP/1.1 " + status + " ")
        .containsIgnoringCase("\r\nWWW-Authenticate: Bearer realm=\"api\"" + error + "\r\n")
        .endsWith("\r\n\r\n");
  }

  private String good() {
    return issuer.token().subject("jo").scope("orders:read").compact();
  }

  @Test
  void servesOrders() throws IOException {
    String good = good();
    for (String field : List.of(bearer(good), "authorization: BEARER   " + good + "  ")) {
      assertThat(get("/orders", field))
          .startsWith("HTTP/1.1 200 ")
          .endsWith("\r\n\r\norders of jo");
    }
  }

  @Test
  void answersAtOnceOnAKeptConnection() throws IOException {
    String request =
        "GET /orders HTTP/1.1\r\nHost: orders.example\r\n" + bearer(good()) + "\r\n\r\n";
    long least = Long.MAX_VALUE;
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort())) {
      InputStream in = socket.getInputStream();
      for (int sent = 0; sent < 40; sent++) {
        long begin = System.nanoTime();
        socket.getOutputStream().write(request.getBytes(ISO_8859_1));
        StringBuilder response = new StringBuilder();
        while (response.indexOf("\r\n\r\norders of jo") < 0) {
          int octet = in.read();
          assertThat(octet).as(response.toString()).isNotNegative();
          response.append((char) octet);
        }
        // Clients acknowledge at once at the beginning of a connection.
        if (sent >= 20) {
          least = Math.min(least, System.nanoTime() - begin);
        }
      }
    }
    assertThat(Duration.ofNanos(least)).isLessThan(Duration.ofMillis(10));
  }

  @Test
  void challengesClientsWithoutAValidToken() throws IOException {
    String scope = ", scope=\"orders:read\"";
    assertChallenge(get("/orders"), 401, scope);
    assertChallenge(get("/orders?access_token=" + good()), 401, scope);
    assertChallenge(get("/orders", "Authorization: Basic eDp5"), 401, scope);
    String invalid = ", error=\"invalid_token\"" + scope;
    for (String token :
        List.of(
            issuer.token().expired().compact(),
            issuer.token().audience("other").compact(),
            issuer.token().claim("iss", "https://other.example").compact(),
            Tampering.flipSignatureBit(good()),
            issuer.token().unsecured().compact(),
            "opaque")) {
      assertChallenge(get("/orders", bearer(token)), 401, invalid);
    }
  }

  @Test
  void refusesMalformedRequests() throws IOException {
    String invalid = ", error=\"invalid_request\"";
    assertChallenge(get("/orders", bearer(good()), bearer(good())), 400, invalid);
    assertChallenge(get("/orders", bearer(good() + ", Basic eDp5")), 400, invalid);
    assertChallenge(get("/orders", "Authorization: Bearer"), 400, invalid);
  }

  @Test
  void forbidsWhatTheTokenDoesNotAllow() throws IOException {
    assertChallenge(
        get("/orders", bearer(issuer.token().scope("orders:write").compact())),
        403,
        ", error=\"insufficient_scope\", scope=\"orders:read\"");
  }

  @Test
  void asksToTryAgainWithoutKeys() throws IOException {
    issuer.disconnect();
    assertThat(get("/health")).startsWith("HTTP/1.1 503 ");
    assertThat(get("/orders", bearer(good())))
        .startsWith("HTTP/1.1 503 ")
        .containsPattern("(?i)\r\nRetry-After: [1-9]\\d*\r\n")
        .doesNotContainIgnoringCase("WWW-Authenticate");
    assertThat(get("/health")).startsWith("HTTP/1.1 503 ");

    issuer.recover();
    // A fetch that began while the issuer was away may still fail, and then validation is trained.
    String health = get("/health");
    while (health.startsWith("HTTP/1.1 503 ")) {
      LockSupport.parkNanos(10_000_000);
      health = get("/health");
    }
    assertThat(get("/orders", bearer(good()))).startsWith("HTTP/1.1 200 ");
    assertThat(get("/health"))
        .startsWith("HTTP/1.1 200 ")
        .endsWith("\r\n\r\n" + issuer.issuer() + " CURRENT\n");
  }

  @Test
  void countsWhatItHasAnswered() throws IOException {
    String good = good();
    get("/orders", bearer(good));
    get("/orders", bearer(good));
    get("/orders");
    assertThat(get("/metrics"))
        .containsIgnoringCase("\r\nContent-Type: text/plain; charset=utf-8\r\n")
        .contains("jwt_http_requests_total{outcome=\"success\"} 2.0\n")
        .contains("jwt_http_requests_total{outcome=\"missing_token\"} 1.0\n")
        .contains("cache_gets_total{cache=\"jwt.validation\",result=\"hit\"} 1.0\n")
        .contains("jwt_keys{issuer=\"" + issuer.issuer() + "\",validator=\"default\"} 1.0\n")
        .contains(
            "jwt_validation_step_seconds_count{step=\"signature_validation\",token_type=\"access_token\",validator=\"default\"}"
                + " 1\n");
  }
}
