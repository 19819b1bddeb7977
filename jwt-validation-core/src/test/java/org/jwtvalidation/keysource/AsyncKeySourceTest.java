// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED25519;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;
import static org.jwtvalidation.keysource.FetchScene.json;
import static org.jwtvalidation.keysource.FetchScene.status;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.Patience;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.JwkText;
import org.jwtvalidation.jwk.SigningKey;

/** Key sources asked by callers that never wait. */
@Timeout(300)
class AsyncKeySourceTest {

  private static final String ONE = JwkText.set(SigningKey.shared(ES256).jwk("one"));
  private static final String TWO =
      JwkText.set(SigningKey.shared(ES256).jwk("one"), SigningKey.shared(ED25519).jwk("two"));

  private final FetchScene scene = new FetchScene(json(ONE));
  private CompletableFuture<KeyFetcher.Response> answer = new CompletableFuture<>();

  @AfterEach
  void close() {
    scene.close();
  }

  private void answerLater() {
    answer = new CompletableFuture<>();
    scene.answerBy(request -> answer);
  }

  private static CompletableFuture<JwkSet> asked(KeySource source) {
    JwkSet atHand = source.jwkSet();
    return atHand == null
        ? source.refreshed(null).toCompletableFuture()
        : CompletableFuture.completedFuture(atHand);
  }

  private static CompletableFuture<JwkSet> refreshed(KeySource source, JwkSet seen) {
    return source.refreshed(seen).toCompletableFuture();
  }

  @Test
  void completesWhenTheFirstKeysCome() {
    answerLater();
    HttpKeySource source = scene.opened(scene.jwks());
    CompletableFuture<JwkSet> first = asked(source);
    CompletableFuture<JwkSet> second = asked(source);
    assertThat(first).isNotDone();
    assertThat(second).isNotDone();
    answer.complete(json(ONE));
    assertThat(first.join().size()).isEqualTo(1);
    assertThat(second.join()).isSameAs(first.join());
    assertThat(scene.requests()).hasSize(1);

    assertThat(asked(source)).isCompletedWithValue(first.join());
    scene.pass(Duration.ofMinutes(1));
    assertThat(asked(source)).isCompletedWithValue(first.join());
  }

  @Test
  void failsWhereTheFirstKeysDoNotCome() {
    answerLater();
    HttpKeySource source = scene.opened(scene.jwks());
    CompletableFuture<JwkSet> first = asked(source);
    answer.complete(status(500));
    assertThat(first)
        .failsWithin(Patience.LONG)
        .withThrowableThat()
        .withCauseInstanceOf(KeySourceException.class)
        .withMessageContaining("status 500");
    assertThat(asked(source)).as("while backing off").isCompletedExceptionally();

    // In an outage, at most one waits for each fetch.
    scene.pass(Duration.ofSeconds(30));
    answerLater();
    CompletableFuture<JwkSet> retry = asked(source);
    assertThat(retry).isNotDone();
    assertThat(asked(source)).isCompletedExceptionally();
    answer.complete(json(ONE));
    assertThat(retry.join().size()).isEqualTo(1);
  }

  @Test
  void givesTheKeysAtHandUntilTheyAreOld() {
    HttpKeySource source = scene.opened(scene.jwks());
    JwkSet first = Waiting.jwkSet(source);
    answerLater();
    scene.pass(Duration.ofMinutes(9));
    assertThat(asked(source)).as("refreshed in the background").isCompletedWithValue(first);
    scene.pass(Duration.ofMinutes(1));
    CompletableFuture<JwkSet> old = asked(source);
    assertThat(old).isNotDone();
    answer.complete(json(TWO));
    assertThat(old.join().size()).isEqualTo(2);
  }

  @Test
  void fetchesForAnUnknownKey() {
    HttpKeySource source = scene.opened(scene.jwks());
    JwkSet first = Waiting.jwkSet(source);
    answerLater();
    CompletableFuture<JwkSet> newer = refreshed(source, first);
    assertThat(newer).isNotDone();
    answer.complete(json(TWO));
    assertThat(newer.join().size()).isEqualTo(2);
    assertThat(refreshed(source, first)).isCompletedWithValue(newer.join());
    assertThat(refreshed(source, newer.join()))
        .as("within the cooldown")
        .isCompletedWithValue(newer.join());
  }

