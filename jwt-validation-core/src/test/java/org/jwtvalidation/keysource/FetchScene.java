// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.internal.concurrent.Moment;

/**
 * Key sources without a network, whose requests a test answers as it likes, and a time that passes
 * when the test says so.
 */
public final class FetchScene implements AutoCloseable {

  public static final String ISSUER = "https://issuer.example";
  public static final URI JWKS = URI.create(ISSUER + "/jwks");
  public static final URI METADATA = URI.create(ISSUER + "/.well-known/openid-configuration");

  /** Calls fetchers, listeners and log appenders at once. */
  static final LibraryThreads ON_THE_CALLER =
      new LibraryThreads(Runnable::run, LibraryThreads.SHARED.timer());

  public final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 7);
  public final AtomicLong wallTime = new AtomicLong(1_700_000_000_000L);
  private final List<KeyFetcher.Request> requests = new CopyOnWriteArrayList<>();
  private final Deque<HttpKeySource> opened = new ArrayDeque<>();
  private volatile Function<KeyFetcher.Request, CompletionStage<KeyFetcher.Response>> answer;

  public FetchScene(KeyFetcher.Response response) {
    answer(response);
  }

  /** Answers every request with this from now on. */
  public void answer(KeyFetcher.@Nullable Response response) {
    answerBy(request -> CompletableFuture.completedFuture(response));
  }

  /** Answers every request by a failed stage from now on. */
  public void fail(Throwable failure) {
    answerBy(request -> CompletableFuture.failedFuture(failure));
  }

  public void answerBy(Function<KeyFetcher.Request, CompletionStage<KeyFetcher.Response>> how) {
    answer = how;
  }

  /** Answers requests for metadata as an issuer of this {@code jwks_uri}, others with keys. */
  public void answerDiscovery(String jwksUri, KeyFetcher.Response keys) {
    KeyFetcher.Response metadata =
        json("{\"issuer\":\"" + ISSUER + "\",\"jwks_uri\":\"" + jwksUri + "\"}");
    answerBy(request ->
        CompletableFuture.completedFuture(
            request.uri().getPath().startsWith("/.well-known/") ? metadata : keys));
  }

  /** A response of status 200 with a JSON document. */
  public static KeyFetcher.Response json(String document, String... namesAndValues) {
    Map<String, List<String>> headers = headers(namesAndValues);
    headers.put("Content-Type", List.of("application/json"));
    return new KeyFetcher.Response(200, headers, document.getBytes(UTF_8));
  }

  /** A response without body. */
  public static KeyFetcher.Response status(int status, String... namesAndValues) {
    return new KeyFetcher.Response(status, headers(namesAndValues), new byte[0]);
  }

  private static Map<String, List<String>> headers(String... namesAndValues) {
    Map<String, List<String>> headers = new TreeMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers
          .computeIfAbsent(namesAndValues[i], name -> new ArrayList<>())
          .add(namesAndValues[i + 1]);
    }
    return headers;
  }

  /** The JWK Set at {@link #JWKS}. */
  public HttpKeySource.Builder jwks() {
    return configured(HttpKeySource.jwksUri(JWKS)).fetcher(fetcher());
  }

  /** The JWK Set of {@link #ISSUER}. */
  public HttpKeySource.Builder discovered() {
    return configured(HttpKeySource.discovered(ISSUER)).fetcher(fetcher());
  }

  /**
   * With the time of this scene, without jitter, and with fetches that start on the caller; with a
   * time-out that no test reaches by being slow.
   */
  public HttpKeySource.Builder configured(HttpKeySource.Builder builder) {
    return builder
        .totalTimeout(Duration.ofMinutes(2))
        .clocks(new Moment.Clocks(nanoTime::get, wallTime::get))
        .random(() -> 0)
        .threads(ON_THE_CALLER);
  }

  public KeyFetcher fetcher() {
    return request -> {
      requests.add(request);
      return answer.apply(request);
    };
  }

  /** Is closed with the scene. */
  public HttpKeySource opened(HttpKeySource.Builder builder) {
    HttpKeySource source = builder.build();
    opened.push(source);
    return source;
  }

  /** What was asked for, oldest first. */
  public List<KeyFetcher.Request> requests() {
    return List.copyOf(requests);
  }

  public KeyFetcher.Request lastRequest() {
    return requests.get(requests.size() - 1);
  }

  public void pass(Duration duration) {
    nanoTime.addAndGet(duration.toNanos());
    wallTime.addAndGet(duration.toMillis());
  }

  /** States that there are no keys, and that the reason has these parts in it. */
  public static void assertUnavailable(ThrowingCallable call, String... reasons) {
    assertThatExceptionOfType(KeySourceException.class)
        .isThrownBy(call)
        .withMessageStartingWith("no keys of " + ISSUER)
        .satisfies(e -> {
          for (String reason : reasons) {
            assertThat(e).hasMessageContaining(reason);
          }
        });
  }

  @Override
  public void close() {
    opened.forEach(HttpKeySource::close);
  }
}
