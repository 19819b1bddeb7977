// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED25519;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;
import static org.jwtvalidation.keysource.FetchScene.assertUnavailable;
import static org.jwtvalidation.keysource.FetchScene.json;
import static org.jwtvalidation.keysource.FetchScene.status;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.internal.concurrent.Moment;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.JwkText;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.testkit.TestCertificate;
import org.jwtvalidation.testkit.TestIssuer;

/** What becomes of the options of a key source. */
@Timeout(300)
class HttpKeySourceBuilderTest {

  private static final String FIRST = JwkText.set(SigningKey.shared(ES256).jwk("first"));
  private static final String SECOND = JwkText.set(SigningKey.shared(ED25519).jwk("second"));
  private static final String SECRET = "Bearer 0pen-5esame";

  private final FetchScene scene = new FetchScene(json(FIRST));

  @AfterEach
  void closeScene() {
    scene.close();
  }

  private HttpKeySource source(UnaryOperator<HttpKeySource.Builder> options) {
    return scene.opened(options.apply(scene.jwks()));
  }

  private int requests() {
    return scene.requests().size();
  }

  // Header fields

  @Test
  void sendsHeaderFieldWithEveryRequestToTheConfiguredOrigin() {
    scene.answerDiscovery(FetchScene.ISSUER + "/keys", json(FIRST));
    HttpKeySource source = scene.opened(scene.discovered().header("Authorization", SECRET));
    JwkSet first = Waiting.jwkSet(source);
    Waiting.refreshed(source, first);

    assertThat(scene.requests())
        .hasSize(4)
        .allMatch(request -> SECRET.equals(request.headers().get("Authorization")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://keys.example/jwks",
        "https://issuer.example.evil.example/jwks",
        "https://keys.issuer.example/jwks",
        "https://issuer.example:8443/jwks",
        "https://issuer.example:80/jwks",
        "https://127.0.0.1/jwks",
        "http://localhost/jwks",
        "http://localhost:443/jwks"
      })
  void sendsHeaderFieldToNoOtherOrigin(String jwksUri) {
    scene.answerDiscovery(jwksUri, json(FIRST));
    HttpKeySource source =
        scene.opened(scene.discovered().allowLoopbackHttp().header("Authorization", SECRET));

    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    assertThat(scene.requests().get(0).headers()).containsEntry("Authorization", SECRET);
    assertThat(scene.lastRequest().uri()).isEqualTo(URI.create(jwksUri));
    assertThat(scene.lastRequest().headers()).doesNotContainKey("Authorization");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://issuer.example:443/jwks",
        "HTTPS://issuer.example/jwks",
        "https://ISSUER.example/jwks?a=b"
      })
  void knowsTheConfiguredOriginHoweverItIsSpelled(String jwksUri) {
    scene.answerDiscovery(jwksUri, json(FIRST));
    HttpKeySource source = scene.opened(scene.discovered().header("Authorization", SECRET));

    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    assertThat(scene.lastRequest().uri()).isEqualTo(URI.create(jwksUri));
    assertThat(scene.lastRequest().headers()).containsEntry("Authorization", SECRET);
  }

  @Test
  void sendsTheLastValueOfAHeaderField() {
    HttpKeySource source = source(options -> options.header("X-Key", "1").header("x-KEY", "2"));

    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    assertThat(scene.lastRequest().headers())
        .containsOnlyKeys("Accept", "X-Key")
        .containsEntry("X-Key", "2");
  }

  @Test
  void letsTheUserSayWhatIsAccepted() {
    HttpKeySource source = source(options -> options.header("accept", "application/json"));

    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    assertThat(scene.lastRequest().headers().values()).containsExactly("application/json");
  }

  @Test
  void sendsHeaderFieldByTheClientOfTheJdk() {
    try (TestIssuer issuer = TestIssuer.start();
        KeySource source =
            HttpKeySource.jwksUri(issuer.jwksUri())
                .allowLoopbackHttp()
                .header("Authorization", SECRET)
                .header("accept", "application/json")
                .build()) {
      issuer.key(ES256);
      assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
      assertThat(issuer.requests())
          .singleElement()
          .satisfies(request -> assertThat(request.header("Authorization")).isEqualTo(SECRET))
          .satisfies(request -> assertThat(request.header("Accept")).isEqualTo("application/json"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "If-None-Match",
        "if-modified-since",
        "ACCEPT-ENCODING",
        "Range",
        "Host",
        "Connection",
        "content-length",
        "Expect",
        "Upgrade",
        "",
        " ",
        "a b",
        "a:b",
        "a\r\nb",
        "\u00e9"
      })
  void refusesHeaderFieldsThatAreNotTheUsersToSet(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scene.jwks().header(name, SECRET))
        .withMessageStartingWith("header: a field ")
        .withMessageNotContainingAny(SECRET, "\r", "\n")
        .withNoCause();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r\nHost: evil.example", "\n", "\r", "\u0000", "\u0007"})
  void refusesHeaderValuesThatDoNotStayOne(String end) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scene.jwks().header("Authorization", SECRET + end))
        .withMessage(
            "header: a field \"Authorization\" of this value cannot be set;"
                + " choose another name, and printable text")
        .withNoCause();
  }

