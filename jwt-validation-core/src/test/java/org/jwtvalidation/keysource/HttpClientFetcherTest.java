// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.Patience;
import org.jwtvalidation.fault.FaultScene;
import org.jwtvalidation.jwk.OtherJvm;
import org.jwtvalidation.keysource.KeyFetcher.Request;
import org.jwtvalidation.keysource.KeyFetcher.Response;
import org.jwtvalidation.testkit.TestCertificate;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestResponse;

@Timeout(300)
class HttpClientFetcherTest {

  private final TestIssuer issuer = TestIssuer.start();
  private final HttpClientFetcher fetcher = new HttpClientFetcher(FaultScene.PATIENCE, null, null);

  @AfterEach
  void close() {
    fetcher.close();
    issuer.close();
  }

  private static CompletableFuture<Response> get(
      HttpClientFetcher fetcher, URI uri, Map<String, String> headers, int limit) {
    return fetcher
        .fetch(new Request(uri, headers, FaultScene.PATIENCE, limit))
        .toCompletableFuture();
  }

  private CompletableFuture<Response> get(Map<String, String> headers) {
    return get(fetcher, issuer.jwksUri(), headers, 1_000);
  }

  private Response got() {
    return get(Map.of()).join();
  }

  @Test
  void givesStatusHeaderFieldsAndBody() {
    issuer.jwksResponse(
        TestResponse.json("{\"a\":1}").header("X-One", "1").header("ETag", "\"2\""));
    Response response = got();

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("{\"a\":1}".getBytes(UTF_8));
    assertThat(response.headers())
        .containsEntry("x-one", List.of("1"))
        .containsEntry("etag", List.of("\"2\""));
  }

  @Test
  void sendsNothingButTheHeaderFieldsItIsGiven() {
    assertThat(get(Map.of("Accept", "a/b", "X-Key", "1")).join().status()).isEqualTo(200);
    assertThat(issuer.requests())
        .singleElement()
        .satisfies(request -> assertThat(request.method()).isEqualTo("GET"))
        .satisfies(request ->
            assertThat(request.headers())
                .containsEntry("accept", "a/b")
                .containsEntry("x-key", "1")
                .doesNotContainKeys("accept-encoding", "cookie", "authorization", "upgrade"));
  }

  /** It is up to the key source what to think of them. */
  @ParameterizedTest
  @ValueSource(ints = {201, 204, 206, 301, 302, 307, 400, 401, 404, 429, 500, 503})
  void readsNoBodyOfOtherStatuses(int status) {
    issuer.jwksResponse(
        TestResponse.status(status).header("Location", issuer.issuer() + "/elsewhere"));
    Response response = got();

    assertThat(response.status()).isEqualTo(status);
    assertThat(response.body()).isEmpty();
    assertThat(issuer.requests()).as("no redirect is followed").hasSize(1);
  }

  @Test
  void doesNotWaitForTheEndOfAnErrorPage() {
    issuer.jwksResponse(
        TestResponse.status(500).body("<html>".getBytes(UTF_8)).declaringLength("1000").endless());
    assertThat(got().status()).isEqualTo(500);
  }

  /** A second connection would cost a second handshake at each refresh. */
  @Test
  void keepsTheConnectionOfAnUnchangedDocument() throws IOException {
    try (KeyServer server = new KeyServer()) {
      AtomicInteger requests = new AtomicInteger();
      List<Integer> ports = new CopyOnWriteArrayList<>();
      server.on(
          "/keys",
          exchange -> {
            ports.add(exchange.getRemoteAddress().getPort());
            exchange.sendResponseHeaders(requests.incrementAndGet() % 2 == 0 ? 304 : 200, -1);
          });
      for (int i = 0; i < 4; i++) {
        assertThat(get(fetcher, server.uri("/keys"), Map.of(), 10).join().body()).isEmpty();
      }
      assertThat(ports).hasSize(4).containsOnly(ports.get(0));
    }
  }

  private SharedHttpClient shared() throws GeneralSecurityException {
    return SharedHttpClient.open(
        new SharedHttpClient.Options(
            FaultScene.PATIENCE, SSLContext.getDefault(), ProxySelector.getDefault()));
  }

