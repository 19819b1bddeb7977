// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(300)
class IssuerServerTest {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final TestIssuer issuer = TestIssuer.start();

  @AfterEach
  void close() {
    issuer.close();
  }

  private HttpRequest request() {
    return HttpRequest.newBuilder(issuer.jwksUri()).timeout(Duration.ofMinutes(1)).build();
  }

  private int get() throws IOException, InterruptedException {
    return HTTP.send(request(), HttpResponse.BodyHandlers.discarding()).statusCode();
  }

  /** A connection between two requests. */
  private RawClient idle() throws IOException {
    RawClient client = RawClient.connect(issuer);
    readAnswer(client.get("/jwks"));
    return client;
  }

  private void readAnswer(RawClient client) throws IOException {
    readAnswer(client, issuer);
  }

  private static void readAnswer(RawClient client, TestIssuer server) throws IOException {
    String keys = server.jwkSetJson();
    assertThat(client.head()).startsWith("HTTP/1.1 200 ");
    assertThat(client.octets(keys.length())).isEqualTo(keys);
  }

  // Connections

  @Test
  void keepsTheConnectionBetweenRequests() throws Exception {
    try (RawClient client = idle()) {
      for (int i = 0; i < 10; i++) {
        readAnswer(client.get("/jwks"));
      }
      client.get("/jwks").get("/jwks");
      readAnswer(client);
      readAnswer(client);
      assertThat(client.get("/nowhere").head()).startsWith("HTTP/1.1 404 ");
      readAnswer(client.get("/jwks?query"));
      assertThat(IssuerThreads.of(issuer)).hasSize(2);
    }
    IssuerThreads.awaitCount(issuer, 1);
  }

  @Test
  void answersAThousandRequestsInTurn() throws Exception {
    for (int i = 0; i < 1_000; i++) {
      assertThat(get()).isEqualTo(200);
    }
    assertThat(issuer.jwksRequests()).isEqualTo(1_000);
    assertThat(IssuerThreads.of(issuer)).hasSize(2);
  }

  @Test
  void answersTwoHundredRequestsAtOnce() throws Exception {
    CountDownLatch everyone = new CountDownLatch(200);
    issuer.jwksResponder(request -> {
      everyone.countDown();
      try {
        return TestResponse.status(everyone.await(1, TimeUnit.MINUTES) ? 200 : 500);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return TestResponse.status(503);
      }
    });
    List<CompletableFuture<HttpResponse<Void>>> answers =
        Stream.generate(() -> HTTP.sendAsync(request(), HttpResponse.BodyHandlers.discarding()))
            .limit(200)
            .toList();
    for (CompletableFuture<HttpResponse<Void>> answer : answers) {
      assertThat(answer.get().statusCode()).isEqualTo(200);
    }
  }

  @Test
  void closesConnectionsBetweenTwoRequests() throws Exception {
    try (RawClient fresh = RawClient.connect(issuer);
        RawClient idle = idle();
        RawClient busy = RawClient.connect(issuer)) {
      busy.send("GET /jwks HT");
      readAnswer(fresh.get("/jwks"));
      // Half a request has arrived when the server has a thread for each connection.
      IssuerThreads.awaitCount(issuer, 4);
      try (RawClient unused = RawClient.connect(issuer)) {
        IssuerThreads.awaitCount(issuer, 5);
        issuer.closeIdleConnections();
        assertThat(idle.rest()).isEmpty();
        assertThat(fresh.rest()).isEmpty();
        readAnswer(busy.send("TP/1.1\r\n\r\n"));
        readAnswer(unused.get("/jwks"));
      }
    }
    assertThat(get()).isEqualTo(200);
  }

  @Test
  void closesConnectionsOnceTheResponseIsComplete() throws Exception {
    for (int i = 0; i < 100; i++) {
      try (RawClient client = idle()) {
        issuer.closeIdleConnections();
        assertThat(IssuerThreads.of(issuer)).hasSize(1);
        assertThat(client.rest()).isEmpty();
      }
    }
    HttpResponse<Void> last = null;
    for (int i = 0; i < 50; i++) {
      last = HTTP.send(request(), HttpResponse.BodyHandlers.discarding());
      issuer.closeIdleConnections();
    }
    assertThat(last.statusCode()).isEqualTo(200);
  }

