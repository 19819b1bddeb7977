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
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.BearerRequest;
import org.jwtvalidation.testkit.TestIssuer;

@Timeout(60)
class BearerHandlerTest {

  private static final String PASSWORD = "changeit";

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
                + request.targetUri()
                + " "
                + request.headerValues("X-Twice")
                + " "
                + request.headerValues("X-None")
                + " "
                + (certificate == null ? "none" : certificate.getSubjectX500Principal()))
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
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
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
        .containsExactly("Bearer realm=\"api\"");
    assertThat(missing.body()).isEmpty();

    assertThat(get(orders, "Bearer " + issuer.token().compact()).statusCode()).isEqualTo(403);
    assertThat(get(orders, "Bearer a b").statusCode()).isEqualTo(400);
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
    HttpClient client = HttpClient.newHttpClient();
    for (int i = 0; i < 50; i++) {
      HttpRequest request =
          HttpRequest.newBuilder(orders)
              .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[1_000_000]))
              .build();
      assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
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
  void takesNoPartOfAPathForTheHost() throws Exception {
    HttpServer created = HttpServer.create(anyPort(), 0);
    URI base = serve(created, "http");
    created.createContext("/", exchange -> lookAt(BearerHandler.requestOf(exchange), exchange));
    assertThat(raw(base, "GET //evil.example/a?b HTTP/1.1\r\nHost: orders.example"))
        .contains("GET http://orders.example//evil.example/a?b ");
    assertThat(raw(base, "GET http://orders.example/a HTTP/1.1\r\nHost: other.example"))
        .contains("GET http://orders.example/a ");
    assertThat(raw(base, "GET /a HTTP/1.0")).doesNotContain("200 OK");
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
    assertThat(
            HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body())
        .isEqualTo("DELETE " + base + "/seen/a%2Fb?c=d [1, 2, 3] [] none");
  }

  /** A key whose certificate names 127.0.0.1. */
  private static KeyStore key(Path folder) throws Exception {
    Path file = folder.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "key",
                "-dname",
                "CN=127.0.0.1",
                "-ext",
                "san=ip:127.0.0.1",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    assertThat(keytool.waitFor()).isZero();
    return KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
  }

  /** A context that trusts the certificate of {@code keys} alone. */
  private static SSLContext tls(KeyStore keys, boolean hasCertificate) throws Exception {
    KeyManagerFactory own = KeyManagerFactory.getInstance("PKIX");
    own.init(keys, PASSWORD.toCharArray());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("key", keys.getCertificate("key"));
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(hasCertificate ? own.getKeyManagers() : null, trust.getTrustManagers(), null);
    return tls;
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
  void showsTheCertificateOfTheClient(@TempDir Path folder) throws Exception {
    KeyStore key = key(folder);
    SSLContext tls = tls(key, true);
    SSLContext withoutCertificate = tls(key, false);
    HttpsServer https = HttpsServer.create(anyPort(), 0);
    https.setHttpsConfigurator(new ClientsMayAuthenticate(tls));
    URI uri = serve(https, "https").resolve("/seen");

    HttpRequest request = HttpRequest.newBuilder(uri).build();
    for (SSLContext client : new SSLContext[] {tls, withoutCertificate}) {
      assertThat(
              HttpClient.newBuilder()
                  .sslContext(client)
                  .build()
                  .send(request, HttpResponse.BodyHandlers.ofString())
                  .body())
          .isEqualTo("GET " + uri + " [] [] " + (client == tls ? "CN=127.0.0.1" : "none"));
    }
  }
}
