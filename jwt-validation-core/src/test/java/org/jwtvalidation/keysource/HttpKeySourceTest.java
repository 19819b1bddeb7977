// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.jwtvalidation.fault.FaultScene.await;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED25519;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.Row;
import org.jwtvalidation.fault.FaultScene;
import org.jwtvalidation.internal.concurrent.Moment;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.JwkText;
import org.jwtvalidation.jwk.KeysOf;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.jwk.VerificationKey;

@Timeout(300)
class HttpKeySourceTest {

  private static final String KEYS = "/keys";
  private static final String OPENID = "/.well-known/openid-configuration";
  private static final String OAUTH = "/.well-known/oauth-authorization-server";
  private static final String FIRST = JwkText.set(SigningKey.shared(ES256).jwk("first"));
  private static final String SECOND =
      JwkText.set(SigningKey.shared(ES256).jwk("first"), SigningKey.shared(ED25519).jwk("second"));

  private KeyServer server;
  private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 5);
  private final AtomicLong wallTime = new AtomicLong(1_700_000_000_000L);
  private final Moment.Clocks clocks = new Moment.Clocks(nanoTime::get, wallTime::get);
  private final List<AutoCloseable> opened = new ArrayList<>();

  @BeforeEach
  void startServer() throws IOException {
    server = new KeyServer();
    server.json(KEYS, FIRST);
    opened.add(server);
  }

  @AfterEach
  void close() throws Exception {
    Collections.reverse(opened);
    for (AutoCloseable closeable : opened) {
      closeable.close();
    }
  }

  private HttpKeySource.Builder builder() {
    return steered(HttpKeySource.jwksUri(server.uri(KEYS)));
  }

  private HttpKeySource.Builder steered(HttpKeySource.Builder builder) {
    return FaultScene.patient(builder).allowLoopbackHttp().clocks(clocks).random(() -> 0);
  }

  private HttpKeySource source() {
    return opened(builder());
  }

  private HttpKeySource opened(HttpKeySource.Builder builder) {
    HttpKeySource source = builder.build();
    opened.add(source);
    return source;
  }

  private HttpKeySource discovered(String issuer) {
    return opened(steered(HttpKeySource.discovered(issuer)));
  }

  private void pass(Duration duration) {
    nanoTime.addAndGet(duration.toNanos());
    wallTime.addAndGet(duration.toMillis());
  }

  private int requests() {
    return server.requests().size();
  }

  private static boolean hasSecond(JwkSet set) {
    return KeysOf.key(set, "second", Set.of(ED25519)) != null;
  }

  private static void assertUnavailable(HttpKeySource source, String... reasons) {
    assertThatExceptionOfType(KeySourceException.class)
        .isThrownBy(() -> Waiting.jwkSet(source))
        .satisfies(e -> assertThat(e).hasMessageStartingWith("no keys of http"))
        .satisfies(e -> assertThat(e.getMessage()).contains(reasons))
        .satisfies(e -> assertThat(e.getStackTrace()).isEmpty());
  }

  // Fetching

  @Test
  void fetchesWhenFirstAskedAndOnce() {
    HttpKeySource source = source();
    assertThat(requests()).isZero();
    JwkSet set = Waiting.jwkSet(source);
    assertThat(KeysOf.key(set, "first", Set.of(ES256))).isNotNull();
    assertThat(Waiting.jwkSet(source)).isSameAs(set);
    assertThat(server.requests()).containsExactly(KEYS);
  }

  @Test
  void fetchesOnceForTwoHundredCallersOnAColdStart() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    server.on(KEYS, server.gated(gate, KeyServer.body("application/json", FIRST)));
    HttpKeySource source = source();
    List<JwkSet> sets =
        together(200, () -> Waiting.jwkSet(source), () -> await(() -> requests() > 0), gate);
    assertThat(distinct(sets)).isEqualTo(1);
    assertThat(requests()).isEqualTo(1);
  }

  /** The answer is there before some of the callers have even looked. */
  @Test
  void fetchesOnceHoweverCallersAndAnswerRace() throws Exception {
    for (int round = 1; round <= 20; round++) {
      HttpKeySource source =
          opened(FaultScene.patient(HttpKeySource.jwksUri(server.uri(KEYS))).allowLoopbackHttp());
      List<JwkSet> sets =
          together(32, () -> Waiting.jwkSet(source), () -> {}, new CountDownLatch(0));
      assertThat(distinct(sets)).isEqualTo(1);
      assertThat(requests()).isEqualTo(round);
    }
  }

  private interface Step {
    void run() throws Exception;
  }

  /** What many threads get that start at the same time; {@code gate} opens after {@code then}. */
  private static <T> List<T> together(int threads, Callable<T> call, Step then, CountDownLatch gate)
      throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      CountDownLatch start = new CountDownLatch(1);
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        futures.add(
            executor.submit(() -> {
              start.await();
              return call.call();
            }));
      }
      start.countDown();
      then.run();
      gate.countDown();
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get());
      }
      return results;
    } finally {
      executor.shutdownNow();
    }
  }

  private static int distinct(List<?> objects) {
    Set<Object> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
    distinct.addAll(objects);
    return distinct.size();
  }

  @Test
  void acceptsBodyWithoutMediaTypeOrLength() {
    server.on(KEYS, KeyServer.body(null, FIRST));
    assertThat(Waiting.jwkSet(source()).size()).isEqualTo(1);
    server.on(KEYS, KeyServer.chunked(FIRST));
    assertThat(Waiting.jwkSet(source()).size()).isEqualTo(1);
  }

  @Row("98")
  @Test
  void followsNoRedirect() {
    server.json("/elsewhere", FIRST);
    server.on(KEYS, KeyServer.redirect(server.uri("/elsewhere")));
    assertUnavailable(source(), "status 302");
    assertThat(server.requests()).containsExactly(KEYS);
  }

  @Test
  void readsUpToTheBound() {
    String largest = FIRST + " ".repeat(512 * 1024 - FIRST.length());
    server.json(KEYS, largest);
    assertThat(Waiting.jwkSet(source()).size()).isEqualTo(1);
    server.on(KEYS, KeyServer.chunked(largest));
    assertThat(Waiting.jwkSet(source()).size()).isEqualTo(1);
    server.json(KEYS, largest + " ");
    assertUnavailable(source(), "more than 524288 octets");
    server.on(KEYS, KeyServer.chunked(largest + " "));
    assertUnavailable(source(), "more than 524288 octets");
  }

  @Test
  void stopsReadingBodyThatDoesNotEnd() {
    server.on(
        KEYS,
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, 0);
          byte[] blanks = new byte[64 * 1024];
          while (true) {
            exchange.getResponseBody().write(blanks);
          }
        });
    assertUnavailable(source(), "more than 524288 octets");
  }

  @Test
  void refusesDocumentsWithoutUsableKey() {
    for (String document : List.of("", "{", "{}", "{\"keys\":[]}", "[]", FIRST + FIRST)) {
      server.json(KEYS, document);
      assertUnavailable(source(), "JWK Set");
    }
  }

  @Test
  void givesUpOnBodyThatStalls() {
    server.on(KEYS, server.stalled("{\"keys\":["));
    assertUnavailable(opened(FaultScene.hurried(builder())), "TimeoutException");
  }

  @Test
  void givesUpOnAnswerThatDoesNotCome() {
    server.on(KEYS, server.gated(new CountDownLatch(1), KeyServer.body("application/json", FIRST)));
    assertUnavailable(opened(FaultScene.hurried(builder())), "TimeoutException");
  }

  /** Slow, yet never silent: a time-out between two octets would not end this. */
  @Test
  void boundsTheWholeOfAFetchThatDrips() {
    server.on(
        KEYS,
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, 0);
          // Until the client hangs up, or the server is closed.
          while (true) {
            exchange.getResponseBody().write(' ');
            exchange.getResponseBody().flush();
            Thread.sleep(20);
          }
        });
    assertUnavailable(opened(FaultScene.hurried(builder())), "TimeoutException");
  }

  @Test
  void saysThatNobodyListens() throws IOException {
    URI nobody;
    try (ServerSocket socket = new ServerSocket(0)) {
      nobody = URI.create("http://localhost:" + socket.getLocalPort() + "/keys");
    }
    HttpKeySource source =
        opened(FaultScene.patient(HttpKeySource.jwksUri(nobody)).allowLoopbackHttp());
    assertUnavailable(source, "no keys of " + nobody, "ConnectException");
  }

  @Row("99")
  @Test
  void saysThatTheServerSpeaksNoTls() {
    URI https = URI.create(server.uri(KEYS).toString().replace("http:", "https:"));
    assertUnavailable(
        opened(FaultScene.hurried(HttpKeySource.jwksUri(https))), "no keys of https://127.0.0.1");
    assertThat(requests()).isZero();
  }

  @Test
  void outlivesUriThatNoClientCanConnectTo() {
    HttpKeySource source =
        opened(
            FaultScene.patient(HttpKeySource.jwksUri(URI.create("https://localhost:70000/keys"))));
    assertUnavailable(source, "");
    assertThat(source.health().lastError()).doesNotContain("TimeoutException");
    assertUnavailable(source, "");
  }

  // Failing

  @Test
  void namesTheCauseOfAFailure() {
    server.on(KEYS, KeyServer.status(500, ""));
    HttpKeySource source = source();
    assertThatExceptionOfType(KeySourceException.class)
        .isThrownBy(() -> Waiting.jwkSet(source))
        .withMessage("no keys of " + server.uri(KEYS) + ": status 500; next attempt in 1000 ms")
        .havingCause()
        .isInstanceOf(Exception.class);
  }

  @Row("100")
  @ParameterizedTest
  @ValueSource(strings = {"", "{\"keys\":[", "{\"keys\":[]}", "<html>maintenance</html>"})
  void keepsTheLastGoodSet(String document) {
    HttpKeySource source = source();
    JwkSet good = Waiting.jwkSet(source);
    server.json(KEYS, document);
    pass(Duration.ofMinutes(9));
    assertThat(Waiting.jwkSet(source)).isSameAs(good);
    await(() -> requests() == 2);
    assertThat(Waiting.refreshed(source, good)).isSameAs(good);
    pass(Duration.ofHours(11));
    assertThat(Waiting.jwkSet(source)).isSameAs(good);
    await(() -> requests() >= 3);
  }

  @Row("100")
  @Test
  void repeatsFailedRefreshAfterTheFirstWait() {
    HttpKeySource source = source();
    JwkSet good = Waiting.jwkSet(source);
    server.on(KEYS, KeyServer.status(503, ""));
    pass(Duration.ofMinutes(8));
    assertThat(Waiting.jwkSet(source)).isSameAs(good);
    await(() -> requests() == 2);
    // The next one is at hand until this one is over.
    await(() -> source.health().lastError() != null && !source.health().nextRefresh().isZero());
    server.json(KEYS, SECOND);
    pass(Duration.ofMillis(999));
    assertThat(Waiting.jwkSet(source)).isSameAs(good);
    assertThat(requests()).isEqualTo(2);
    pass(Duration.ofMillis(1));
    assertThat(Waiting.jwkSet(source)).isSameAs(good);
    await(() -> hasSecond(Waiting.jwkSet(source)));
    assertThat(requests()).isEqualTo(3);
  }

  // Refreshing

  @Test
  void givesEqualKeysWhileTheMaterialIsTheSame() {
    HttpKeySource source = source();
    JwkSet before = Waiting.jwkSet(source);
    VerificationKey first = KeysOf.key(before, "first", Set.of(ES256));
    server.json(KEYS, SECOND);
    JwkSet after = Waiting.refreshed(source, before);
    assertThat(KeysOf.key(after, "first", Set.of(ES256))).isEqualTo(first);
    server.json(KEYS, JwkText.set(SigningKey.shared(ED25519).jwk("second")));
    pass(Duration.ofMinutes(9));
    await(() -> Waiting.jwkSet(source) != after);
    assertThat(Waiting.jwkSet(source).keys()).doesNotContain(first);
    assertThat(KeysOf.key(Waiting.jwkSet(source), "second", Set.of(ED25519)))
        .isEqualTo(KeysOf.key(after, "second", Set.of(ED25519)));
  }

  @Row("97")
  @Test
  void looksForUnknownKeyOnceACooldown() {
    HttpKeySource source = source();
    JwkSet first = Waiting.jwkSet(source);
    server.json(KEYS, SECOND);
    JwkSet second = Waiting.refreshed(source, first);
    assertThat(hasSecond(second)).isTrue();
    assertThat(requests()).isEqualTo(2);
    for (int i = 0; i < 1000; i++) {
      assertThat(Waiting.refreshed(source, second)).isSameAs(second);
      assertThat(Waiting.refreshed(source, first)).isSameAs(second);
    }
    pass(Duration.ofSeconds(30).minusNanos(1));
    assertThat(Waiting.refreshed(source, second)).isSameAs(second);
    assertThat(requests()).isEqualTo(2);
    pass(Duration.ofNanos(1));
    assertThat(hasSecond(Waiting.refreshed(source, second))).isTrue();
    assertThat(requests()).isEqualTo(3);
  }

  @Row("97")
  @Test
  void looksOnceForAFloodOfUnknownKeys() throws Exception {
    HttpKeySource source = source();
    for (int round = 1; round <= 10; round++) {
      server.json(KEYS, FIRST);
      JwkSet first =
          round == 1 ? Waiting.jwkSet(source) : Waiting.refreshed(source, Waiting.jwkSet(source));
      assertThat(hasSecond(first)).isFalse();
      pass(Duration.ofSeconds(30));
      int before = requests();
      CountDownLatch gate = new CountDownLatch(1);
      server.on(KEYS, server.gated(gate, KeyServer.body("application/json", SECOND)));
      List<JwkSet> sets =
          together(
              100,
              () -> Waiting.refreshed(source, first),
              () -> await(() -> requests() > before),
              gate);
      assertThat(requests()).isEqualTo(before + 1);
      // None is told that the key stays unknown while the answer is on its way.
      assertThat(sets).allSatisfy(set -> assertThat(hasSecond(set)).isTrue());
      assertThat(distinct(sets)).isEqualTo(1);
      pass(Duration.ofSeconds(30));
    }
  }

  // Discovery

  private String metadata(String issuer, String jwksUri) {
    return "{\"issuer\":\"" + issuer + "\",\"jwks_uri\":\"" + jwksUri + "\"}";
  }

  @Test
  void findsTheKeysThroughOpenIdConnectDiscovery() {
    String issuer = server.origin() + "/tenant";
    server.json("/tenant" + OPENID, metadata(issuer, server.origin() + "/keys?v=1"));
    assertThat(Waiting.jwkSet(discovered(issuer)).size()).isEqualTo(1);
    assertThat(server.requests()).containsExactly("/tenant" + OPENID, "/keys?v=1");
  }

  @Test
  void fallsBackToTheLocationOfRfc8414() {
    String issuer = server.origin() + "/tenant";
    server.json(OAUTH + "/tenant", metadata(issuer, server.origin() + KEYS));
    assertThat(Waiting.jwkSet(discovered(issuer)).size()).isEqualTo(1);
    assertThat(server.requests()).containsExactly("/tenant" + OPENID, OAUTH + "/tenant", KEYS);
  }

  @Test
  void looksForTheMetadataAgainWhenAKeyIsUnknown() {
    server.json(OPENID, metadata(server.origin(), server.origin() + KEYS));
    HttpKeySource source = discovered(server.origin());
    JwkSet first = Waiting.jwkSet(source);
    server.json("/new-keys", SECOND);
    server.json(OPENID, metadata(server.origin(), server.origin() + "/new-keys"));
    assertThat(hasSecond(Waiting.refreshed(source, first))).isTrue();
    assertThat(server.requests()).containsExactly(OPENID, KEYS, OPENID, "/new-keys");
  }

  @Test
  void refusesMetadataOfAnotherIssuer() {
    server.json(OPENID, metadata(server.origin() + "/", server.origin() + KEYS));
    assertUnavailable(discovered(server.origin()), "issuer");
    assertThat(server.requests()).containsExactly(OPENID);
  }

  @Test
  void opensNoConnectionToForbiddenKeys() {
    server.json(OPENID, metadata(server.origin(), "http://169.254.169.254/latest/meta-data/"));
    assertUnavailable(discovered(server.origin()), "jwks_uri");
    assertThat(server.requests()).containsExactly(OPENID);
  }

  @Test
  void saysThatThereIsNoMetadata() {
    assertUnavailable(discovered(server.origin()), "status 404");
    assertThat(server.requests()).containsExactly(OPENID, OAUTH);
  }

  @Test
  void boundsDiscoveryAsAWhole() {
    server.on(OPENID, server.stalled("{"));
    HttpKeySource source =
        opened(FaultScene.hurried(steered(HttpKeySource.discovered(server.origin()))));
    assertUnavailable(source, "TimeoutException");
  }

  // Interrupting and closing

  @Test
  void keepsTheFlagOfAnInterruptedThread() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    server.on(KEYS, server.gated(gate, KeyServer.body("application/json", FIRST)));
    HttpKeySource source = source();
    assertInterrupted(() -> Waiting.jwkSet(source), () -> requests() == 1);
    gate.countDown();
    // The fetch went on without the interrupted caller.
    JwkSet first = Waiting.jwkSet(source);
    assertThat(requests()).isEqualTo(1);

    CountDownLatch second = new CountDownLatch(1);
    server.on(KEYS, server.gated(second, KeyServer.body("application/json", SECOND)));
    assertInterrupted(() -> Waiting.refreshed(source, first), () -> requests() == 2);
    second.countDown();
    await(() -> hasSecond(Waiting.jwkSet(source)));
  }

  private static void assertInterrupted(Callable<JwkSet> call, BooleanSupplier waiting)
      throws Exception {
    FutureTask<Boolean> task =
        new FutureTask<>(() -> {
          try {
            call.call();
            return false;
          } catch (KeySourceException e) {
            assertThat(e).hasMessageContaining("interrupted");
            return Thread.currentThread().isInterrupted();
          }
        });
    Thread thread = new Thread(task);
    thread.start();
    await(waiting);
    thread.interrupt();
    assertThat(task.get()).isTrue();
  }

  @Test
  void releasesThoseWhoWaitWhenClosed() throws Exception {
    server.on(KEYS, server.stalled("{"));
    HttpKeySource source = source();
    FutureTask<JwkSet> task = new FutureTask<>(() -> Waiting.jwkSet(source));
    new Thread(task).start();
    await(() -> requests() == 1);
    source.close();
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(task::get)
        .withCauseInstanceOf(KeySourceException.class);
  }

  @Test
  void fetchesNothingOnceClosed() {
    HttpKeySource source = source();
    JwkSet first = Waiting.jwkSet(source);
    source.close();
    source.close();
    pass(Duration.ofMinutes(9));
    assertThat(Waiting.jwkSet(source)).isEqualTo(first);
    assertThat(Waiting.refreshed(source, first)).isEqualTo(first);
    HttpKeySource unused = source();
    unused.close();
    assertUnavailable(unused, "closed");
    assertThat(requests()).isEqualTo(1);
  }

  @Test
  void leavesNoThreadBehindWhereTheJdkCanCloseClients() {
    assumeTrue(Runtime.version().feature() >= 21, "no HTTP client to close: use JDK 21 or newer");
    Set<Thread> before = clientThreads();
    HttpKeySource source = source();
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    assertThat(newThreads(before)).isNotEmpty();
    source.close();
    await(() -> newThreads(before).isEmpty());
  }

  private static Set<Thread> newThreads(Set<Thread> before) {
    Set<Thread> threads = new HashSet<>(clientThreads());
    threads.removeAll(before);
    return threads;
  }

  private static Set<Thread> clientThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("HttpClient-"))
        .collect(Collectors.toSet());
  }

  // Options

  @Test
  void refusesOptionsThatContradictEachOther() {
    String remedy = "; shorten it, or lengthen ";
    assertRefused(
        HttpKeySource.jwksUri(server.uri(KEYS)).connectTimeout(Duration.ofSeconds(6)),
        "connectTimeout: PT6S is longer than the total time-out PT5S"
            + remedy
            + "totalTimeout(...)");
    assertRefused(
        builder().hardExpiry(Duration.ofMinutes(9)),
        "refreshInterval: PT10M is longer than the hard expiry PT9M" + remedy + "hardExpiry(...)");
    assertRefused(
        builder().refreshInterval(Duration.ofHours(13)),
        "refreshInterval: PT13H is longer than the hard expiry PT12H" + remedy + "hardExpiry(...)");
    assertRefused(
        builder().retryBackoff(Duration.ofSeconds(2), Duration.ofSeconds(1)),
        "retryBackoff: PT2S is longer than the longest wait PT1S" + remedy + "the longest wait");
  }

  private static void assertRefused(HttpKeySource.Builder builder, String message) {
    assertThatIllegalArgumentException().isThrownBy(builder::build).withMessage(message);
  }

  @Test
  void refusesDurationsThatAreNotPositiveOrEndless() {
    HttpKeySource.Builder builder = builder();
    for (Duration bad : List.of(Duration.ZERO, Duration.ofNanos(-1), Duration.ofDays(366))) {
      String value = bad.toString();
      assertThatIllegalArgumentException()
          .isThrownBy(() -> builder.connectTimeout(bad))
          .withMessageStartingWith("connectTimeout: " + value + " is ");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> builder.totalTimeout(bad))
          .withMessageStartingWith("totalTimeout: " + value + " is ");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> builder.refreshInterval(bad))
          .withMessageStartingWith("refreshInterval: " + value + " is ");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> builder.unknownKeyCooldown(bad))
          .withMessageStartingWith("unknownKeyCooldown: " + value + " is ");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> builder.hardExpiry(bad))
          .withMessageStartingWith("hardExpiry: " + value + " is ");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.hardExpiry(Duration.ofSeconds(Long.MAX_VALUE)))
        .withMessageEndingWith("; give a shorter duration");
  }

  @Test
  void holdsToItsOptions() {
    HttpKeySource source =
        opened(
            builder()
                .refreshInterval(Duration.ofSeconds(10))
                .unknownKeyCooldown(Duration.ofSeconds(2))
                .hardExpiry(Duration.ofSeconds(20)));
    JwkSet first = Waiting.jwkSet(source);
    assertThat(Waiting.refreshed(source, first)).isNotSameAs(first);
    JwkSet second = Waiting.jwkSet(source);
    pass(Duration.ofSeconds(2));
    JwkSet third = Waiting.refreshed(source, second);
    assertThat(third).isNotSameAs(second);
    assertThat(requests()).isEqualTo(3);
    pass(Duration.ofSeconds(8));
    assertThat(Waiting.jwkSet(source)).isNotNull();
    await(() -> Waiting.jwkSet(source) != third);
    server.on(KEYS, KeyServer.status(500, ""));
    pass(Duration.ofSeconds(20));
    assertUnavailable(source, "status 500");
  }

  @Row("99")
  @Test
  void refusesPlainHttpUnlessAskedTo() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HttpKeySource.jwksUri(server.uri(KEYS)).build())
        .withMessageStartingWith("jwksUri: " + server.uri(KEYS))
        .withMessageContaining("allowLoopbackHttp()");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HttpKeySource.discovered(server.origin()).build())
        .withMessageStartingWith("issuer: " + server.origin());
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            HttpKeySource.jwksUri(URI.create("http://keys.example/")).allowLoopbackHttp().build())
        .withMessageStartingWith("jwksUri: http://keys.example/");
  }
}