  /** A fetch that was under way may have been answered before the key was published. */
  @Test
  void fetchesOnceMoreAfterAFetchThatWasUnderWay() {
    scene.answer(json(ONE, "ETag", "\"1\""));
    HttpKeySource source = scene.opened(scene.jwks());
    JwkSet first = Waiting.jwkSet(source);
    Deque<CompletableFuture<KeyFetcher.Response>> answers = new ArrayDeque<>();
    scene.answerBy(request -> {
      answers.add(new CompletableFuture<>());
      return answers.getLast();
    });
    scene.pass(Duration.ofMinutes(9));
    assertThat(asked(source)).isCompleted();
    CompletableFuture<JwkSet> newer = refreshed(source, first);
    answers.getFirst().complete(status(304));
    assertThat(newer).isNotDone();
    assertThat(answers).hasSize(2);
    answers.getLast().complete(json(TWO));
    assertThat(newer.join().size()).isEqualTo(2);
  }

  @Test
  void failsOnceClosed() {
    HttpKeySource source = scene.opened(scene.jwks());
    source.close();
    assertThat(asked(source)).isCompletedExceptionally();
  }

  /** The endpoint's own thread may have to serve other sources. */
  @Test
  void completesOnAThreadOfTheLibrary() throws InterruptedException {
    answerLater();
    HttpKeySource source = scene.opened(scene.jwks().threads(LibraryThreads.SHARED));
    CompletableFuture<String> thread =
        asked(source).thenApply(keys -> Thread.currentThread().getName());
    Thread bringer = new Thread(() -> answer.complete(json(ONE)), "brings-the-keys");
    bringer.start();
    bringer.join();
    assertThat(thread.join()).isEqualTo("jwt-validation-keys");
  }

  @Test
  void isAlwaysCompleteForKeysInMemory() {
    JwkSet keys = JwkSet.parse(ONE);
    KeySource source = KeySource.of(keys);
    assertThat(asked(source)).isCompletedWithValue(keys);
    assertThat(refreshed(source, keys)).isCompletedWithValue(keys);
  }

  @Test
  void isCompleteForASourceThatHasItsKeysAtHand() {
    JwkSet keys = JwkSet.parse(ONE);
    KeySource source = () -> keys;
    assertThat(refreshed(source, keys)).isCompletedWithValue(keys);
    KeySource empty = () -> null;
    assertThat(refreshed(empty, null))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(KeySourceException.class);
  }

  @Test
  void readsTheFileOnAThreadOfTheLibrary(@TempDir Path folder) throws IOException {
    Path path = folder.resolve("jwks.json");
    Files.writeString(path, ONE);
    Deque<Runnable> threads = new ArrayDeque<>();
    AtomicLong nanoTime = new AtomicLong();
    KeySource source =
        PolledKeySource.file(
            path,
            SteeredTime.measuring(nanoTime::get),
            new LibraryThreads(threads::add, LibraryThreads.SHARED.timer()));
    threads.remove().run();
    JwkSet first = asked(source).join();
    assertThat(threads).isEmpty();

    Files.writeString(path, TWO);
    nanoTime.addAndGet(Duration.ofSeconds(5).toNanos());
    assertThat(asked(source)).isCompletedWithValue(first);
    assertThat(asked(source)).isCompletedWithValue(first);
    assertThat(threads).hasSize(1);
    threads.remove().run();
    threads.clear();
    JwkSet second = asked(source).join();
    assertThat(second.size()).isEqualTo(2);

    assertThat(refreshed(source, first)).isCompletedWithValue(second);
    assertThat(refreshed(source, second)).as("too soon").isCompletedWithValue(second);
    Files.writeString(path, ONE);
    nanoTime.addAndGet(Duration.ofSeconds(1).toNanos());
    CompletableFuture<JwkSet> third = refreshed(source, second);
    assertThat(third).isNotDone();
    CompletableFuture<JwkSet> other = refreshed(source, second);
    assertThat(other).as("another reads").isNotDone();
    threads.remove().run();
    assertThat(other).as("released on a thread of the library").isNotDone();
    threads.remove().run();
    assertThat(third.join().size()).isEqualTo(1);
    assertThat(other).isCompletedWithValue(third.join());
  }

  @Test
  void acceptsMetadataThatNamesThePlaceholderOfTheTenants() {
    String placeholder = FetchScene.ISSUER + "/{tenantid}/v2.0";
    scene.answerBy(request ->
        CompletableFuture.completedFuture(
            request.uri().getPath().contains("/.well-known/")
                ? json(
                    "{\"issuer\":\"" + placeholder + "\",\"jwks_uri\":\"" + FetchScene.JWKS + "\"}")
                : json(ONE)));
    HttpKeySource strict = scene.opened(scene.discovered());
    FetchScene.assertUnavailable(() -> Waiting.jwkSet(strict), "issuer");
    HttpKeySource expecting = scene.opened(scene.discovered().metadataIssuer(placeholder));
    assertThat(Waiting.jwkSet(expecting).size()).isEqualTo(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HttpKeySource.jwksUri(FetchScene.JWKS).metadataIssuer(placeholder))
        .withMessageStartingWith("metadataIssuer: set for keys at a URI");
  }
}
