// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.httpserver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.http.pop.DpopNonces;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.TestCertificate;
import org.jwtvalidation.testkit.TestIssuer;

@Timeout(300)
public class BearerHandlerTest {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final TestIssuer issuer = TestIssuer.start();
  private final TokenValidator validator = issuer.validator().build();
  private final BearerAuthenticator bearer = BearerAuthenticator.builder(validator).build();
  private @Nullable HttpServer server;

  @AfterEach
  void close() {
    if (server != null) {
      server.stop(0);
    }
    validator.close();
    issuer.close();
  }

  private URI serve(HttpServer created, String scheme) throws IOException {
    server = created;
    created.createContext(
        "/orders",
        new BearerHandler(
            bearer,
            AccessRule.scope("orders:read"),
            (exchange, token) -> {
              byte[] body = String.valueOf(token.subject()).getBytes(UTF_8);
              exchange.sendResponseHeaders(200, body.length);
              exchange.getResponseBody().write(body);
              exchange.close();
            }));
    created.createContext(
        "/seen",
        exchange -> {
          lookAt(BearerHandler.requestOf(exchange), exchange);
        });
    created.start();
    return URI.create(scheme + "://127.0.0.1:" + created.getAddress().getPort());
  }

  private static void lookAt(BearerRequest request, HttpExchange exchange) throws IOException {
    X509Certificate certificate = request.clientCertificate();
    byte[] body =
        (request.method()
                + " "
                + request.path()
                + " "
                + request.headerValues("X-Twice")
                + " "
                + request.headerValues("X-None")
                + " "
                + (certificate == null ? "none" : certificate.getSerialNumber()))
            .getBytes(UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private static HttpResponse<String> get(URI uri, @Nullable String authorization)
      throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri);
    if (authorization != null) {
      request.header("Authorization", authorization);
    }
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void servesRequestsThatPassAndAnswersTheOthers() throws Exception {
    URI orders = serve(HttpServer.create(anyPort(), 0), "http").resolve("/orders");
    String good = issuer.token().subject("jo").scope("orders:read").compact();
    HttpResponse<String> served = get(orders, "Bearer " + good);
    assertThat(served.statusCode()).isEqualTo(200);
    assertThat(served.body()).isEqualTo("jo");

    HttpResponse<String> missing = get(orders, null);
    assertThat(missing.statusCode()).isEqualTo(401);
    assertThat(missing.headers().allValues("WWW-Authenticate"))
        .containsExactly("Bearer realm=\"api\", scope=\"orders:read\"");
    assertThat(missing.body()).isEmpty();

    assertThat(get(orders, "Bearer " + issuer.token().compact()).statusCode()).isEqualTo(403);
    assertThat(get(orders, "Bearer a b").statusCode()).isEqualTo(400);
  }

  /** Some JDKs keep the lists of values, and the spelling of names, that they are given. */
  @Test
  void letsHandlersChangeTheFieldsOfAnAnswerWithANonce() throws Exception {
    AtomicReference<Instant> now =
        new AtomicReference<>(Instant.now().truncatedTo(ChronoUnit.HOURS));
    DpopClient client = DpopClient.create();
    BearerAuthenticator authenticator =
        BearerAuthenticator.builder(validator)
            .proofOfPossession(
                ProofOfPossession.builder()
                    .dpop(URI.create("https://api.example"))
                    .nonces(DpopNonces.random())
                    .clock(now::get)
                    .build())
            .build();
    HttpServer created = HttpServer.create(anyPort(), 0);
    URI base = serve(created, "http");
    created.createContext(
        "/own",
        new BearerHandler(
            authenticator,
            AccessRule.anyToken(),
            (exchange, token) -> {
              exchange.getResponseHeaders().add("Cache-Control", "private");
              exchange.getResponseHeaders().set("DPoP-Nonce", "own");
              exchange.sendResponseHeaders(204, -1);
              exchange.close();
            }));

    String token = issuer.token().boundTo(client).compact();
    Function<String, HttpRequest> request =
        nonce ->
            HttpRequest.newBuilder(base.resolve("/own"))
                .header("Authorization", "DPoP " + token)
                .header(
                    "DPoP",
                    client
                        .proof("GET", URI.create("https://api.example/own"))
                        .accessToken(token)
                        .issuedAt(now.get())
                        .nonce(nonce)
                        .compact())
                .build();
    HttpResponse<String> first =
        HTTP.send(request.apply("none"), HttpResponse.BodyHandlers.ofString());
    String nonce = first.headers().firstValue("DPoP-Nonce").orElseThrow();
    now.set(now.get().plusSeconds(300));
    HttpResponse<String> answer =
        HTTP.send(request.apply(nonce), HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(answer.headers().allValues("Cache-Control")).containsExactly("no-store", "private");
    assertThat(answer.headers().allValues("DPoP-Nonce")).containsExactly("own");
  }

  @Test
  void saysWhenToTryAgain() throws Exception {
    URI orders = serve(HttpServer.create(anyPort(), 0), "http").resolve("/orders");
    String good = issuer.token().scope("orders:read").compact();
    issuer.disconnect();
    HttpResponse<String> unavailable = get(orders, "Bearer " + good);
    assertThat(unavailable.statusCode()).isEqualTo(503);
    assertThat(unavailable.headers().firstValue("Retry-After")).hasValue("1");
  }

  /** A server that leaves the body unread resets the connection, sometimes before the answer. */
  @Test
  void answersClientsThatAreStillSending() throws Exception {
    URI orders = serve(HttpServer.create(anyPort(), 0), "http").resolve("/orders");
    for (int i = 0; i < 50; i++) {
      int segments = i % 10 == 0 ? 10_000 : 1;
      List<byte[]> body = Collections.nCopies(segments, new byte[1_000_000 / segments]);
      HttpRequest request =
          HttpRequest.newBuilder(orders)
              .POST(HttpRequest.BodyPublishers.ofByteArrays(body))
              .build();
      assertThat(HTTP.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(401);
    }
  }

  private String raw(URI base, String request) throws IOException {
    try (Socket socket = new Socket(base.getHost(), base.getPort())) {
      socket.getOutputStream().write((request + "\r\nConnection: close\r\n\r\n").getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  @Test
  @DisplayName("111: the path of a proof from Host, forwarded fields or an authority")
  void takesThePathFromTheRequestLineAlone() throws Exception {
    HttpServer created = HttpServer.create(anyPort(), 0);
    URI base = serve(created, "http");
    created.createContext("/", exchange -> lookAt(BearerHandler.requestOf(exchange), exchange));
    assertThat(raw(base, "GET //evil.example/a?b HTTP/1.1\r\nHost: orders.example"))
        .contains("GET null ");
    assertThat(raw(base, "GET http://orders.example/a HTTP/1.1\r\nHost: other.example"))
        .contains("GET /a ");
    assertThat(raw(base, "GET /a HTTP/1.0")).contains("GET /a ");
    for (String host : List.of("x/public?", "x/public#", "a@x/public?")) {
      assertThat(raw(base, "GET /admin HTTP/1.1\r\nHost: " + host)).contains("GET /admin ");
    }
  }

  @Test
  void showsTheRequestAsTheClientSawIt() throws Exception {
    URI base = serve(HttpServer.create(anyPort(), 0), "http");
    HttpRequest request =
        HttpRequest.newBuilder(base.resolve("/seen/a%2Fb?c=d"))
            .header("x-twice", "1")
            .header("X-Twice", "2, 3")
            .method("DELETE", HttpRequest.BodyPublishers.noBody())
            .build();
    assertThat(HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body())
        .isEqualTo("DELETE /seen/a%2Fb [1, 2, 3] [] none");
  }

  private static final class ClientsMayAuthenticate extends HttpsConfigurator {

    ClientsMayAuthenticate(SSLContext tls) {
      super(tls);
    }

    @Override
    public void configure(HttpsParameters parameters) {
      SSLParameters ssl = getSSLContext().getDefaultSSLParameters();
      ssl.setWantClientAuth(true);
      parameters.setSSLParameters(ssl);
    }
  }

  @Test
  void showsTheCertificateOfTheClient() throws Exception {
    TestCertificate ofServer = TestCertificate.create();
    TestCertificate ofClient = TestCertificate.create();
    HttpsServer https = HttpsServer.create(anyPort(), 0);
    https.setHttpsConfigurator(new ClientsMayAuthenticate(ofServer.mutualTls(ofClient)));
    URI uri = serve(https, "https").resolve("/seen");

    HttpRequest request = HttpRequest.newBuilder(uri).build();
    Map.of(
            ofClient.mutualTls(ofServer),
            ofClient.x509().getSerialNumber().toString(),
            ofServer.sslContext(),
            "none")
        .forEach((client, shown) ->
            assertThat(
                    HttpClient.newBuilder()
                        .sslContext(client)
                        .build()
                        .sendAsync(request, HttpResponse.BodyHandlers.ofString())
                        .join()
                        .body())
                .isEqualTo("GET /seen [] [] " + shown));
  }
}
