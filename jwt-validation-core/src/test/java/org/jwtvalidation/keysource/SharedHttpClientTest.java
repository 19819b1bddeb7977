// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.Patience;

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

  private final long[] nanoTime = {Long.MAX_VALUE - 5};

  private HttpClient after(SharedHttpClient shared, int failures) {
    shared.ended(shared.client(), failures);
    return shared.client();
  }

  @Test
  void replacesAClientThatFailsButNotTooOften() throws NoSuchAlgorithmException {
    SharedHttpClient shared =
        SharedHttpClient.open(options(Duration.ofMillis(1236)), () -> nanoTime[0]);
    HttpClient first = shared.client();
    for (int failures = 0; failures < SharedHttpClient.SUSPICIOUS_FAILURES; failures++) {
      assertThat(after(shared, failures)).isSameAs(first);
    }
    HttpClient second = after(shared, SharedHttpClient.SUSPICIOUS_FAILURES);
    assertThat(second).isNotSameAs(first);
    assertThat(second.connectTimeout()).contains(Duration.ofMillis(1236));

    shared.ended(first, SharedHttpClient.SUSPICIOUS_FAILURES);
    assertThat(shared.client()).isSameAs(second);
    nanoTime[0] += SharedHttpClient.LEAST_AGE.toNanos() - 1;
    assertThat(after(shared, SharedHttpClient.SUSPICIOUS_FAILURES)).isSameAs(second);
    nanoTime[0]++;
    assertThat(after(shared, SharedHttpClient.SUSPICIOUS_FAILURES)).isNotSameAs(second);
    shared.close();
  }

  /** A new client takes connections from the others, and is no remedy. */
  @Test
  void replacesTheClientEverMoreRarelyIfTheServerOfOneUserStaysDown()
      throws NoSuchAlgorithmException {
    try (SharedHttpClient shared =
        SharedHttpClient.open(options(Duration.ofMillis(1238)), () -> nanoTime[0])) {
      HttpClient last = shared.client();
      List<Integer> replacedAt = new ArrayList<>();
      for (int failures = 1; failures <= 1000; failures++) {
        nanoTime[0] += SharedHttpClient.LEAST_AGE.toNanos();
        if (after(shared, failures) != last) {
          replacedAt.add(failures);
          last = shared.client();
        }
      }
      assertThat(replacedAt).containsExactly(4, 8, 16, 32, 64, 128, 256, 512);
    }
  }

  @Test
  void opensNoneForARequestThatEndsAfterTheLastUser() throws NoSuchAlgorithmException {
    SharedHttpClient shared = SharedHttpClient.open(options(Duration.ofMillis(1237)));
    HttpClient last = shared.client();
    shared.close();
    assertThat(after(shared, SharedHttpClient.SUSPICIOUS_FAILURES)).isSameAs(last);
  }

  /** Before Java 21 a client cannot be closed. */
  @Test
  void closesTheClientWhereThatCanBeDone() {
    AtomicInteger closed = new AtomicInteger();
    AutoCloseable client = closed::incrementAndGet;

    SharedHttpClient.release(client);
    Patience.until(() -> closed.get() == 1);
    assertThatCode(() -> SharedHttpClient.release("of a JDK whose client cannot be closed"))
        .doesNotThrowAnyException();
  }

  /** For example for the address of a server, which a resolver has not answered for. */
  @Test
  void doesNotWaitForWhatAClientWaitsFor() {
    CountDownLatch mayClose = new CountDownLatch(1);
    AtomicInteger closed = new AtomicInteger();
    AutoCloseable client =
        () -> {
          mayClose.await();
          closed.incrementAndGet();
        };
    assertThat(
            CompletableFuture.runAsync(
                () -> SharedHttpClient.release(client), task -> new Thread(task).start()))
        .succeedsWithin(Patience.LONG);
    mayClose.countDown();
    Patience.until(() -> closed.get() == 1);
  }

  @Test
  void logsThatTheClientCouldNotBeClosed() {
    AutoCloseable client =
        () -> {
          throw new IOException("not now");
        };
    try (CapturedLog log = new CapturedLog()) {
      SharedHttpClient.release(client);
      Patience.until(() -> !log.lines(Level.WARNING).isEmpty());
      assertThat(log.lines(Level.WARNING))
          .singleElement()
          .asString()
          .contains("an HTTP client could not be closed", "IOException: not now");
    }
  }
}
