// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.net.ProxySelector;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

class SharedHttpClientTest {

  private static SharedHttpClient.Options options(Duration connectTimeout)
      throws NoSuchAlgorithmException {
    return new SharedHttpClient.Options(
        connectTimeout, SSLContext.getDefault(), ProxySelector.getDefault());
  }

  @Test
  void isOneForAllUsersWithTheSameOptionsUntilTheLastClosesIt() throws NoSuchAlgorithmException {
    SharedHttpClient.Options options = options(Duration.ofMillis(1234));
    try (SharedHttpClient first = SharedHttpClient.open(options)) {
      try (SharedHttpClient second = SharedHttpClient.open(options(Duration.ofMillis(1234)))) {
        assertThat(second.client()).isSameAs(first.client());
      }
      try (SharedHttpClient again = SharedHttpClient.open(options)) {
        assertThat(again.client()).isSameAs(first.client());
      }
      try (SharedHttpClient other = SharedHttpClient.open(options(Duration.ofMillis(1235)))) {
        assertThat(other.client()).isNotSameAs(first.client());
      }
    }
    try (SharedHttpClient later = SharedHttpClient.open(options)) {
      assertThat(later.client().connectTimeout()).contains(Duration.ofMillis(1234));
    }
  }

  @Test
  void needsNoProxySelector() throws NoSuchAlgorithmException {
    try (SharedHttpClient client =
        SharedHttpClient.open(
            new SharedHttpClient.Options(Duration.ofSeconds(1), SSLContext.getDefault(), null))) {
      assertThat(client.client().proxy()).isEmpty();
    }
  }

  @Test
  void closesTheClientWhereThatCanBeDone() {
    AtomicInteger closed = new AtomicInteger();
    AutoCloseable client = closed::incrementAndGet;

    SharedHttpClient.release(client);

    assertThat(closed).hasValue(1);
  }

  @Test
  void saysThatTheClientCouldNotBeClosed() {
    IOException failure = new IOException("not now");
    AutoCloseable client =
        () -> {
          throw failure;
        };

    assertThatIllegalStateException()
        .isThrownBy(() -> SharedHttpClient.release(client))
        .withMessage("the HTTP client could not be closed")
        .withCause(failure);
    assertThatCode(() -> SharedHttpClient.release("of a JDK whose client cannot be closed"))
        .doesNotThrowAnyException();
  }
}
