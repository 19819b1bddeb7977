// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;
import static org.jwtvalidation.keysource.FetchScene.assertUnavailable;
import static org.jwtvalidation.keysource.FetchScene.json;
import static org.jwtvalidation.keysource.FetchScene.status;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.fault.FaultScene;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.JwkText;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.keysource.KeyFetcher.Request;
import org.jwtvalidation.keysource.KeyFetcher.Response;
import org.jwtvalidation.keysource.KeySourceHealth.State;

/** Fetchers of the user's own, among them such as do everything wrong. */
@Timeout(300)
class KeyFetcherTest {

  private static final String FIRST = JwkText.set(SigningKey.shared(ES256).jwk("first"));

  private final FetchScene scene = new FetchScene(json(FIRST));

  @AfterEach
  void closeScene() {
    scene.close();
  }

  @Test
  void isToldWhatToAskFor() {
    HttpKeySource source =
        scene.opened(scene.jwks().totalTimeout(Duration.ofSeconds(3)).header("X", "1"));
    assertThat(scene.requests()).isEmpty();
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    assertThat(scene.requests())
        .containsExactly(
            new Request(
                FetchScene.JWKS,
                Map.of("Accept", "application/jwk-set+json, application/json", "X", "1"),
                Duration.ofSeconds(3),
                524_288));
  }

  @Test
  void copiesTheHeaderFieldsOfARequest() {
    Map<String, String> headers = new HashMap<>(Map.of("a", "b"));
    Request request = new Request(FetchScene.JWKS, headers, Duration.ofSeconds(1), 1);
    headers.clear();
    assertThat(request.headers()).isEqualTo(Map.of("a", "b")).isUnmodifiable();
  }

  @Test
  void printsNothingThatMayBeSecret() {
    Request request =
        new Request(FetchScene.JWKS, Map.of("Cookie", "secret"), Duration.ofSeconds(1), 1);
    assertThat(request).hasToString("Request[https://issuer.example/jwks, headers [Cookie]]");
    assertThat(json(FIRST, "Set-Cookie", "secret"))
        .hasToString("Response[200, " + FIRST.length() + " octets]");
  }

  @Test
  void isNotClosedWithTheSource() {
    class Closeable implements KeyFetcher, AutoCloseable {
      private final AtomicInteger closed = new AtomicInteger();

      @Override
      public CompletionStage<Response> fetch(Request request) {
        return CompletableFuture.completedFuture(json(FIRST));
      }

      @Override
      public void close() {
        closed.incrementAndGet();
      }
    }
    Closeable fetcher = new Closeable();
    try (HttpKeySource source = HttpKeySource.jwksUri(FetchScene.JWKS).fetcher(fetcher).build()) {
      assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    }
    assertThat(fetcher.closed).hasValue(0);
  }

  /** Each failure is counted and logged once, and repeated after its wait. */
  @ParameterizedTest(name = "{0}")
  @MethodSource
  void mayFailInAnyWay(
      String name, Function<Request, CompletionStage<Response>> fault, String error) {
    try (CapturedLog log = new CapturedLog()) {
      HttpKeySource source = scene.opened(scene.jwks());
      scene.answerBy(fault);
      assertUnavailable(() -> Waiting.jwkSet(source), error, "next attempt in 1000 ms");
      assertUnavailable(() -> Waiting.jwkSet(source), error, "next attempt in 1000 ms");
      assertThat(scene.requests()).hasSize(1);
      assertThat(source.health().failedRefreshes()).isEqualTo(1);

      scene.answer(json(FIRST));
      scene.pass(Duration.ofSeconds(1));
      JwkSet good = Waiting.jwkSet(source);
      scene.answerBy(fault);
      scene.pass(Duration.ofMinutes(9));
      assertThat(Waiting.jwkSet(source)).isSameAs(good);
      assertThat(Waiting.refreshed(source, good)).isSameAs(good);
      assertThat(source.health().state()).isEqualTo(State.STALE);
      assertThat(source.health().lastError()).contains(error);
      assertThat(scene.requests()).hasSize(3);

      scene.answer(json(FIRST));
      scene.pass(Duration.ofSeconds(1));
      assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
      assertThat(source.health().state()).isEqualTo(State.CURRENT);
      assertThat(source.health().refreshes()).isEqualTo(4);
      assertThat(source.health().failedRefreshes()).isEqualTo(2);
      assertThat(source.health().lastError()).isNull();
      assertThat(log.lines(Level.WARNING))
          .hasSize(2)
          .allMatch(line -> line.contains("could not be fetched: " + error));
    }
  }