  @Test
  void refusesNullInHeaderFields() {
    assertThatNullPointerException().isThrownBy(() -> scene.jwks().header("a", (String) null));
    assertThatNullPointerException().isThrownBy(() -> scene.jwks().header(null, "a"));
  }

  @Test
  void asksForTheValueOfAHeaderFieldAtEachRequest() {
    AtomicInteger asked = new AtomicInteger();
    HttpKeySource source =
        source(options ->
            options
                .header("Authorization", () -> "Bearer " + asked.incrementAndGet())
                .refreshInterval(Duration.ofMinutes(1)));

    assertThat(asked).hasValue(0);
    for (int i = 1; i <= 3; i++) {
      assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
      assertThat(scene.lastRequest().headers()).containsEntry("Authorization", "Bearer " + i);
      scene.pass(Duration.ofMinutes(2));
    }
  }

  @Test
  void failsARequestWhoseHeaderFieldHasNoValueThatCanBeSent() {
    AtomicReference<Supplier<String>> value = new AtomicReference<>();
    HttpKeySource source =
        source(options -> options.header("Authorization", () -> value.get().get()));
    for (Supplier<String> bad :
        List.<Supplier<String>>of(
            () -> null,
            () -> SECRET + "\r\nHost: evil.example",
            () -> {
              throw new IllegalStateException("no file");
            })) {
      value.set(bad);
      assertThatExceptionOfType(KeySourceException.class)
          .isThrownBy(() -> Waiting.jwkSet(source))
          .satisfies(e -> assertThat(printed(e)).doesNotContain("5esame"));
      scene.pass(Duration.ofMinutes(1));
    }
    value.set(() -> SECRET);
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
  }

