// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class ResponseWriterTest {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static final TestResponse TEN = TestResponse.status(200).body(octets("0123456789"));

  private TestIssuer issuer;
  private RawClient client;

  @BeforeEach
  void connect() throws IOException {
    issuer = TestIssuer.start();
    client = RawClient.connect(issuer);
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    issuer.close();
  }

  private static byte[] octets(String text) {
    return text.getBytes(US_ASCII);
  }

  private HttpResponse<String> fetch() throws IOException, InterruptedException {
    return HTTP.send(
        HttpRequest.newBuilder(issuer.jwksUri()).timeout(Duration.ofMinutes(1)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private String headOf(TestResponse response) throws IOException {
    issuer.jwksResponse(response);
    return client.get("/jwks").head();
  }

  @Test
  void sendsLengthAndDateByDefault() throws IOException {
    Instant before = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    String head = headOf(TEN.header("B", "2").header("A", "1"));
    assertThat(head.lines().filter(line -> !line.startsWith("Date: ")))
        .containsExactly("HTTP/1.1 200 ", "A: 1", "B: 2", "Content-Length: 10", "");
    String date = head.lines().filter(line -> line.startsWith("Date: ")).findFirst().orElseThrow();
    ZonedDateTime sent =
        ZonedDateTime.parse(
            date.substring("Date: ".length()), DateTimeFormatter.RFC_1123_DATE_TIME);
    assertThat(sent.toInstant()).isBetween(before, Instant.now());
    assertThat(client.octets(10)).isEqualTo("0123456789");
  }

  @Test
  void keepsGivenFields() throws IOException {
    assertThat(headOf(TEN.header("date", "never").header("content-length", "10")).lines())
        .containsExactly("HTTP/1.1 200 ", "content-length: 10", "date: never", "");
    assertThat(client.octets(10)).isEqualTo("0123456789");
    assertThat(headOf(TEN.header("Date", "\u00e9").header("Transfer-Encoding", "gzip")).lines())
        .containsExactly("HTTP/1.1 200 ", "Date: \u00e9", "Transfer-Encoding: gzip", "");
    assertThat(client.rest()).isEqualTo("0123456789");
  }

  @Test
  void sendsNoBodyIfNoneIsAllowed() throws Exception {
    issuer.jwksResponse(TEN);
    assertThat(client.send("HEAD /jwks HTTP/1.1\r\n\r\n").head()).contains("Content-Length: 10");
    for (int status : new int[] {204, 304}) {
      TestResponse response = TestResponse.status(status).body(octets("0123456789"));
      assertThat(headOf(response)).doesNotContain("Content-Length");
      assertThat(headOf(response.chunked())).doesNotContain("Transfer-Encoding");
      assertThat(fetch().body()).isEmpty();
      assertThat(fetch().statusCode()).isEqualTo(status);
    }
    assertThat(headOf(TEN)).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void sendsChunks() throws Exception {
    assertThat(headOf(TEN.chunked()))
        .contains("Transfer-Encoding: chunked\r\n")
        .doesNotContain("Content-Length");
    assertThat(client.octets(20)).isEqualTo("a\r\n0123456789\r\n0\r\n\r\n");
    assertThat(fetch().body()).isEqualTo("0123456789");
    assertThat(headOf(TestResponse.status(200).chunked())).contains("chunked");
    assertThat(client.octets(5)).isEqualTo("0\r\n\r\n");
    assertThat(fetch().body()).isEmpty();
  }

  @Test
  void sendsChunksBesideADeclaredLength() throws Exception {
    assertThat(headOf(TEN.chunked().declaringLength("3")))
        .contains("Transfer-Encoding: chunked\r\n", "Content-Length: 3\r\n");
    assertThat(client.octets(20)).isEqualTo("a\r\n0123456789\r\n0\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775808", "-1", "ten", "1000"})
  void declaresWrongLengths(String length) throws Exception {
    assertThat(headOf(TEN.declaringLength(length))).contains("Content-Length: " + length + "\r\n");
    assertThat(client.rest()).isEqualTo("0123456789");
  }

  @Test
  void sendsLessThanItDeclares() {
    issuer.jwksResponse(TEN.declaringLength("1000"));
    assertThatExceptionOfType(IOException.class).isThrownBy(this::fetch);
  }

  @Test
  void keepsTheConnectionWhenTheDeclaredLengthIsTrue() throws IOException {
    assertThat(headOf(TEN.declaringLength("10"))).contains("Content-Length: 10\r\n");
    assertThat(client.octets(10)).isEqualTo("0123456789");
    assertThat(headOf(TEN)).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void dripsPieceByPiece() throws IOException {
    TestResponse dripping = TEN.dripping(4, ms(60));
    long begin = System.nanoTime();
    headOf(dripping);
    assertThat(client.octets(10)).isEqualTo("0123456789");
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(ms(120));
    headOf(dripping.chunked());
    assertThat(client.octets(30)).isEqualTo("4\r\n0123\r\n4\r\n4567\r\n2\r\n89\r\n0\r\n\r\n");
  }

  @Test
  void sendsEachPieceBeforeThePauseAfterIt() throws Exception {
    headOf(TEN.dripping(4, Duration.ofDays(1)));
    assertThat(client.octets(4)).isEqualTo("0123");
    IssuerThreads.awaitOneWithin(issuer, "pause");
    assertThat(client.restAfterTheLastRequest()).isEmpty();
  }

  private static Duration ms(long millis) {
    return Duration.ofMillis(millis);
  }

  @Test
  void pausesEvenIfTheClientSendsMore() throws IOException {
    issuer.jwksResponse(TEN.delay(ms(40)).dripping(5, ms(40)));
    long begin = System.nanoTime();
    client.get("/jwks").get("/jwks").head();
    assertThat(client.octets(10)).isEqualTo("0123456789");
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(ms(80));
    client.head();
    assertThat(client.octets(10)).isEqualTo("0123456789");
  }

  @Test
  void cutsTheBody() throws Exception {
    TestResponse cut = TEN.cutAfter(4);
    assertThat(headOf(cut)).contains("Content-Length: 10\r\n");
    assertThat(client.rest()).isEqualTo("0123");
    assertThatExceptionOfType(IOException.class).isThrownBy(this::fetch);
  }

  @Test
  void cutsWithinAndBetweenChunks() throws Exception {
    assertThat(headOf(TEN.chunked().dripping(4, Duration.ZERO).cutAfter(6))).contains("chunked");
    assertThat(client.rest()).isEqualTo("4\r\n0123\r\n4\r\n45");
    assertThatExceptionOfType(IOException.class).isThrownBy(this::fetch);
    issuer.jwksResponse(TEN.chunked().cutAfter(Integer.MAX_VALUE));
    try (RawClient next = RawClient.connect(issuer)) {
      next.get("/jwks").head();
      assertThat(next.rest()).isEqualTo("a\r\n0123456789\r\n");
    }
    assertThatExceptionOfType(IOException.class).isThrownBy(this::fetch);
  }

  @Test
  void cutsAfterTheHeaderFields() throws IOException {
    assertThat(headOf(TEN.cutAfter(0))).contains("Content-Length: 10\r\n");
    assertThat(client.rest()).isEmpty();
  }

  @Test
  void resetsTheConnection() throws Exception {
    assertThat(headOf(TEN.dripping(2, ms(50)).resetAfter(4))).contains("Content-Length: 10\r\n");
    assertThat(client.octets(2)).isEqualTo("01");
    assertThatExceptionOfType(SocketException.class)
        .isThrownBy(client::rest)
        .withMessageContaining("reset");
    assertThatExceptionOfType(IOException.class).isThrownBy(this::fetch);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4, 1_000})
  void stallsUntilTheClientDisconnects(int bodyOctets) throws Exception {
    headOf(TEN.stallingAfter(bodyOctets));
    client.octets(Math.min(bodyOctets, 10));
    client.get("/jwks");
    IssuerThreads.awaitOneWithin(issuer, "stall");
    assertThat(IssuerThreads.of(issuer)).hasSize(2);
    assertThat(client.restAfterTheLastRequest()).isEmpty();
    IssuerThreads.awaitCount(issuer, 1);
  }

  @Test
  void stallsUntilTheIssuerIsClosed() throws Exception {
    headOf(TEN.stallingAfter(3));
    client.octets(3);
    issuer.close();
    assertThat(client.rest()).isEmpty();
  }

  @Test
  void repeatsTheBody() throws Exception {
    headOf(TEN.endless());
    assertThat(client.octets(6)).isEqualTo("4000\r\n");
    assertThat(client.octets(23)).isEqualTo("01234567890123456789012");
    assertThat(client.octets(16 * 1024 - 23)).endsWith("123");
    assertThat(client.octets(2 + 6 + 3)).isEqualTo("\r\n4000\r\n456");
    assertThat(client.octets(4_000_000)).contains("0123456789");
    client.close();
    IssuerThreads.awaitCount(issuer, 1);
    HttpResponse<InputStream> endless =
        HTTP.send(
            HttpRequest.newBuilder(issuer.jwksUri()).build(),
            HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream body = endless.body()) {
      assertThat(body.readNBytes(1_000_000)).hasSize(1_000_000);
    }
  }

  @Test
  void repeatsTheBodyWithALength() throws IOException {
    assertThat(headOf(TestResponse.status(200).endless().declaringLength("1000000000")))
        .contains("Content-Length: 1000000000\r\n")
        .doesNotContain("chunked");
    assertThat(client.octets(100_000)).isBlank();
  }

  @Test
  void dripsARepeatedBodyUntilItIsCut() throws IOException {
    headOf(TEN.endless().dripping(7, Duration.ZERO).cutAfter(15));
    assertThat(client.rest()).isEqualTo("7\r\n0123456\r\n7\r\n7890123\r\n7\r\n4");
  }

  @Test
  void closesAfterTheResponse() throws IOException {
    assertThat(headOf(TEN.closing())).contains("Connection: close\r\n");
    assertThat(client.rest()).isEqualTo("0123456789");
  }

  @Test
  void closesOnRequestOfTheClient() throws IOException {
    issuer.jwksResponse(TEN);
    client.send("GET /jwks HTTP/1.1\r\nConnection: a, Close\r\n\r\n");
    assertThat(client.rest()).contains("Connection: close\r\n").endsWith("0123456789");
    try (RawClient old = RawClient.connect(issuer)) {
      assertThat(old.send("GET /jwks HTTP/1.0\r\n\r\n").rest()).endsWith("0123456789");
    }
  }

  @Test
  void sendsRawOctets() throws Exception {
    issuer.jwksResponse(TestResponse.raw(octets("HTTP/7.7 lo\n")).header("Not", "sent"));
    assertThat(client.get("/jwks").rest()).isEqualTo("HTTP/7.7 lo\n");
    issuer.jwksResponse(TestResponse.raw(new byte[0]));
    try (RawClient unanswered = RawClient.connect(issuer)) {
      assertThat(unanswered.get("/jwks").rest()).isEmpty();
    }
    issuer.jwksResponse(TestResponse.raw(octets("A: b\r\n")).endless().chunked());
    try (RawClient flooded = RawClient.connect(issuer)) {
      assertThat(flooded.get("/jwks").octets(60_000)).isEqualTo("A: b\r\n".repeat(10_000));
    }
    issuer.jwksResponse(TestResponse.raw(new byte[0]).stallingAfter(0));
    try (RawClient ignored = RawClient.connect(issuer)) {
      ignored.get("/jwks");
      IssuerThreads.awaitOneWithin(issuer, "stall");
      assertThat(ignored.restAfterTheLastRequest()).isEmpty();
    }
    issuer.jwksResponse(TestResponse.raw(new byte[0]).resetAfter(0));
    try (RawClient refused = RawClient.connect(issuer)) {
      assertThatExceptionOfType(SocketException.class)
          .isThrownBy(() -> refused.get("/jwks").rest());
    }
  }

  @Test
  void redirects() throws Exception {
    issuer.jwksResponse(TestResponse.redirect(308, "file:///etc/passwd"));
    HttpResponse<String> redirected = fetch();
    assertThat(redirected.statusCode()).isEqualTo(308);
    assertThat(redirected.headers().firstValue("Location")).hasValue("file:///etc/passwd");
    URI elsewhere = URI.create(issuer.issuer() + "/elsewhere");
    issuer.jwksResponse(TestResponse.redirect(302, elsewhere.toString()));
    issuer.otherResponder(request -> TEN);
    HttpClient following =
        HttpClient.newBuilder().followRedirects(HttpClient.Redirect.ALWAYS).build();
    HttpResponse<String> followed =
        following.send(
            HttpRequest.newBuilder(issuer.jwksUri()).build(), HttpResponse.BodyHandlers.ofString());
    assertThat(followed.uri()).isEqualTo(elsewhere);
    assertThat(followed.body()).isEqualTo("0123456789");
  }

  @Test
  void stopsWaitingIfTheClientDisconnects() throws Exception {
    issuer.jwksResponse(TEN.delay(Duration.ofDays(100_000_000)));
    client.get("/jwks");
    IssuerThreads.awaitRequests(issuer, 1);
    client.close();
    IssuerThreads.awaitCount(issuer, 1);
  }
}
