package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class JwkSetEndpointTest {

  /** A caller that waits for an exception thrown past it would wait for ever after. */
  @Test
  void answersFailureToStartWithFailedFuture() {
    HttpGet http = new HttpGet(Duration.ofSeconds(1));
    try (JwkSetEndpoint endpoint = JwkSetEndpoint.at(URI.create("ftp://localhost/"), http)) {
      assertThat(endpoint.fetch(TimeUnit.SECONDS.toNanos(1))).isCompletedExceptionally();
    }
  }
}