  @Test
  void allowsHttpFromNamedHosts() {
    for (String host : List.of("keycloak.auth.svc", "KEYCLOAK", "10.0.0.7", "[fd00::7]")) {
      assertThatCode(() ->
              HttpKeySource.jwksUri(URI.create("http://" + host + ":8080/keys"))
                  .allowHttpFrom(host)
                  .build()
                  .close())
          .doesNotThrowAnyException();
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            HttpKeySource.jwksUri(URI.create("http://keycloak.auth.svc.evil.example/keys"))
                .allowHttpFrom("keycloak.auth.svc")
                .build())
        .withMessageContaining("allowHttpFrom(...)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "http://keycloak", "keycloak:8080", "*.svc", "a b", "a/b", "fd00::7"})
  void refusesWhatIsNoHost(String host) {
    HttpKeySource.Builder builder = scene.jwks();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.allowHttpFrom("keycloak", host))
        .withMessageStartingWith("allowHttpFrom: ")
        .withMessageContaining("without scheme and port");
  }

  /** Whatever goes wrong; fetchers, too, may print the request in their messages. */
  @Test
  void neverShowsTheValueOfAHeaderField() {
    HttpKeySource.Builder builder = scene.jwks().header("Authorization", SECRET);
    StringBuilder shown = new StringBuilder();
    try (CapturedLog log = new CapturedLog()) {
      HttpKeySource source = scene.opened(builder);
      scene.answerBy(request -> {
        throw new IllegalStateException("cannot send " + request);
      });
      for (int i = 0; i < 3; i++) {
        assertThatExceptionOfType(KeySourceException.class)
            .isThrownBy(() -> Waiting.jwkSet(source))
            .satisfies(e -> shown.append(printed(e)));
        scene.pass(Duration.ofMinutes(1));
        scene.answer(status(401));
      }
      scene.answer(json(FIRST));
      assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
      shown.append(source.health()).append(Waiting.jwkSet(source));
      assertThat(log.lines(Level.WARNING)).hasSize(3);
      shown.append(log.text());
    }
    assertThat(shown.toString())
        .contains("cannot send Request[https://issuer.example/jwks, headers [", "status 401")
        .doesNotContain("5esame");
  }

  private static String printed(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  // Times

  @Test
  void refreshesInTheBackgroundAfterAPartOfTheInterval() {
    HttpKeySource source = source(options -> options);
    JwkSet first = Waiting.jwkSet(source);
    CompletableFuture<KeyFetcher.Response> coming = new CompletableFuture<>();
    scene.answerBy(request -> coming);

    scene.pass(Duration.ofMinutes(8).minusNanos(1));
    assertThat(Waiting.jwkSet(source)).isSameAs(first);
    assertThat(requests()).isEqualTo(1);
    scene.pass(Duration.ofNanos(1));
    // Does not wait for what will not come before the end of this test.
    assertThat(Waiting.jwkSet(source)).isSameAs(first);
    assertThat(requests()).isEqualTo(2);
    coming.complete(json(FIRST));
    assertThat(Waiting.jwkSet(source)).isNotSameAs(first);
  }

  @Test
  void waitsForNewerKeysAfterTheWholeInterval() {
    HttpKeySource source = source(options -> options);
    JwkSet first = Waiting.jwkSet(source);
    scene.pass(Duration.ofMinutes(10));
    assertThat(Waiting.jwkSet(source)).isNotSameAs(first);
    assertThat(requests()).isEqualTo(2);
  }

  /** At 80 percent of the lifetime the next set is fetched. */
  @ParameterizedTest
  @CsvSource({
    "max-age=0, PT48S",
    "no-store, PT48S",
    "max-age=-1, PT48S",
    "max-age=60, PT48S",
    "max-age=120, PT96S",
    "max-age=599, PT479.2S",
    "max-age=600, PT8M",
    "max-age=315360000, PT8M",
    "max-age=99999999999999999999, PT8M",
    "public, PT8M"
  })
  void letsTheServerShortenTheRefreshInterval(String cacheControl, Duration refreshed) {
    scene.answer(json(FIRST, "Cache-Control", cacheControl));
    assertRefreshedAfter(refreshed, source(options -> options));
  }

  @Test
  void letsTheServerShortenNoIntervalThatIsShortItself() {
    scene.answer(json(FIRST, "Cache-Control", "max-age=0"));
    assertRefreshedAfter(
        Duration.ofSeconds(8), source(options -> options.refreshInterval(Duration.ofSeconds(10))));
  }

  private void assertRefreshedAfter(Duration age, HttpKeySource source) {
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    scene.pass(age.minusNanos(1));
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    assertThat(requests()).isEqualTo(1);
    scene.pass(Duration.ofNanos(1));
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    assertThat(requests()).isEqualTo(2);
  }

  @Test
  void refusesWaitsThatAreNotPositiveOrEndless() {
    for (Duration bad : List.of(Duration.ZERO, Duration.ofNanos(-1), Duration.ofDays(366))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> scene.jwks().retryBackoff(bad, Duration.ofSeconds(1)))
          .withMessageStartingWith("retryBackoff: " + bad + " is ");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> scene.jwks().retryBackoff(Duration.ofSeconds(1), bad))
          .withMessageStartingWith("retryBackoff: " + bad + " is ");
    }
  }

