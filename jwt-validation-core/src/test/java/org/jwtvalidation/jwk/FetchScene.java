package org.jwtvalidation.jwk;

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

/**
 * Key sources without a network, whose requests a test answers as it likes, and a time that passes
 * when the test says so.
 */
final class FetchScene implements AutoCloseable {

  static final String ISSUER = "https://issuer.example";
  static final URI JWKS = URI.create(ISSUER + "/jwks");
  static final URI METADATA = URI.create(ISSUER + "/.well-known/openid-configuration");

  final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 7);
  final AtomicLong wallTime = new AtomicLong(1_700_000_000_000L);
  private final List<KeyFetcher.Request> requests = new CopyOnWriteArrayList<>();
  private final Deque<HttpKeySource> opened = new ArrayDeque<>();
  private volatile Function<KeyFetcher.Request, CompletionStage<KeyFetcher.Response>> answer;

  FetchScene(KeyFetcher.Response response) {
    answer(response);
  }

  /** Answers every request with this from now on. */
  void answer(KeyFetcher.@Nullable Response response) {
    answerBy(request -> CompletableFuture.completedFuture(response));
  }

  /** Answers every request by a failed stage from now on. */
  void fail(Throwable failure) {
    answerBy(request -> CompletableFuture.failedFuture(failure));
  }

  void answerBy(Function<KeyFetcher.Request, CompletionStage<KeyFetcher.Response>> how) {
    answer = how;
  }

  /** Answers requests for metadata as an issuer of this {@code jwks_uri}, others with keys. */
  void answerDiscovery(String jwksUri, KeyFetcher.Response keys) {
    KeyFetcher.Response metadata =
        json("{\"issuer\":\"" + ISSUER + "\",\"jwks_uri\":\"" + jwksUri + "\"}");
    answerBy(request ->
        CompletableFuture.completedFuture(
            request.uri().getPath().startsWith("/.well-known/") ? metadata : keys));
  }

  /** A response of status 200 with a JSON document. */
  static KeyFetcher.Response json(String document, String... namesAndValues) {
    Map<String, List<String>> headers = headers(namesAndValues);
    headers.put("Content-Type", List.of("application/json"));
    return new KeyFetcher.Response(200, headers, document.getBytes(UTF_8));
  }

  /** A response without body. */
  static KeyFetcher.Response status(int status, String... namesAndValues) {
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
  HttpKeySource.Builder jwks() {
    return configured(KeySource.jwksUri(JWKS)).fetcher(fetcher());
  }

  /** The JWK Set of {@link #ISSUER}. */
  HttpKeySource.Builder discovered() {
    return configured(KeySource.discovered(ISSUER)).fetcher(fetcher());
  }

  /** With the time of this scene, and without chance. */
  HttpKeySource.Builder configured(HttpKeySource.Builder builder) {
    return builder.clocks(new Moment.Clocks(nanoTime::get, wallTime::get)).random(() -> 0);
  }

  KeyFetcher fetcher() {
    return request -> {
      requests.add(request);
      return answer.apply(request);
    };
  }

  /** Is closed with the scene. */
  HttpKeySource opened(HttpKeySource.Builder builder) {
    HttpKeySource source = builder.build();
    opened.push(source);
    return source;
  }

  /** What was asked for, oldest first. */
  List<KeyFetcher.Request> requests() {
    return List.copyOf(requests);
  }

  KeyFetcher.Request lastRequest() {
    return requests.get(requests.size() - 1);
  }

  void pass(Duration duration) {
    nanoTime.addAndGet(duration.toNanos());
    wallTime.addAndGet(duration.toMillis());
  }

  /** States that there are no keys, and that the reason has these parts in it. */
  static void assertUnavailable(ThrowingCallable call, String... reasons) {
    assertThatExceptionOfType(KeysUnavailableException.class)
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