  @Test
  void closesIdleConnectionsWithTls() throws Exception {
    TestCertificate certificate = TestCertificate.create();
    try (TestIssuer secured = TestIssuer.startTls(certificate);
        RawClient client =
            RawClient.over(
                certificate
                    .sslContext()
                    .getSocketFactory()
                    .createSocket("localhost", secured.jwksUri().getPort()))) {
      readAnswer(client.get("/jwks"), secured);
      secured.closeIdleConnections();
      // An end without close_notify would cause an exception.
      assertThat(client.rest()).isEmpty();
      assertThat(IssuerThreads.of(secured)).hasSize(1);
    }
  }

  @Test
  void failsWithTlsToo() throws Exception {
    TestCertificate certificate = TestCertificate.create();
    TestResponse ten = TestResponse.status(200).body("0123456789".getBytes(UTF_8));
    try (TestIssuer secured = TestIssuer.startTls(certificate)) {
      for (TestResponse faulty :
          List.of(
              ten.cutAfter(4),
              ten.resetAfter(4),
              ten.chunked().cutAfter(4),
              ten.dripping(1, Duration.ofMillis(1)).resetAfter(9),
              TestResponse.raw(new byte[0]))) {
        secured.jwksResponse(faulty);
        HttpClient client = HttpClient.newBuilder().sslContext(certificate.sslContext()).build();
        assertThatExceptionOfType(IOException.class)
            .isThrownBy(() ->
                client.send(
                    HttpRequest.newBuilder(secured.jwksUri()).build(),
                    HttpResponse.BodyHandlers.ofString()));
      }
      secured.jwksResponse(ten.endless());
    }
  }

  @Test
  void delaysResponsesWithTls() throws Exception {
    TestCertificate certificate = TestCertificate.create();
    try (TestIssuer secured = TestIssuer.startTls(certificate)) {
      secured.jwksResponse(
          TestResponse.json("0123456789")
              .chunked()
              .delay(Duration.ofMillis(30))
              .dripping(3, Duration.ofMillis(30)));
      HttpClient client = HttpClient.newBuilder().sslContext(certificate.sslContext()).build();
      long begin = System.nanoTime();
      for (int i = 0; i < 2; i++) {
        assertThat(
                client
                    .send(
                        HttpRequest.newBuilder(secured.jwksUri()).build(),
                        HttpResponse.BodyHandlers.ofString())
                    .body())
            .isEqualTo("0123456789");
      }
      assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(240_000_000L);
      assertThat(IssuerThreads.of(secured)).hasSize(2);
    }
  }

  @Test
  void closesDuringABlockedWriteWithTls() throws Exception {
    TestCertificate certificate = TestCertificate.create();
    TestIssuer secured = TestIssuer.startTls(certificate);
    secured.jwksResponse(TestResponse.status(200).endless());
    try (RawClient flooded =
        RawClient.over(
            certificate
                .sslContext()
                .getSocketFactory()
                .createSocket("localhost", secured.jwksUri().getPort()))) {
      flooded.get("/jwks").head();
      // The buffers between both sides are full.
      IssuerThreads.awaitBlockedWrite(secured);
      secured.close();
      assertThat(IssuerThreads.of(secured)).isEmpty();
    }
  }

  @Test
  void rejectsPlainTextWithTls() throws Exception {
    try (TestIssuer secured = TestIssuer.startTls(TestCertificate.create())) {
      try (RawClient client = RawClient.connect(secured)) {
        assertThat(client.get("/jwks").rest()).doesNotContain("HTTP");
      }
      assertThat(secured.requests()).isEmpty();
      IssuerThreads.awaitCount(secured, 1);
    }
  }

  @Test
  void rejectsGarbageAndDisconnects() throws Exception {
    for (String garbage :
        List.of("\u0016\u0003\u0001\u0000\r\n", "GET\r\n\r\n", "x".repeat(100_000))) {
      try (RawClient client = RawClient.connect(issuer)) {
        assertThat(client.send(garbage).rest())
            .startsWith("HTTP/1.1 400 ")
            .contains("Connection: close\r\n");
      }
    }
    assertThat(issuer.requests()).isEmpty();
    assertThat(get()).isEqualTo(200);
  }