  @Test
  void waitsTwiceAsLongAfterEachFailure() {
    HttpKeySource source =
        source(options -> options.retryBackoff(Duration.ofSeconds(3), Duration.ofSeconds(20)));
    scene.answer(status(500));
    int failures = 0;
    for (int seconds : new int[] {3, 6, 12, 20, 20}) {
      failures++;
      assertUnavailable(() -> Waiting.jwkSet(source), "next attempt in " + seconds + "000 ms");
      assertThatExceptionOfType(KeySourceException.class)
          .isThrownBy(() -> Waiting.jwkSet(source))
          .extracting(KeySourceException::retryAfter)
          .isEqualTo(Duration.ofSeconds(seconds));
      scene.pass(Duration.ofSeconds(seconds).minusNanos(1));
      assertUnavailable(() -> Waiting.jwkSet(source), "next attempt in 0 ms");
      assertThat(requests()).isEqualTo(failures);
      scene.pass(Duration.ofNanos(1));
    }
    scene.answer(json(FIRST));
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    // Begins anew after a success.
    scene.answer(status(500));
    scene.pass(Duration.ofHours(13));
    assertUnavailable(() -> Waiting.jwkSet(source), "next attempt in 3000 ms");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1000",
    "1, 1000",
    "7, 7000",
    "30, 30000",
    "31, 30000",
    "99999999999, 30000",
    "x, 1000"
  })
  void heedsRetryAfterWithinBounds(String retryAfter, int millis) {
    HttpKeySource source = source(options -> options);
    scene.answer(status(503, "Retry-After", retryAfter));
    assertUnavailable(
        () -> Waiting.jwkSet(source), "status 503", "next attempt in " + millis + " ms");
  }

  /** Clients that failed at the same time do not all return at the same time. */
  @Test
  void leavesUpToHalfOfTheWaitToChance() {
    scene.answer(status(500));
    Moment.Clocks clocks = new Moment.Clocks(scene.nanoTime::get, scene.wallTime::get);
    Set<Duration> waits = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      HttpKeySource source =
          scene.opened(
              HttpKeySource.jwksUri(FetchScene.JWKS).fetcher(scene.fetcher()).clocks(clocks));
      assertUnavailable(() -> Waiting.jwkSet(source), "status 500");
      waits.add(source.health().nextRefresh());
    }
    assertThat(waits)
        .hasSizeGreaterThan(10)
        .allSatisfy(
            wait -> assertThat(wait).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1)));
  }

  @Test
  void takesDurationsAtTheEndsOfTheRange() {
    Duration longest = Duration.ofDays(365);
    HttpKeySource source = source(options -> options.refreshInterval(longest).hardExpiry(longest));
    JwkSet first = Waiting.jwkSet(source);
    scene.answer(json(SECOND));
    assertThat(Waiting.refreshed(source, first).keys()).doesNotContain(first.keys().get(0));
  }

  // Connections

  @Test
  void trustsOnlyTheCertificatesOfTheContext() {
    TestCertificate certificate = TestCertificate.create();
    try (TestIssuer issuer = TestIssuer.startTls(certificate);
        KeySource trusting =
            HttpKeySource.jwksUri(issuer.jwksUri()).sslContext(certificate.sslContext()).build();
        KeySource usual = HttpKeySource.jwksUri(issuer.jwksUri()).build()) {
      issuer.key(ES256);
      assertThat(Waiting.jwkSet(trusting).size()).isEqualTo(1);
      assertThatExceptionOfType(KeySourceException.class)
          .isThrownBy(() -> Waiting.jwkSet(usual))
          .withMessageContaining("SSLHandshakeException");
    }
  }

  @Test
  void refusesContextThatSpeaksNoSafeVersionOfTls() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLSv1.1");
    context.init(null, null, null);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scene.jwks().sslContext(context))
        .withMessageStartingWith("sslContext: ")
        .withMessageEndingWith(" has neither TLSv1.2 nor TLSv1.3; allow one of them");
  }

  /** To a port without a server, unless the proxy answers in its place. */
  @Test
  void asksTheProxy() {
    try (TestIssuer proxy = TestIssuer.start();
        KeySource source =
            HttpKeySource.jwksUri(URI.create("http://127.0.0.1:1/jwks"))
                .allowLoopbackHttp()
                .proxy(
                    ProxySelector.of(
                        new InetSocketAddress(
                            InetAddress.getLoopbackAddress(), proxy.jwksUri().getPort())))
                .build()) {
      proxy.key(ES256);
      assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
      assertThat(proxy.requests())
          .singleElement()
          .satisfies(request -> assertThat(request.target()).isEqualTo("http://127.0.0.1:1/jwks"));
    }
  }

  // Contradictions

  @Test
  void refusesFetcherBesideWhatItWouldNotHeed() throws GeneralSecurityException {
    SSLContext context = SSLContext.getDefault();
    Map<String, UnaryOperator<HttpKeySource.Builder>> options =
        Map.of(
            "connectTimeout", builder -> builder.connectTimeout(Duration.ofSeconds(1)),
            "sslContext", builder -> builder.sslContext(context),
            "proxy", builder -> builder.proxy(ProxySelector.of(null)));
    options.forEach((name, option) ->
        assertThatIllegalArgumentException()
            .as(name)
            .isThrownBy(() -> option.apply(scene.jwks()).build())
            .withMessageStartingWith("fetcher: set together with ")
            .withMessageContaining(name)
            .withMessageEndingWith("; set them on your own client, or leave out the fetcher"));
  }

  @Test
  void refusesNull() {
    HttpKeySource.Builder builder = scene.jwks();
    Stream.<ThrowingCallable>of(
            () -> builder.fetcher(null),
            () -> builder.proxy(null),
            () -> builder.sslContext(null),
            () -> builder.retryBackoff(null, Duration.ofSeconds(1)))
        .forEach(call -> assertThatNullPointerException().isThrownBy(call));
  }
}