  /** The fetch for the keys never starts. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("mayFailInAnyWay")
  void mayFailInAnyWayForTheMetadata(
      String name, Function<Request, CompletionStage<Response>> fault, String error) {
    HttpKeySource source = scene.opened(scene.discovered());
    scene.answerBy(fault);
    assertUnavailable(() -> Waiting.jwkSet(source), "next attempt in 1000 ms");
    assertThat(source.health().failedRefreshes()).isEqualTo(1);

    scene.answerDiscovery("https://keys.example/", json(FIRST));
    scene.pass(Duration.ofSeconds(1));
    assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
  }

  static Stream<Arguments> mayFailInAnyWay() {
    byte[] body = {'{', '}'};
    Map<String, List<String>> none = Map.of();
    return Stream.of(
        fault(
            "throws",
            request -> {
              throw new IllegalStateException("no");
            },
            "IllegalStateException \"no\""),
        fault(
            "throws without message",
            request -> {
              throw new IllegalStateException();
            },
            "IllegalStateException"),
        fault(
            "has no thread left",
            request -> {
              throw new RejectedExecutionException("full");
            },
            "RejectedExecutionException \"full\""),
        fault(
            "lacks a class",
            request -> {
              throw new NoClassDefFoundError("org/example/Client");
            },
            "NoClassDefFoundError"),
        fault("overflows the stack", KeyFetcherTest::endless, "StackOverflowError"),
        fault(
            "runs out of memory",
            request -> {
              throw new OutOfMemoryError("thread");
            },
            "OutOfMemoryError"),
        fault(
            "throws what nobody may ask",
            request -> {
              throw new Unspeakable();
            },
            "IllegalStateException \"unspeakable\""),
        fault("gives no stage", request -> null, "NullPointerException"),
        fault(
            "gives a stage that is no future",
            request -> new Unconvertible(),
            "UnsupportedOperationException"),
        failed("fails", new IOException("reset"), "IOException \"reset\""),
        failed(
            "fails by a wrapped exception",
            new CompletionException(new IOException("reset")),
            "IOException \"reset\""),
        failed("fails by an error", new AssertionError("own"), "AssertionError \"own\""),
        failed(
            "fails by what nobody may ask",
            new Unspeakable(),
            "IllegalStateException \"unspeakable\""),
        failed(
            "prints lines",
            new IOException("a\r\nWARNING: b"),
            "IOException \"a\\u000d\\u000aWARNING: b\""),
        failed(
            "prints too much",
            new IOException("x".repeat(1_000_000)),
            "IOException \"" + "x".repeat(256) + "\"..."),
        answered("has no response", null, "NullPointerException"),
        answered("has no header fields", new Response(200, null, body), "NullPointerException"),
        answered(
            "has a field without name",
            new Response(200, odd(null, List.of("x")), body),
            "NullPointerException"),
        answered(
            "has a field without values",
            new Response(200, odd("x", null), body),
            "NullPointerException"),
        answered(
            "has a field with a null",
            new Response(200, odd("x", Arrays.asList("a", null)), body),
            "NullPointerException"),
        answered(
            "has a field of an empty name",
            new Response(200, odd("", List.of("x")), body),
            "IllegalArgumentException \"empty key\""),
        answered(
            "has a field twice",
            new Response(200, Map.of("a", List.of("x"), "A", List.of("y")), body),
            "IllegalArgumentException \"duplicate key: "),
        answered("has no body", new Response(200, none, null), "NullPointerException"),
        answered(
            "has an empty body", new Response(200, none, new byte[0]), "JWK Set: no JSON value"),
        answered(
            "has too large a body",
            new Response(200, none, new byte[524_289]),
            "more than 524288 octets"),
        answered("has another document", new Response(200, none, body), "JWK Set: no array"),
        answered(
            "has followed a redirect",
            status(302),
            "status 302, a redirect, which is not followed"),
        answered(
            "has decoded nothing",
            json(FIRST, "Content-Encoding", "gzip"),
            "content coding \"gzip\", which was not requested"),
        answered("says unchanged unasked", status(304), "status 304"),
        answered("has no sensible status", status(-1), "status -1"));
  }

  private static Arguments fault(
      String name, Function<Request, CompletionStage<Response>> fault, String error) {
    return arguments(name, fault, error);
  }

  private static Arguments failed(String name, Throwable failure, String error) {
    return fault(name, request -> CompletableFuture.failedFuture(failure), error);
  }

  private static Arguments answered(String name, Response response, String error) {
    return fault(name, request -> CompletableFuture.completedFuture(response), error);
  }

  private static Map<String, List<String>> odd(String name, List<String> values) {
    return Collections.singletonMap(name, values);
  }

  @SuppressWarnings("InfiniteRecursion") // on purpose
  private static CompletionStage<Response> endless(Request request) {
    return endless(request);
  }

  /** An exception that cannot even be described. */
  private static final class Unspeakable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("unspeakable");
    }
  }

  private static final class Unconvertible extends CompletableFuture<Response> {
    @Override
    public CompletableFuture<Response> toCompletableFuture() {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void isCancelledWhenTheTimeIsOver() {
    CompletableFuture<Response> never = new CompletableFuture<>();
    scene.answerBy(request -> never);
    HttpKeySource source = scene.opened(scene.jwks().totalTimeout(Duration.ofMillis(50)));
    assertUnavailable(() -> Waiting.jwkSet(source));
    FaultScene.await(() -> source.health().failedRefreshes() == 1);
    FaultScene.await(never::isCancelled);
    assertUnavailable(
        () -> Waiting.jwkSet(source),
        "TimeoutException \"not complete after 50 ms\"; check issuer.example, or set totalTimeout(...);"
            + " next attempt in 1000 ms");
  }

  @Test
  void isCancelledWhenTheSourceIsClosed() {
    CompletableFuture<Response> never = new CompletableFuture<>();
    scene.answerBy(request -> never);
    HttpKeySource source = scene.opened(scene.jwks());
    Waiting.refreshIfDue(source);
    assertThat(scene.requests()).hasSize(1);
    source.close();
    assertThat(never).isCancelled();
    assertUnavailable(() -> Waiting.jwkSet(source), "closed");
  }

  /** Such a stage cannot be cancelled; its response is dropped. */
  @Test
  void isNotListenedToWhenTheTimeIsOver() {
    CompletableFuture<Response> late = new CompletableFuture<>();
    scene.answerBy(request -> late.minimalCompletionStage());
    HttpKeySource source = scene.opened(scene.jwks().totalTimeout(Duration.ofMillis(50)));
    assertUnavailable(() -> Waiting.jwkSet(source));
    FaultScene.await(() -> source.health().failedRefreshes() == 1);

    late.complete(json(FIRST));
    assertThat(source.health().refreshes()).isEqualTo(1);
    assertUnavailable(() -> Waiting.jwkSet(source));
  }

  @Test
  void isNotAskedForTheKeysWhenTheTimeWentByForTheMetadata() {
    CompletableFuture<Response> late = new CompletableFuture<>();
    scene.answerBy(request -> late.minimalCompletionStage());
    HttpKeySource source = scene.opened(scene.discovered().totalTimeout(Duration.ofMillis(50)));
    assertUnavailable(() -> Waiting.jwkSet(source));
    FaultScene.await(() -> source.health().failedRefreshes() == 1);

    late.complete(
        json("{\"issuer\":\"https://issuer.example\",\"jwks_uri\":\"https://a.example\"}"));
    assertThat(scene.requests())
        .extracting(KeyFetcher.Request::uri)
        .doesNotContain(URI.create("https://a.example"));
  }

  /** A stage that fails even when it is cancelled. */
  @Test
  void mayThrowWhenCancelled() {
    CompletableFuture<Response> touchy =
        new CompletableFuture<>() {
          @Override
          public boolean cancel(boolean mayInterruptIfRunning) {
            throw new IllegalStateException("not now");
          }
        };
    scene.answerBy(request -> touchy);
    HttpKeySource source = scene.opened(scene.jwks().totalTimeout(Duration.ofMillis(50)));
    assertUnavailable(() -> Waiting.jwkSet(source));
    FaultScene.await(() -> source.health().failedRefreshes() == 1);
    scene.answer(json(FIRST));
    FaultScene.await(() -> {
      scene.pass(Duration.ofSeconds(30));
      Waiting.refreshIfDue(source);
      return source.health().isUsable();
    });
  }
}