  @Test
  void ignoresClientsThatDisconnect() throws Exception {
    PrintStream err = System.err;
    ByteArrayOutputStream complaints = new ByteArrayOutputStream();
    System.setErr(new PrintStream(complaints, true, UTF_8));
    try {
      issuer.jwksResponse(TestResponse.status(200).endless());
      for (String half :
          List.of("", "GET", "GET /jwks HTTP/1.1\r\nA", "GET /jwks HTTP/1.1\r\n\r\n")) {
        RawClient client = RawClient.connect(issuer).send(half);
        client.socket().setSoLinger(true, 0);
        client.close();
        RawClient.connect(issuer).send(half).close();
      }
      IssuerThreads.awaitCount(issuer, 1);
    } finally {
      System.setErr(err);
    }
    assertThat(complaints.toString(UTF_8)).isEmpty();
  }

  // Proxies

  @Test
  void actsAsAProxy() throws Exception {
    HttpClient proxied =
        HttpClient.newBuilder().proxy(ProxySelector.of(RawClient.address(issuer))).build();
    HttpResponse<String> forwarded =
        proxied.send(
            HttpRequest.newBuilder(URI.create("http://issuer.example/jwks?a=b")).build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(forwarded.body()).isEqualTo(issuer.jwkSetJson());

    issuer.otherResponder(request ->
        request.method().equals("CONNECT")
            ? TestResponse.status(407).header("Proxy-Authenticate", "Basic realm=\"r\"")
            : TestResponse.status(404));
    HttpRequest secure = HttpRequest.newBuilder(URI.create("https://issuer.example/jwks")).build();
    assertThat(proxied.send(secure, HttpResponse.BodyHandlers.ofString()).statusCode())
        .isEqualTo(407);

    issuer.otherResponder(request -> TestResponse.status(200));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> proxied.send(secure, HttpResponse.BodyHandlers.ofString()));

    assertThat(issuer.requests().stream().map(TestRequest::target))
        .containsExactly(
            "http://issuer.example/jwks?a=b", "issuer.example:443", "issuer.example:443");
    assertThat(issuer.jwksRequests()).isEqualTo(1);
  }

  // The port

  @Test
  void refusesConnectionsUntilReconnected() throws Exception {
    try (RawClient idle = idle();
        RawClient busy = RawClient.connect(issuer)) {
      issuer.jwksResponse(TestResponse.status(200).stallingAfter(0));
      busy.get("/jwks").head();
      issuer.disconnect();
      assertThat(IssuerThreads.of(issuer)).isEmpty();
      assertThat(idle.rest()).isEmpty();
      assertThat(busy.rest()).isEmpty();
    }
    for (int i = 0; i < 3; i++) {
      assertThatExceptionOfType(ConnectException.class).isThrownBy(this::get);
      assertThatExceptionOfType(ConnectException.class)
          .isThrownBy(() -> RawClient.connect(issuer).close());
      issuer.disconnect();
    }
    issuer.jwksResponse(null);
    issuer.reconnect();
    assertThat(get()).isEqualTo(200);
    issuer.reconnect();
    idle().close();
  }

  @Test
  void keepsThePortWhileRefusingConnections() {
    issuer.disconnect();
    assertThatExceptionOfType(IOException.class).isThrownBy(() -> listen(false));
  }

  private void listen(boolean reuseAddress) throws IOException {
    try (ServerSocket other = new ServerSocket()) {
      other.setReuseAddress(reuseAddress);
      other.bind(RawClient.address(issuer));
    }
  }

