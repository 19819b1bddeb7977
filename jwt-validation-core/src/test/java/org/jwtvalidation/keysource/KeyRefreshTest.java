// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED25519;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;
import static org.jwtvalidation.keysource.FetchScene.assertUnavailable;
import static org.jwtvalidation.keysource.FetchScene.json;
import static org.jwtvalidation.keysource.FetchScene.status;

import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.Row;
import org.jwtvalidation.fault.FaultScene;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.internal.concurrent.Moment;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.JwkText;
import org.jwtvalidation.jwk.KeysOf;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.jwk.SkippedKey;
import org.jwtvalidation.keysource.KeyFetcher.Response;
import org.jwtvalidation.keysource.KeyRefreshReport.Cause;
import org.jwtvalidation.keysource.KeyRefreshReport.Outcome;
import org.jwtvalidation.keysource.KeySourceHealth.KeyInForce;
import org.jwtvalidation.keysource.KeySourceHealth.State;

/** When keys are fetched, step by step and on one thread. */
@Timeout(300)
class KeyRefreshTest {

  private static final String FIRST = JwkText.set(SigningKey.shared(ES256).jwk("first"));
  private static final String SECOND =
      JwkText.set(SigningKey.shared(ES256).jwk("first"), SigningKey.shared(ED25519).jwk("second"));
  private static final String TAG = "\"1\"";
  private static final String TIME = "Sun, 01 Mar 2026 11:00:00 GMT";

  private final FetchScene scene = new FetchScene(json(FIRST));

  @AfterEach
  void closeScene() {
    scene.close();
  }

  private HttpKeySource source() {
    return scene.opened(scene.jwks());
  }

  private int requests() {
    return scene.requests().size();
  }

  private static boolean hasSecond(JwkSet set) {
    return KeysOf.key(set, "second", Set.of(ED25519)) != null;
  }

  @Test
  @Row("F51")
  @DisplayName("64 nodes that were started together")
  void spreadsTheRefreshesOfNodesThatWereStartedTogether() {
    Random random = new Random(1);
    List<HttpKeySource> nodes =
        Stream.generate(() -> scene.opened(scene.jwks().random(random::nextDouble)))
            .limit(64)
            .toList();
    nodes.forEach(HttpKeySource::jwkSet);
    assertThat(requests()).isEqualTo(64);
    scene.pass(Duration.ofMinutes(7).minusSeconds(1));
    nodes.forEach(HttpKeySource::jwkSet);
    assertThat(requests()).isEqualTo(64);

    int mostInASecond = 0;
    for (int second = 0; second <= 121; second++) {
      scene.pass(Duration.ofSeconds(1));
      int before = requests();
      nodes.forEach(HttpKeySource::jwkSet);
      mostInASecond = Math.max(mostInASecond, requests() - before);
    }
    assertThat(requests()).isEqualTo(128);
    assertThat(mostInASecond).isLessThan(6);
  }

  // What is told of it

  @Test
  void reportsCauseAndOutcomeOfEachRefresh() {
    List<KeyRefreshReport> told = new ArrayList<>();
    HttpKeySource source = source();
    source.onRefresh(told::add);

    scene.answer(json(FIRST, "ETag", TAG));
    JwkSet first = Waiting.jwkSet(source);
    assertTold(told, Cause.NO_KEYS, Outcome.RENEWED, 1, null);

    scene.answer(status(304));
    scene.pass(Duration.ofMinutes(8));
    assertThat(Waiting.jwkSet(source)).isSameAs(first);
    assertTold(told, Cause.AGE, Outcome.CONFIRMED, 1, null);

    scene.answer(json(SECOND));
    assertThat(hasSecond(Waiting.refreshed(source, first))).isTrue();
    assertTold(told, Cause.UNKNOWN_KEY, Outcome.RENEWED, 2, null);

    scene.answer(status(500));
    scene.pass(Duration.ofMinutes(8));
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(2);
    assertTold(told, Cause.AGE, Outcome.FAILED, 2, source.health().lastError());

    scene.answer(json(FIRST));
    scene.pass(Duration.ofMinutes(1));
    assertThat(Waiting.jwkSet(source)).isNotNull();
    assertTold(told, Cause.RETRY, Outcome.RENEWED, 1, null);
  }

  private static void assertTold(
      List<KeyRefreshReport> told, Cause cause, Outcome outcome, int keys, String error) {
    assertThat(told)
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactly(new KeyRefreshReport(cause, outcome, keys, Duration.ZERO, error));
    told.clear();
  }

  @Test
  void callsKeysThatHaveExpiredNone() {
    List<KeyRefreshReport> told = new ArrayList<>();
    HttpKeySource source = source();
    source.onRefresh(told::add);
    assertThat(Waiting.jwkSet(source)).isNotNull();
    told.clear();
    scene.pass(Duration.ofHours(12));
    assertThat(Waiting.jwkSet(source)).isNotNull();
    assertTold(told, Cause.NO_KEYS, Outcome.RENEWED, 1, null);
  }

  @Test
  void countsNoKeysThatHaveExpired() {
    List<KeyRefreshReport> told = new ArrayList<>();
    HttpKeySource source = source();
    source.onRefresh(told::add);
    assertThat(Waiting.jwkSet(source)).isNotNull();
    told.clear();
    scene.answer(status(500));
    scene.pass(Duration.ofHours(12));
    assertUnavailable(() -> Waiting.jwkSet(source), "status 500");
    assertTold(told, Cause.NO_KEYS, Outcome.FAILED, 0, source.health().lastError());
  }

  @Test
  void tellsOfKeysThatNeverCame() {
    List<KeyRefreshReport> told = new ArrayList<>();
    HttpKeySource source = source();
    source.onRefresh(told::add);
    scene.answer(status(500));
    assertUnavailable(() -> Waiting.jwkSet(source), "status 500");
    assertTold(told, Cause.NO_KEYS, Outcome.FAILED, 0, source.health().lastError());
  }