  private void fail(int times) throws IOException {
    URI nobody;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/keys");
    }
    for (int i = 0; i < times; i++) {
      assertThat(get(fetcher, nobody, Map.of(), 10)).failsWithin(FaultScene.PATIENCE);
    }
  }

  @Test
  void takesAnotherClientAfterSomeFailuresInARow() throws Exception {
    try (HttpClientFetcher idle = new HttpClientFetcher(FaultScene.PATIENCE, null, null);
        SharedHttpClient shared = shared()) {
      assertThat(get(idle, issuer.jwksUri(), Map.of(), 1_000).join().status()).isEqualTo(200);
      HttpClient before = shared.client();
      fail(SharedHttpClient.SUSPICIOUS_FAILURES);
      Patience.until(() -> shared.client() != before);
      if (Runtime.version().feature() >= 21) {
        Method isTerminated = HttpClient.class.getMethod("isTerminated");
        // Though a user of it makes no request any more.
        Patience.until(() -> {
          try {
            return (boolean) isTerminated.invoke(before);
          } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
          }
        });
      }
      assertThat(get(idle, issuer.jwksUri(), Map.of(), 1_000).join().status()).isEqualTo(200);
      assertThat(got().status()).isEqualTo(200);
    }
  }

  /** As after an OutOfMemoryError in its thread. */
  @Test
  void recoversFromAClientThatIsDead() throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "no HTTP client to close: use JDK 21 or newer");
    try (SharedHttpClient shared = shared()) {
      assertThat(got().status()).isEqualTo(200);
      ((AutoCloseable) (Object) shared.client()).close();
      HttpClient dead = shared.client();
      for (int i = 0; i < SharedHttpClient.SUSPICIOUS_FAILURES; i++) {
        assertThat(get(Map.of())).failsWithin(FaultScene.PATIENCE);
      }
      Patience.until(() -> shared.client() != dead);
      assertThat(got().status()).isEqualTo(200);
    }
  }

  @Test
  void failsOnTimeoutOfARequest() {
    issuer.jwksResponse(TestResponse.json("{}").stallingAfter(0).delay(Duration.ofHours(1)));
    assertThat(
            fetcher
                .fetch(new Request(issuer.jwksUri(), Map.of(), Duration.ofMillis(100), 10))
                .toCompletableFuture())
        .failsWithin(FaultScene.PATIENCE)
        .withThrowableThat()
        .withCauseInstanceOf(HttpTimeoutException.class);
  }

  @Test
  void endsRequestThatIsCancelled() throws InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    issuer.jwksResponder(request -> {
      asked.countDown();
      try {
        answer.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return TestResponse.json("{}");
    });
    CompletableFuture<Response> response = get(Map.of());
    asked.await();
    assertThat(response.cancel(true)).isTrue();
    // Would wait for the request if it went on, which ends only after this.
    fetcher.close();
    answer.countDown();
  }

  @Test
  void connectsToNobodyOnceClosed() {
    fetcher.close();
    assertThat(get(Map.of()))
        .isCompletedExceptionally()
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("closed");
    assertThat(issuer.requests()).isEmpty();
    assertThatCode(fetcher::close).doesNotThrowAnyException();
  }

  @Test
  void needsNoClientToBeClosed() {
    try (HttpClientFetcher unused = new HttpClientFetcher(Duration.ofSeconds(1), null, null)) {
      assertThat(unused).isNotNull();
    }
  }

  @Test
  void speaksTheSafeVersionsOfTlsThatTheContextHasOn() throws GeneralSecurityException {
    assertThat(HttpClientFetcher.tlsVersions(SSLContext.getDefault()))
        .containsExactlyInAnyOrder("TLSv1.3", "TLSv1.2");
    assertThat(HttpClientFetcher.tlsVersions(context("TLSv1.2"))).containsExactly("TLSv1.2");
    assertThat(HttpClientFetcher.tlsVersions(context("TLSv1"))).isEmpty();
  }

  private static SSLContext context(String protocol) throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance(protocol);
    context.init(null, null, null);
    return context;
  }

  @Test
  void checksTheHostName() {
    TestCertificate certificate = TestCertificate.forHosts("elsewhere.example");
    try (TestIssuer other = TestIssuer.startTls(certificate);
        HttpClientFetcher trusting =
            new HttpClientFetcher(FaultScene.PATIENCE, certificate.sslContext(), null)) {
      other.key(ES256);
      assertThat(get(trusting, other.jwksUri(), Map.of(), 1_000))
          .failsWithin(FaultScene.PATIENCE)
          .withThrowableThat()
          .withMessageContaining("SSLHandshakeException");
      assertThat(other.requests()).isEmpty();
    }
  }

  @Test
  void failsTheFetchWhereTheJvmHasNoUsableTrust(@TempDir Path folder) throws Exception {
    Path noKeyStore = Files.writeString(folder.resolve("trust"), "not a key store");
    OtherJvm.run(DistrustfulJvm.class, folder, "-Djavax.net.ssl.trustStore=" + noKeyStore);
  }

  /** Fetches with the trust that the JVM was started with. */
  static final class DistrustfulJvm {

    private DistrustfulJvm() {}

    public static void main(String[] arguments) {
      try (HttpClientFetcher fetcher = new HttpClientFetcher(FaultScene.PATIENCE, null, null)) {
        assertThat(get(fetcher, URI.create("https://localhost:1/jwks"), Map.of(), 1_000))
            .failsWithin(FaultScene.PATIENCE)
            .withThrowableThat()
            .havingCause()
            .isInstanceOf(IOException.class)
            .withMessage("no default SSLContext");
      }
    }
  }
}