  @Test
  void reconnectsRepeatedly() throws Exception {
    for (int i = 0; i < 50; i++) {
      RawClient left = idle();
      issuer.disconnect();
      issuer.reconnect();
      assertThat(get()).isEqualTo(200);
      left.close();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void dropsConnectionsUntilReconnected() throws Exception {
    try (RawClient idle = idle()) {
      issuer.dropConnects();
      assertThat(idle.rest()).isEmpty();
    }
    for (int i = 0; i < 3; i++) {
      try (Socket socket = new Socket()) {
        assertThatExceptionOfType(SocketTimeoutException.class)
            .isThrownBy(() -> socket.connect(RawClient.address(issuer), 100));
      }
    }
    HttpClient impatient = HttpClient.newBuilder().connectTimeout(Duration.ofMillis(100)).build();
    assertThatExceptionOfType(HttpConnectTimeoutException.class)
        .isThrownBy(() -> impatient.send(request(), HttpResponse.BodyHandlers.discarding()));
    issuer.dropConnects();
    issuer.reconnect();
    assertThat(get()).isEqualTo(200);
    issuer.dropConnects();
    issuer.disconnect();
    assertThatExceptionOfType(ConnectException.class).isThrownBy(this::get);
  }

  // The end

  @Test
  void leavesNoThreadAndNoSocket() throws Exception {
    List<RawClient> clients = new ArrayList<>();
    issuer.discoveryResponse(TestResponse.status(200).delay(Duration.ofMinutes(1)));
    for (int i = 0; i < 5; i++) {
      clients.add(idle());
      clients.add(RawClient.connect(issuer));
      clients.add(RawClient.connect(issuer).send("GET /"));
      clients.add(RawClient.connect(issuer).get("/.well-known/openid-configuration"));
    }
    IssuerThreads.awaitCount(issuer, 1 + clients.size());
    issuer.close();
    assertThat(IssuerThreads.of(issuer)).isEmpty();
    listen(true);
    for (RawClient client : clients) {
      try (client) {
        assertThat(client.rest()).isEmpty();
      } catch (SocketException e) {
        // Connections with an unread request get a reset, and are closed too.
      }
    }
  }

  @Test
  void isClosedForGood() {
    issuer.close();
    issuer.close();
    assertThatIllegalStateException().isThrownBy(issuer::reconnect);
    assertThatIllegalStateException().isThrownBy(issuer::disconnect);
    assertThatIllegalStateException().isThrownBy(issuer::dropConnects);
    issuer.closeIdleConnections();
    assertThatExceptionOfType(ConnectException.class).isThrownBy(this::get);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void closesInEveryState() throws Exception {
    issuer.dropConnects();
    issuer.close();
    listen(true);
    TestIssuer other = TestIssuer.start();
    other.disconnect();
    other.close();
    assertThat(IssuerThreads.of(other)).isEmpty();
  }

  @Test
  void keepsTheInterruptStatusInEveryWait() throws Exception {
    try (RawClient idle = idle()) {
      Thread.currentThread().interrupt();
      issuer.closeIdleConnections();
      assertThat(IssuerThreads.of(issuer)).hasSize(1);
      issuer.disconnect();
      issuer.reconnect();
      issuer.close();
      assertThat(IssuerThreads.of(issuer)).isEmpty();
      assertThat(Thread.interrupted()).isTrue();
      assertThat(idle.rest()).isEmpty();
    }
  }

  @Test
  void mayBeDisconnectedByItsOwnResponders() throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    issuer.jwksResponder(request -> {
      both.countDown();
      try {
        both.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      issuer.disconnect();
      return TestResponse.status(200);
    });
    CompletableFuture<HttpResponse<Void>> other =
        HTTP.sendAsync(request(), HttpResponse.BodyHandlers.discarding());
    assertThatExceptionOfType(IOException.class).isThrownBy(this::get);
    assertThat(other).failsWithin(Duration.ofMinutes(1));
    IssuerThreads.awaitCount(issuer, 0);
    issuer.jwksResponse(null);
    issuer.reconnect();
    assertThat(get()).isEqualTo(200);
  }

  @Test
  void mayBeClosedByItsOwnResponder() throws Exception {
    issuer.jwksResponder(request -> {
      issuer.close();
      return TestResponse.status(200);
    });
    assertThatExceptionOfType(IOException.class).isThrownBy(this::get);
    IssuerThreads.awaitCount(issuer, 0);
  }
}