  @Test
  void hasKeysEvenIfTheListenerFails() {
    HttpKeySource source = source();
    source.onRefresh(report -> {
      throw new IllegalStateException("deaf");
    });
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
  }

  // Conditional requests

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {"\"1\", -", "-, then", "W/\"1\", then", "-, -"})
  void asksWhetherThereIsAnythingNew(String entityTag, String lastModified) {
    HttpKeySource source = source();
    scene.answer(
        json(
            FIRST,
            entityTag == null ? "X" : "ETag",
            entityTag == null ? "" : entityTag,
            lastModified == null ? "Y" : "Last-Modified",
            lastModified == null ? "" : lastModified));
    JwkSet first = Waiting.jwkSet(source);
    assertThat(scene.lastRequest().headers()).containsOnlyKeys("Accept");

    scene.pass(Duration.ofMinutes(8));
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    assertThat(requests()).isEqualTo(2);
    assertThat(scene.lastRequest().headers().get("If-None-Match")).isEqualTo(entityTag);
    assertThat(scene.lastRequest().headers().get("If-Modified-Since")).isEqualTo(lastModified);
    assertThat(first.size()).isEqualTo(1);
  }

  @Test
  void keepsTheVerySetThatIsConfirmed() {
    HttpKeySource source = source();
    scene.answer(json(FIRST, "ETag", TAG, "Last-Modified", TIME));
    JwkSet first = Waiting.jwkSet(source);
    scene.answer(status(304));
    for (int i = 1; i <= 5; i++) {
      scene.pass(Duration.ofMinutes(8));
      assertThat(Waiting.jwkSet(source)).isSameAs(first);
      assertThat(Waiting.jwkSet(source)).isSameAs(first);
      assertThat(requests()).isEqualTo(1 + i);
      // A confirmation need not repeat what it confirms.
      assertThat(scene.lastRequest().headers())
          .containsEntry("If-None-Match", TAG)
          .containsEntry("If-Modified-Since", TIME);
      assertThat(source.health().age()).isZero();
      assertThat(source.health().state()).isEqualTo(State.CURRENT);
      assertThat(source.health().failedRefreshes()).isZero();
    }
  }

  @Test
  void takesTheLifetimeOfTheConfirmation() {
    HttpKeySource source = source();
    scene.answer(json(FIRST, "ETag", TAG));
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    scene.answer(status(304, "Cache-Control", "max-age=100"));
    scene.pass(Duration.ofMinutes(8));
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    assertThat(source.health().nextRefresh()).isEqualTo(Duration.ofSeconds(80));
  }

  /** RFC 9111 section 4.3.4: it changes what it names. */
  @Test
  void keepsTheLifetimeOfTheDocumentWhereItsConfirmationSaysNothing() {
    HttpKeySource source = source();
    scene.answer(json(FIRST, "ETag", TAG, "Cache-Control", "max-age=100"));
    JwkSet first = Waiting.jwkSet(source);
    scene.answer(status(304));
    for (int i = 0; i < 3; i++) {
      scene.pass(Duration.ofSeconds(80));
      assertThat(Waiting.jwkSet(source)).isSameAs(first);
      assertThat(source.health().nextRefresh()).isEqualTo(Duration.ofSeconds(80));
    }
  }

  /** A server that mixes up its versions would otherwise keep a withdrawn key alive. */
  @Test
  void asksForTheDocumentItselfAfterFiveConfirmationsInARow() {
    HttpKeySource source = source();
    scene.answerBy(request ->
        CompletableFuture.completedFuture(
            request.headers().containsKey("If-None-Match")
                ? status(304)
                : json(requests() == 1 ? FIRST : SECOND, "ETag", TAG)));
    JwkSet first = Waiting.jwkSet(source);
    for (int i = 1; i <= 5; i++) {
      scene.pass(Duration.ofMinutes(8));
      assertThat(Waiting.jwkSet(source)).isSameAs(first);
    }
    scene.pass(Duration.ofMinutes(8));
    assertThat(Waiting.jwkSet(source)).isSameAs(first);
    assertThat(requests()).isEqualTo(7);
    assertThat(scene.lastRequest().headers()).containsOnlyKeys("Accept");
    assertThat(hasSecond(Waiting.jwkSet(source))).isTrue();

    scene.pass(Duration.ofMinutes(8));
    assertThat(hasSecond(Waiting.jwkSet(source))).isTrue();
    assertThat(scene.lastRequest().headers()).containsEntry("If-None-Match", TAG);
  }

  @Test
  void asksForTheDocumentItselfForUnknownKey() {
    HttpKeySource source = source();
    scene.answer(json(FIRST, "ETag", TAG, "Last-Modified", TIME));
    JwkSet first = Waiting.jwkSet(source);
    scene.answer(json(SECOND, "ETag", TAG));
    assertThat(hasSecond(Waiting.refreshed(source, first))).isTrue();
    assertThat(scene.lastRequest().headers()).containsOnlyKeys("Accept");
  }

  @Test
  void asksByTheValidatorsOfTheLastGoodDocument() {
    HttpKeySource source = source();
    scene.answer(json(FIRST, "ETag", TAG));
    JwkSet first = Waiting.jwkSet(source);
    scene.answer(json("{}", "ETag", "\"broken\""));
    scene.pass(Duration.ofMinutes(8));
    assertThat(Waiting.jwkSet(source)).isSameAs(first);
    scene.answer(status(304));
    scene.pass(Duration.ofSeconds(1));
    assertThat(Waiting.jwkSet(source)).isSameAs(first);
    assertThat(scene.lastRequest().headers()).containsEntry("If-None-Match", TAG);
    assertThat(source.health().lastError()).isNull();
  }

  /** RFC 9110 section 8.8: what tells versions of a document apart says nothing of another one. */
  @ParameterizedTest
  @CsvSource({"ETag, '\"1\"'", "Last-Modified, 'Sun, 01 Mar 2026 11:00:00 GMT'"})
  void asksForTheDocumentItselfWhereItHasMoved(String name, String value) {
    scene.answerDiscovery("https://keys.example/old", json(SECOND, name, value));
    HttpKeySource source = scene.opened(scene.discovered());
    assertThat(hasSecond(Waiting.jwkSet(source))).isTrue();

    scene.answerDiscovery("https://keys.example/new", json(FIRST, name, value));
    scene.pass(Duration.ofHours(1));
    assertThat(Waiting.jwkSet(source)).isNotNull();
    assertThat(scene.lastRequest().uri()).hasPath("/new");
    assertThat(scene.lastRequest().headers()).containsOnlyKeys("Accept");
    assertThat(hasSecond(Waiting.jwkSet(source))).isFalse();

    scene.pass(Duration.ofMinutes(8));
    assertThat(Waiting.jwkSet(source)).isNotNull();
    assertThat(scene.lastRequest().headers()).containsValue(value);
  }

  /** Only the JWK Set: metadata that has not changed is of no use without its text. */
  @Test
  void asksForMetadataInFull() {
    scene.answerDiscovery("https://keys.example/", json(FIRST, "ETag", TAG));
    HttpKeySource source = scene.opened(scene.discovered());
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    scene.pass(Duration.ofMinutes(8));
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    assertThat(requests()).as("the metadata is remembered").isEqualTo(3);
    assertThat(scene.lastRequest().headers()).containsEntry("If-None-Match", TAG);
    scene.pass(Duration.ofHours(1));
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    assertThat(requests()).isEqualTo(5);
    assertThat(scene.requests().get(3).uri()).isEqualTo(FetchScene.METADATA);
    assertThat(scene.requests().get(3).headers()).containsOnlyKeys("Accept");
  }

  @Test
  void remembersMetadataForAnHour() {
    scene.nanoTime.set(Duration.ofHours(5).toNanos());
    scene.answerDiscovery("https://keys.example/", json(FIRST));
    HttpKeySource source = scene.opened(scene.discovered());
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    assertThat(requests()).isEqualTo(2);

    scene.pass(Duration.ofHours(1).minusNanos(1));
    JwkSet set = Waiting.jwkSet(source);
    assertThat(requests()).isEqualTo(3);
    scene.pass(Duration.ofNanos(1));
    assertThat(Waiting.refreshed(source, set).size()).isEqualTo(1);
    assertThat(requests()).isEqualTo(5);
  }

  // Moments at which something is due, right after a look

  @Test
  void waitsForAFetchThatOutlastsTheLifeOfTheKeys() throws Exception {
    HttpKeySource source = source();
    JwkSet first = Waiting.jwkSet(source);
    CompletableFuture<Response> coming = new CompletableFuture<>();
    scene.answerBy(request -> coming);
    scene.pass(Duration.ofMinutes(10).minusMillis(500));
    assertThat(Waiting.jwkSet(source)).isSameAs(first);
    assertThat(requests()).isEqualTo(2);

    scene.pass(Duration.ofMillis(500));
    FutureTask<JwkSet> waiting = new FutureTask<>(() -> Waiting.jwkSet(source));
    Thread thread = new Thread(waiting);
    thread.start();
    FaultScene.await(() -> thread.getState() == Thread.State.TIMED_WAITING);
    coming.complete(json(SECOND));
    assertThat(hasSecond(waiting.get())).isTrue();
    assertThat(requests()).isEqualTo(2);
  }

  @Test
  void endsTheUseOfKeysAtTheVeryMomentOfHardExpiry() {
    HttpKeySource source = source();
    JwkSet first = Waiting.jwkSet(source);
    scene.answer(status(500));
    scene.pass(Duration.ofHours(12).minusMillis(500));
    assertThat(Waiting.jwkSet(source)).isSameAs(first);
    assertThat(Waiting.jwkSet(source)).isSameAs(first);
    scene.pass(Duration.ofMillis(499));
    assertThat(Waiting.jwkSet(source)).isSameAs(first);
    scene.pass(Duration.ofMillis(1));
    assertUnavailable(() -> Waiting.jwkSet(source), "status 500");
  }

  @Test
  void hasTheKeysAgainThatAreConfirmedAfterTheyHaveExpired() {
    scene.answer(json(FIRST, "ETag", TAG));
    HttpKeySource source = source();
    JwkSet first = Waiting.jwkSet(source);
    scene.answer(status(500));
    scene.pass(Duration.ofHours(12));
    assertUnavailable(() -> Waiting.jwkSet(source), "status 500");
    scene.answer(status(304));
    scene.pass(Duration.ofSeconds(1));
    assertThat(Waiting.jwkSet(source)).isSameAs(first);
  }

  @Test
  void repeatsInTimeTheFetchThatFailedInTheBackground() {
    HttpKeySource source =
        scene.opened(scene.jwks().retryBackoff(Duration.ofMillis(100), Duration.ofSeconds(30)));
    JwkSet first = Waiting.jwkSet(source);
    CompletableFuture<Response> coming = beginRefresh(source, first);
    coming.complete(status(500));

    scene.answer(json(SECOND));
    scene.pass(Duration.ofMillis(99));
    assertThat(hasSecond(Waiting.jwkSet(source))).isFalse();
    scene.pass(Duration.ofMillis(1));
    assertThat(Waiting.jwkSet(source)).isNotNull();
    assertThat(hasSecond(Waiting.jwkSet(source))).isTrue();
  }

  // Failures

  /** Otherwise a short outage would stay on record until the next refresh. */
  @Test
  void repeatsTheLookForUnknownKeyThatFailed() {
    HttpKeySource source = source();
    JwkSet first = Waiting.jwkSet(source);
    scene.answer(status(503));
    assertThat(Waiting.refreshed(source, first)).isSameAs(first);
    assertThat(source.health().state()).isEqualTo(State.STALE);
    assertThat(source.health().nextRefresh()).isEqualTo(Duration.ofSeconds(1));

    scene.answer(json(SECOND));
    scene.pass(Duration.ofMillis(999));
    assertThat(Waiting.jwkSet(source)).isSameAs(first);
    assertThat(requests()).isEqualTo(2);
    scene.pass(Duration.ofMillis(1));
    assertThat(Waiting.jwkSet(source)).isSameAs(first);
    assertThat(requests()).isEqualTo(3);
    assertThat(hasSecond(Waiting.jwkSet(source))).isTrue();
    assertThat(source.health().state()).isEqualTo(State.CURRENT);
  }

  /** Only one of the two places of metadata is in use, and its response says what is wrong. */
  @ParameterizedTest
  @CsvSource({
    "openid-configuration, 20, 503, 404, ''",
    "oauth-authorization-server, 20, 404, 503, ''",
    "openid-configuration, 7, 503, 404, ''",
    "n, 1, 404, 404, '; check the issuer, or give the URI of its keys: HttpKeySource.jwksUri(...)'"
  })
  void heedsWhatEitherPlaceOfMetadataSays(
      String place, int seconds, int first, int second, String remedy) {
    String error =
        FetchScene.METADATA
            + ": status "
            + first
            + ", then https://issuer.example/.well-known/oauth-authorization-server: status "
            + second
            + remedy;
    HttpKeySource source = scene.opened(scene.discovered());
    scene.answerBy(request ->
        CompletableFuture.completedFuture(
            request.uri().getPath().endsWith(place)
                ? status(seconds == 1 ? 404 : 503, "Retry-After", String.valueOf(seconds))
                : status(404, "Retry-After", "3")));
    assertUnavailable(
        () -> Waiting.jwkSet(source),
        error + "; next attempt in " + Math.max(3, seconds) + "000 ms");
    assertThat(source.health().lastError()).isEqualTo(error);
  }

  @Test
  void saysOfTheOtherPlaceOfMetadataThatItIsDown() {
    HttpKeySource source = scene.opened(scene.discovered());
    scene.answerBy(request ->
        request.uri().getPath().endsWith("openid-configuration")
            ? CompletableFuture.completedFuture(status(404))
            : CompletableFuture.failedFuture(new ConnectException("refused")));
    assertUnavailable(() -> Waiting.jwkSet(source), "ConnectException \"refused\"");
  }

  @Test
  void repeatsTheFetchThatFailedWithoutAnyToken() {
    HttpKeySource source = source();
    JwkSet first = Waiting.jwkSet(source);
    scene.answer(status(503));
    assertThat(Waiting.refreshed(source, first)).isSameAs(first);
    scene.answer(json(SECOND));
    Waiting.refreshIfDue(source);
    assertThat(requests()).isEqualTo(2);
    scene.pass(Duration.ofSeconds(1));
    Waiting.refreshIfDue(source);
    assertThat(source.health().state()).isEqualTo(State.CURRENT);
  }

  /** The token of a new key must not wait for the cooldown if a repeated fetch brings its key. */
  @Test
  void givesTheKeysOfARepeatedFetchToOneWhoIsInTheCooldown() throws Exception {
    HttpKeySource source = source();
    JwkSet first = Waiting.jwkSet(source);
    scene.answer(status(503));
    assertThat(Waiting.refreshed(source, first)).isSameAs(first);
    CompletableFuture<Response> coming = new CompletableFuture<>();
    scene.answerBy(request -> coming);
    scene.pass(Duration.ofSeconds(1));
    assertThat(Waiting.jwkSet(source)).isSameAs(first);
    FutureTask<JwkSet> unknown = new FutureTask<>(() -> Waiting.refreshed(source, first));
    Thread thread = new Thread(unknown);
    thread.start();
    FaultScene.await(() -> thread.getState() == Thread.State.TIMED_WAITING);
    coming.complete(json(SECOND));
    assertThat(hasSecond(unknown.get())).isTrue();
  }

  /** Lets a refresh begin that no caller waits for, and returns what will end it. */
  private CompletableFuture<Response> beginRefresh(HttpKeySource source, JwkSet inForce) {
    CompletableFuture<Response> coming = new CompletableFuture<>();
    scene.answerBy(request -> coming);
    scene.pass(Duration.ofMinutes(8));
    assertThat(Waiting.jwkSet(source)).isSameAs(inForce);
    return coming;
  }

  /** A fetch in the background had begun before, and asked no more than whether all is the same. */
  @Test
  void looksForUnknownKeyItselfAfterAFetchThatOnlyConfirmed() throws Exception {
    HttpKeySource source = source();
    scene.answer(json(FIRST, "ETag", TAG));
    JwkSet first = Waiting.jwkSet(source);
    CompletableFuture<Response> coming = beginRefresh(source, first);
    FutureTask<JwkSet> unknown = new FutureTask<>(() -> Waiting.refreshed(source, first));
    Thread thread = new Thread(unknown);
    thread.start();
    FaultScene.await(() -> thread.getState() == Thread.State.TIMED_WAITING);
    scene.answer(json(SECOND));
    coming.complete(status(304));
    assertThat(hasSecond(unknown.get())).isTrue();
    assertThat(requests()).isEqualTo(3);
  }

  /** The caller would otherwise give up while it waits for the second, and be undecided. */
  @Test
  void waitsForOneFetchIfThatHasTakenLong() {
    HttpKeySource source = source();
    scene.answer(json(FIRST, "ETag", TAG));
    JwkSet first = Waiting.jwkSet(source);
    CompletableFuture<Response> coming = beginRefresh(source, first);
    CompletableFuture<JwkSet> unknown = source.refreshed(first).toCompletableFuture();
    scene.answerBy(request -> new CompletableFuture<>());
    scene.pass(Duration.ofMillis(500));
    coming.complete(status(304));
    assertThat(unknown).isCompletedWithValue(first);
    assertThat(requests()).isEqualTo(2);
  }

  /** An endpoint that may hang must not collect the threads of all callers. */
  @Test
  void letsOneCallerWaitForTheEndOfAnOutage() throws Exception {
    HttpKeySource source = source();
    scene.answer(status(503));
    assertUnavailable(() -> Waiting.jwkSet(source), "status 503");
    CompletableFuture<Response> coming = new CompletableFuture<>();
    scene.answerBy(request -> coming);
    scene.pass(Duration.ofSeconds(1));
    FutureTask<JwkSet> waiting = new FutureTask<>(() -> Waiting.jwkSet(source));
    Thread thread = new Thread(waiting);
    thread.start();
    FaultScene.await(() -> thread.getState() == Thread.State.TIMED_WAITING);
    for (int i = 0; i < 100; i++) {
      assertUnavailable(() -> Waiting.jwkSet(source), "status 503", "next attempt in 0 ms");
    }
    assertThat(requests()).isEqualTo(2);
    coming.complete(json(FIRST));
    assertThat(waiting.get().size()).isEqualTo(1);
  }

  /** The age counts when the keys are returned, not when they were requested. */
  @Test
  void returnsNoKeysThatExpiredDuringTheWait() throws Exception {
    HttpKeySource source =
        scene.opened(
            scene
                .jwks()
                .refreshInterval(Duration.ofSeconds(20))
                .hardExpiry(Duration.ofSeconds(22)));
    JwkSet first = Waiting.jwkSet(source);
    CompletableFuture<Response> coming = new CompletableFuture<>();
    scene.answerBy(request -> coming);
    scene.pass(Duration.ofSeconds(21));
    FutureTask<JwkSet> known = new FutureTask<>(() -> Waiting.jwkSet(source));
    FutureTask<JwkSet> unknown = new FutureTask<>(() -> Waiting.refreshed(source, first));
    for (FutureTask<JwkSet> task : List.of(known, unknown)) {
      Thread thread = new Thread(task);
      thread.start();
      FaultScene.await(() -> thread.getState() == Thread.State.TIMED_WAITING);
    }
    scene.pass(Duration.ofSeconds(1));
    coming.complete(status(500));
    assertUnavailable(() -> unwrapped(known), "status 500");
    assertUnavailable(() -> unwrapped(unknown), "status 500");
  }

  @Test
  void saysOfKeysThatExpiredMeanwhileThatTheyAreNotThereInTime() {
    // Each look at the clock takes a second.
    LongSupplier nanoTime = () -> scene.nanoTime.addAndGet(1_000_000_000);
    HttpKeySource source =
        scene.opened(
            scene
                .jwks()
                .clocks(new Moment.Clocks(nanoTime, scene.wallTime::get))
                .refreshInterval(Duration.ofNanos(1))
                .hardExpiry(Duration.ofNanos(1)));
    assertUnavailable(() -> Waiting.jwkSet(source), "not there in time");
  }

  private static JwkSet unwrapped(FutureTask<JwkSet> task) throws Throwable {
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw e.getCause();
    }
  }

  /** For example of a handler that sends its records over the network that is down. */
  @Test
  void outlivesLogThatFails() {
    Filter failing =
        logged -> {
          throw new IllegalStateException("no log");
        };
    Logger logger = Logger.getLogger(HttpKeySource.class.getName());
    logger.setFilter(failing);
    try {
      HttpKeySource source = source();
      scene.answer(status(500));
      assertUnavailable(() -> Waiting.jwkSet(source), "status 500", "next attempt in 1000 ms");
      assertThat(source.health().failedRefreshes()).isEqualTo(1);
      // One of the keys is worth a line in the log.
      scene.answer(json(JwkText.set(SigningKey.shared(ES256).jwk("first"), "7")));
      scene.pass(Duration.ofSeconds(1));
      assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
      assertThat(source.health().lastError()).isNull();
      assertThat(source.health().failedRefreshes()).isEqualTo(1);
    } finally {
      logger.setFilter(null);
    }
  }

  @Test
  void logsKeysThatItLeavesOutOnce() {
    String text = JwkText.set(SigningKey.shared(ES256).jwk("first"), "7");
    scene.answer(json(text));
    try (CapturedLog log = new CapturedLog()) {
      HttpKeySource source = source();
      for (int i = 0; i < 5; i++) {
        assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
        scene.pass(Duration.ofMinutes(8));
      }
      assertThat(log.lines(Level.WARNING))
          .singleElement()
          .asString()
          .contains("https://issuer.example/jwks keys[1]: not an object");
    }
  }

  // Clocks

  /** By an hour, a day, or all years since 1970. */
  @ParameterizedTest
  @ValueSource(strings = {"PT1H", "PT24H", "P20000D", "P300000D"})
  void outlivesClockThatIsSetBack(Duration jump) {
    HttpKeySource source = source();
    JwkSet first = Waiting.jwkSet(source);
    scene.wallTime.addAndGet(-jump.toMillis());
    for (int i = 0; i < 10; i++) {
      assertThat(Waiting.jwkSet(source)).isSameAs(first);
    }
    assertThat(requests()).isEqualTo(1);
    assertThat(source.health().age()).isZero();
    scene.pass(Duration.ofMinutes(8));
    assertThat(Waiting.jwkSet(source)).isSameAs(first);
    assertThat(requests()).as("the refresh is not frozen").isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT24H", "P20000D", "P300000D"})
  void fetchesOnceWhenTheClockIsSetForward(Duration jump) {
    HttpKeySource source = source();
    JwkSet first = Waiting.jwkSet(source);
    scene.wallTime.addAndGet(jump.toMillis());
    scene.pass(Duration.ofSeconds(1));
    for (int i = 0; i < 10; i++) {
      assertThat(Waiting.jwkSet(source)).isNotSameAs(first);
    }
    assertThat(requests()).isEqualTo(2);
    assertThat(source.health().state()).isEqualTo(State.CURRENT);
  }

  /** While a machine is suspended only one of the clocks goes on. */
  @Test
  void findsOutWithinASecondThatItWasSuspended() {
    HttpKeySource source = source();
    JwkSet first = Waiting.jwkSet(source);
    assertThat(Waiting.jwkSet(source)).isSameAs(first);
    scene.answer(status(500));
    scene.wallTime.addAndGet(Duration.ofHours(12).toMillis());
    scene.nanoTime.addAndGet(Duration.ofSeconds(1).toNanos());
    assertUnavailable(() -> Waiting.jwkSet(source), "status 500");
    assertThat(source.health().state()).isEqualTo(State.UNAVAILABLE);
  }

  // Health

  @Test
  void isUnusedBeforeItIsAsked() {
    HttpKeySource source = source();
    KeySourceHealth health = source.health();
    assertThat(health)
        .usingRecursiveComparison()
        .isEqualTo(new KeySourceHealth(State.UNUSED, null, null, Duration.ZERO, null, 0, 0));
    assertThat(health.isUsable()).isFalse();
    assertThat(scene.requests()).isEmpty();
  }

  @Test
  void isCurrentOnceItHasKeys() {
    HttpKeySource source = source();
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    scene.pass(Duration.ofMinutes(3));
    KeySourceHealth health = source.health();
    assertThat(health)
        .usingRecursiveComparison()
        .isEqualTo(
            new KeySourceHealth(
                State.CURRENT,
                JwkSet.parse(FIRST),
                Duration.ofMinutes(3),
                Duration.ofMinutes(5),
                null,
                1,
                0));
    assertThat(health.isUsable()).isTrue();
  }

  @Test
  void isStaleWhenNothingWasNeededForLong() {
    HttpKeySource source = source();
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    scene.pass(Duration.ofMinutes(8));
    assertThat(source.health().state()).isEqualTo(State.CURRENT);
    assertThat(source.health().nextRefresh()).isZero();
    scene.pass(Duration.ofMinutes(2));
    KeySourceHealth health = source.health();
    assertThat(health)
        .usingRecursiveComparison()
        .isEqualTo(
            new KeySourceHealth(
                State.STALE,
                JwkSet.parse(FIRST),
                Duration.ofMinutes(10),
                Duration.ZERO,
                null,
                1,
                0));
    assertThat(health.isUsable()).isTrue();
    assertThat(requests()).as("asking for the health fetches nothing").isEqualTo(1);
  }

  @Test
  void isStaleWhenTheLastFetchFailed() {
    HttpKeySource source = source();
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    scene.answer(status(500));
    scene.pass(Duration.ofMinutes(8));
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    assertThat(source.health())
        .usingRecursiveComparison()
        .isEqualTo(
            new KeySourceHealth(
                State.STALE,
                JwkSet.parse(FIRST),
                Duration.ofMinutes(8),
                Duration.ofSeconds(1),
                "status 500",
                2,
                1));
    scene.pass(Duration.ofSeconds(5));
    assertThat(source.health().nextRefresh()).isZero();
  }

  @Test
  void isUnavailableWithoutKeys() {
    HttpKeySource source = source();
    scene.answer(status(500));
    assertUnavailable(() -> Waiting.jwkSet(source));
    KeySourceHealth health = source.health();
    assertThat(health)
        .usingRecursiveComparison()
        .isEqualTo(
            new KeySourceHealth(
                State.UNAVAILABLE, null, null, Duration.ofSeconds(1), "status 500", 1, 1));
    assertThat(health.isUsable()).isFalse();
  }

  @Test
  void isUnavailableWhenItsKeysHaveExpired() {
    HttpKeySource source = source();
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    scene.pass(Duration.ofHours(12).minusNanos(1));
    assertThat(source.health().state()).isEqualTo(State.STALE);
    scene.pass(Duration.ofNanos(1));
    assertThat(source.health())
        .usingRecursiveComparison()
        .isEqualTo(new KeySourceHealth(State.UNAVAILABLE, null, null, Duration.ZERO, null, 1, 0));
  }

  @Test
  void isDueNowWhileAFetchIsUnderWay() {
    HttpKeySource source = source();
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    scene.answerBy(request -> new CompletableFuture<>());
    scene.pass(Duration.ofMinutes(9));
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    assertThat(source.health().nextRefresh()).isZero();
    assertThat(source.health().refreshes()).as("those that are over").isEqualTo(1);
  }

  @Test
  void isNeverDueOnceClosed() {
    HttpKeySource source = source();
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    source.close();
    assertThat(source.health().nextRefresh()).isNull();
    assertThat(source.health().state()).isEqualTo(State.CURRENT);
    Waiting.refreshIfDue(source);
    scene.pass(Duration.ofHours(1));
    Waiting.refreshIfDue(source);
    assertThat(requests()).isEqualTo(1);
  }

  /** That a fetch ends then is no failure of anybody. */
  @Test
  void tellsNobodyOfAFetchThatEndsBecauseItIsClosed() {
    List<KeyRefreshReport> told = new ArrayList<>();
    HttpKeySource source = source();
    source.onRefresh(told::add);
    scene.answerBy(request -> new CompletableFuture<>());
    CompletableFuture<JwkSet> waiting = source.refreshed(null).toCompletableFuture();
    try (CapturedLog log = new CapturedLog()) {
      source.close();
      assertThat(waiting).isCompletedExceptionally();
      assertThat(told).isEmpty();
      assertThat(log.lines(Level.INFO)).isEmpty();
    }
  }

  @Test
  void isCurrentAgainAfterAFailure() {
    HttpKeySource source = source();
    scene.answer(status(500));
    assertUnavailable(() -> Waiting.jwkSet(source));
    scene.pass(Duration.ofSeconds(1));
    assertUnavailable(() -> Waiting.jwkSet(source));
    assertThat(source.health().nextRefresh()).isEqualTo(Duration.ofSeconds(2));
    scene.pass(Duration.ofSeconds(2));
    scene.answer(json(FIRST));
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    assertThat(source.health())
        .usingRecursiveComparison()
        .isEqualTo(
            new KeySourceHealth(
                State.CURRENT,
                JwkSet.parse(FIRST),
                Duration.ZERO,
                Duration.ofMinutes(8),
                null,
                3,
                2));
  }

  @Test
  void tellsWhichKeysAreInForceAndWhichAreNot() {
    HttpKeySource source = source();
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    JwkText second = SigningKey.shared(ED25519).jwk("second");
    scene.answer(json(JwkText.set(second, second.with("kid", "third").without("x"))));
    scene.pass(Duration.ofMinutes(8));
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    assertThat(source.health().keysInForce()).containsExactly(new KeyInForce("second", ED25519));
    assertThat(source.health().skippedKeys())
        .containsExactly(new SkippedKey(1, "third", "\"x\" is missing"));
    scene.pass(Duration.ofHours(12));
    assertThat(source.health().keysInForce()).as("they have expired").isEmpty();
    assertThat(source.health().skippedKeys()).isEmpty();
  }

  // Without tokens

  @Test
  void fetchesWithoutWaitingIfItIsDue() {
    HttpKeySource source = source();
    CompletableFuture<Response> coming = new CompletableFuture<>();
    scene.answerBy(request -> coming);
    Waiting.refreshIfDue(source);
    Waiting.refreshIfDue(source);
    assertThat(requests()).isEqualTo(1);
    assertThat(source.health().state()).isEqualTo(State.UNUSED);
    coming.complete(json(FIRST));
    assertThat(source.health().state()).isEqualTo(State.CURRENT);

    Waiting.refreshIfDue(source);
    scene.pass(Duration.ofMinutes(8).minusNanos(1));
    Waiting.refreshIfDue(source);
    assertThat(requests()).isEqualTo(1);
    scene.pass(Duration.ofNanos(1));
    scene.answer(json(SECOND));
    Waiting.refreshIfDue(source);
    assertThat(requests()).isEqualTo(2);
    assertThat(source.health().keys()).isEqualTo(2);
    assertThat(source.health().age()).isZero();
  }

  @Test
  void fetchesExpiredKeysWithoutAnyToken() {
    HttpKeySource source = source();
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    scene.pass(Duration.ofHours(13));
    assertThat(source.health().state()).isEqualTo(State.UNAVAILABLE);
    Waiting.refreshIfDue(source);
    assertThat(source.health().state()).isEqualTo(State.CURRENT);
  }

  @Test
  void heedsTheWaitAfterAFailureWithoutAnyToken() {
    HttpKeySource source = source();
    scene.answer(status(500));
    for (int i = 0; i < 10; i++) {
      Waiting.refreshIfDue(source);
    }
    assertThat(requests()).isEqualTo(1);
    scene.answer(json(FIRST));
    scene.pass(Duration.ofSeconds(1));
    Waiting.refreshIfDue(source);
    assertThat(source.health().state()).isEqualTo(State.CURRENT);
  }

  @Test
  void hasNothingToGiveWhereNewerKeysThanNoneAreAskedFor() {
    HttpKeySource source = source();
    JwkSet none = JwkSet.parse(FIRST);
    scene.answer(status(500));
    assertUnavailable(() -> Waiting.refreshed(source, none), "status 500");
    scene.answer(json(SECOND));
    scene.pass(Duration.ofMinutes(1));
    assertThat(hasSecond(Waiting.refreshed(source, none))).isTrue();
  }

  @Test
  void hasKeysThatAreThereAtOnceEvenForAnInterruptedThread() {
    HttpKeySource source = source();
    Thread.currentThread().interrupt();
    try {
      assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  /** The newer set may have the key. */
  @Test
  void fetchesNothingForOneWhoHasNotSeenTheSetInForce() {
    HttpKeySource source = source();
    JwkSet first = Waiting.jwkSet(source);
    scene.answer(json(SECOND));
    scene.pass(Duration.ofMinutes(8));
    assertThat(Waiting.jwkSet(source)).isNotNull();

    assertThat(hasSecond(Waiting.refreshed(source, first))).isTrue();
    assertThat(requests()).isEqualTo(2);
    assertThat(Waiting.refreshed(source, Waiting.jwkSet(source))).isNotNull();
    assertThat(requests()).isEqualTo(3);
  }

  @Test
  void takesTheSetThatComesWhileItIsAboutToLook() {
    Deque<Runnable> readings = new ArrayDeque<>();
    LongSupplier clock =
        () -> {
          Runnable reading = readings.poll();
          if (reading != null) {
            reading.run();
          }
          return scene.nanoTime.get();
        };
    HttpKeySource source =
        scene.opened(scene.jwks().clocks(new Moment.Clocks(clock, scene.wallTime::get)));
    JwkSet first = Waiting.jwkSet(source);
    scene.answer(json(SECOND));
    // While the caller reads the clock, another one is faster.
    readings.add(() -> Waiting.refreshed(source, first));

    assertThat(hasSecond(Waiting.refreshed(source, first))).isTrue();
    assertThat(readings).isEmpty();
    assertThat(requests()).isEqualTo(2);
  }

  // Time-outs

  /** A timer that never gets to its tasks. */
  private static ScheduledExecutorService blockedTimer(CountDownLatch testIsOver) {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    timer.execute(() -> {
      try {
        testIsOver.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    return timer;
  }

  private void withBlockedTimer(Duration timeout, Consumer<HttpKeySource> test) {
    CountDownLatch testIsOver = new CountDownLatch(1);
    ScheduledExecutorService timer = blockedTimer(testIsOver);
    try {
      test.accept(
          scene.opened(
              scene
                  .jwks()
                  .totalTimeout(timeout)
                  .threads(new LibraryThreads(Runnable::run, timer))));
    } finally {
      testIsOver.countDown();
      timer.shutdownNow();
    }
  }

  /** As if no thread could be had for it. */
  @Test
  void endsAFetchThatNoTimerTakes() {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    timer.shutdownNow();
    HttpKeySource source =
        scene.opened(scene.jwks().threads(new LibraryThreads(Runnable::run, timer)));
    assertUnavailable(() -> Waiting.jwkSet(source), "RejectedExecutionException");
    assertThat(source.health().failedRefreshes()).isEqualTo(1);
    assertThat(scene.requests()).isEmpty();
  }

  /** As where no thread can be started. */
  @Test
  void releasesCallersOnTheThreadThatEndsTheFetchIfThereIsNoOther() {
    AtomicBoolean exhausted = new AtomicBoolean();
    Executor workers =
        task -> {
          if (exhausted.get()) {
            throw new OutOfMemoryError("unable to create native thread");
          }
          task.run();
        };
    CompletableFuture<Response> coming = new CompletableFuture<>();
    scene.answerBy(request -> coming);
    HttpKeySource source =
        scene.opened(
            scene.jwks().threads(new LibraryThreads(workers, LibraryThreads.SHARED.timer())));
    CompletableFuture<JwkSet> waiting = source.refreshed(null).toCompletableFuture();
    exhausted.set(true);
    coming.complete(json(FIRST));
    assertThat(waiting).isCompletedWithValueMatching(set -> set.size() == 1);
  }

  @Test
  void letsTheNextCallerEndAFetchThatTheTimerDoesNot() {
    withBlockedTimer(
        Duration.ofMillis(50),
        source -> {
          CompletableFuture<Response> never = new CompletableFuture<>();
          scene.answerBy(request -> never);
          CompletableFuture<JwkSet> waiting = source.refreshed(null).toCompletableFuture();
          FaultScene.await(() -> {
            Waiting.refreshIfDue(source);
            return source.health().failedRefreshes() == 1;
          });
          assertThat(waiting)
              .failsWithin(FaultScene.PATIENCE)
              .withThrowableThat()
              .withMessageContaining("TimeoutException \"not complete after 50 ms\"");
          assertThat(never).isCancelled();

          scene.answer(json(FIRST));
          scene.pass(Duration.ofSeconds(1));
          assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
        });
  }

  @Test
  void letsTheNextCallerWithAnUnknownKeyEndAFetchThatTheTimerDoesNot() {
    withBlockedTimer(
        Duration.ofMillis(50),
        source -> {
          JwkSet first = Waiting.jwkSet(source);
          scene.answerBy(request -> new CompletableFuture<>());
          CompletableFuture<JwkSet> waiting = source.refreshed(first).toCompletableFuture();
          FaultScene.await(() -> {
            var unused = source.refreshed(first);
            return source.health().failedRefreshes() == 1;
          });
          assertThat(waiting).succeedsWithin(FaultScene.PATIENCE).isSameAs(first);
          assertThat(source.health().state()).isEqualTo(State.STALE);
        });
  }

  @Test
  void endsAnOverdueFetchThatNoCallerWaitsFor() {
    withBlockedTimer(
        Duration.ofMillis(50),
        source -> {
          JwkSet first = Waiting.jwkSet(source);
          scene.answerBy(request -> new CompletableFuture<>());
          scene.pass(Duration.ofMinutes(8));
          assertThat(Waiting.jwkSet(source)).isSameAs(first);
          assertThat(source.health().failedRefreshes()).isZero();
          FaultScene.await(() -> {
            scene.pass(Duration.ofSeconds(1));
            Waiting.refreshIfDue(source);
            return source.health().failedRefreshes() == 1;
          });
          assertThat(requests()).isEqualTo(2);
        });
  }

  @Test
  void dropsTheDocumentOfAFetchThatWasOverdue() {
    withBlockedTimer(
        Duration.ofMillis(50),
        source -> {
          CompletableFuture<Response> late = new CompletableFuture<>();
          scene.answerBy(request -> late.minimalCompletionStage());
          FaultScene.await(() -> {
            Waiting.refreshIfDue(source);
            return source.health().failedRefreshes() == 1;
          });
          late.complete(json(FIRST));
          assertThat(source.health().refreshes()).isEqualTo(1);
          assertThat(source.health().keys()).isZero();
        });
  }

  /** Monitoring would otherwise change what it observes. */
  @Test
  void changesNothingByQueries() {
    HttpKeySource source = source();
    JwkSet first = Waiting.jwkSet(source);
    scene.answer(json(SECOND));
    scene.pass(Duration.ofHours(12));
    for (int i = 0; i < 3; i++) {
      assertThat(source.health().state()).isEqualTo(State.UNAVAILABLE);
      assertThat(source.health().keys()).isZero();
    }
    assertThat(requests()).isEqualTo(1);
    assertThat(Waiting.jwkSet(source)).isNotSameAs(first);
    assertThat(requests()).isEqualTo(2);
  }
}
