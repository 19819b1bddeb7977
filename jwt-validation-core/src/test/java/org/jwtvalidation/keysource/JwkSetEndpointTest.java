// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.keysource.FetchedDocument.Version;

class JwkSetEndpointTest {

  private static JwkSetEndpoint endpoint(String uri, KeyFetcher fetcher) {
    JwkSetEndpoint.Http http =
        new JwkSetEndpoint.Http(
            fetcher, Map.of(), Duration.ofMillis(100), FetchScene.ON_THE_CALLER);
    return JwkSetEndpoint.at(URI.create(uri), http, System::nanoTime);
  }

  private static CompletableFuture<FetchedDocument> fetch(JwkSetEndpoint endpoint) {
    CompletableFuture<FetchedDocument> result = new CompletableFuture<>();
    endpoint.fetch(Version.UNKNOWN, result);
    return result;
  }

  /** A caller that waits for an exception thrown past it would wait for ever after. */
  @Test
  void answersFailureToStartWithFailedFuture() {
    KeyFetcher full =
        request -> {
          throw new RejectedExecutionException("no thread left");
        };
    try (JwkSetEndpoint endpoint = endpoint("https://localhost/", full)) {
      assertThat(fetch(endpoint)).isCompletedExceptionally();
    }
  }

  @Test
  void sendsNothingOnceClosed() {
    AtomicInteger requests = new AtomicInteger();
    JwkSetEndpoint endpoint =
        endpoint(
            "https://localhost/",
            request -> {
              requests.incrementAndGet();
              return new CompletableFuture<>();
            });
    endpoint.close();
    assertThat(fetch(endpoint))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("closed");
    assertThat(requests).hasValue(0);
  }

  @Test
  void cancelsRequestThatBeginsWhileItIsClosed() {
    CompletableFuture<KeyFetcher.Response> response = new CompletableFuture<>();
    AtomicReference<JwkSetEndpoint> closing = new AtomicReference<>();
    JwkSetEndpoint endpoint =
        endpoint(
            "https://localhost/",
            request -> {
              closing.get().close();
              return response;
            });
    closing.set(endpoint);
    assertThat(fetch(endpoint)).isCompletedExceptionally();
    assertThat(response).isCancelled();
  }

  @Test
  void sendsHeaderFieldsOfTheUserToPortsThatOnlyDifferInSpelling() {
    assertThat(isToldToKeys("http://localhost", "http://localhost:80/jwks")).isTrue();
    assertThat(isToldToKeys("http://localhost:80", "HTTP://LOCALHOST/jwks")).isTrue();
    assertThat(isToldToKeys("https://a.example", "https://a.example:443/jwks")).isTrue();
    assertThat(isToldToKeys("https://a.example:443", "https://a.example/jwks")).isTrue();
    assertThat(isToldToKeys("https://a.example", "https://a.example:8443/jwks")).isFalse();
    assertThat(isToldToKeys("https://a.example:8443", "https://a.example/jwks")).isFalse();
    assertThat(isToldToKeys("https://a.example", "https://b.example/jwks")).isFalse();
    assertThat(isToldToKeys("http://localhost:443", "https://localhost/jwks")).isFalse();
  }

  /** Whether the keys of an issuer are asked for with a header field that the user has set. */
  private static boolean isToldToKeys(String issuer, String jwksUri) {
    List<KeyFetcher.Request> requests = new ArrayList<>();
    String metadata = "{\"issuer\":\"" + issuer + "\",\"jwks_uri\":\"" + jwksUri + "\"}";
    KeyFetcher fetcher =
        request -> {
          requests.add(request);
          return CompletableFuture.completedFuture(FetchScene.json(metadata));
        };
    JwkSetEndpoint.Http http =
        new JwkSetEndpoint.Http(
            fetcher,
            Map.of("X-Tenant", () -> "7"),
            Duration.ofSeconds(10),
            FetchScene.ON_THE_CALLER);
    ServerMetadata server = ServerMetadata.of(issuer, null, new UriPolicy(true, Set.of()));
    try (JwkSetEndpoint endpoint = JwkSetEndpoint.namedBy(server, http, System::nanoTime)) {
      assertThat(fetch(endpoint)).isCompleted();
    }
    assertThat(requests).hasSize(2);
    assertThat(requests.get(0).headers()).containsEntry("X-Tenant", "7");
    assertThat(requests.get(1).uri()).isEqualTo(URI.create(jwksUri));
    return requests.get(1).headers().containsKey("X-Tenant");
  }

  @Test
  void cancelsRequestThatIsNoLongerWaitedFor() {
    CompletableFuture<KeyFetcher.Response> response = new CompletableFuture<>();
    try (JwkSetEndpoint endpoint = endpoint("https://localhost/", request -> response)) {
      assertThat(fetch(endpoint)).failsWithin(Duration.ofMinutes(2));
      assertThat(response).isCancelled();
    }
  }

  @Test
  void cancelsRequestOnTheThreadOfTheCallerWhereNoOtherCanBeHad() {
    AtomicBoolean starved = new AtomicBoolean();
    LibraryThreads threads =
        new LibraryThreads(
            work -> {
              if (starved.get()) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              work.run();
            },
            LibraryThreads.SHARED.timer());
    CompletableFuture<KeyFetcher.Response> response = new CompletableFuture<>();
    JwkSetEndpoint.Http http =
        new JwkSetEndpoint.Http(request -> response, Map.of(), Duration.ofSeconds(10), threads);
    JwkSetEndpoint endpoint =
        JwkSetEndpoint.at(URI.create("https://localhost/"), http, System::nanoTime);
    CompletableFuture<FetchedDocument> result = fetch(endpoint);
    starved.set(true);
    endpoint.close();
    assertThat(result).isCompletedExceptionally();
    assertThat(response).isCancelled();

    assertThat(fetch(endpoint)).isCompletedExceptionally();
  }
}
