package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.jwk.JsonDocument.Version;

class JwkSetEndpointTest {

  private static JwkSetEndpoint endpoint(String uri, KeyFetcher fetcher) {
    JwkSetEndpoint.Http http =
        new JwkSetEndpoint.Http(fetcher, Map.of(), 1000, Duration.ofMillis(100));
    return JwkSetEndpoint.at(URI.create(uri), http, System::nanoTime);
  }

  /** A caller that waits for an exception thrown past it would wait for ever after. */
  @Test
  void answersFailureToStartWithFailedFuture() {
    KeyFetcher full =
        request -> {
          throw new RejectedExecutionException("no thread left");
        };
    try (JwkSetEndpoint endpoint = endpoint("https://localhost/", full)) {
      assertThat(endpoint.fetch(Version.UNKNOWN)).isCompletedExceptionally();
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
    assertThat(endpoint.fetch(Version.UNKNOWN))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("closed");
    assertThat(requests).hasValue(0);
  }

  @Test
  void cancelsRequestThatIsNoLongerWaitedFor() {
    CompletableFuture<KeyFetcher.Response> response = new CompletableFuture<>();
    try (JwkSetEndpoint endpoint = endpoint("https://localhost/", request -> response)) {
      assertThat(endpoint.fetch(Version.UNKNOWN)).failsWithin(Duration.ofSeconds(5));
      assertThat(response).isCancelled();
    }
  }
}
