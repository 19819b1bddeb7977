// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestIssuer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Many clients while keys rotate and the issuer is down: no wrong answer, and no failure of ours.
 */
@Tag("jdk-independent")
@Timeout(300)
class OutageTest {

  private static final int CLIENTS = 40;

  private final HttpClient http = HttpClient.newHttpClient();

  private int status(int port, String token) throws Exception {
    return http.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/name"))
                .header("Authorization", "Bearer " + token)
                .build(),
            BodyHandlers.discarding())
        .statusCode();
  }

  private static ConfigurableApplicationContext run(String stack, TestIssuer issuer) {
    String[] properties = {
      "jwt-validation.issuers.shop.url=" + issuer.issuer(),
      "jwt-validation.issuers.shop.audience=" + issuer.audience(),
      "jwt-validation.issuers.shop.keys.allow-loopback-http=true",
      "jwt-validation.issuers.shop.keys.unknown-key-cooldown=1ms",
      "jwt-validation.issuers.shop.keys.first-retry=20ms",
      "jwt-validation.issuers.shop.keys.longest-retry=20ms"
    };
    return stack.equals("servlet")
        ? new ServletApplicationTest().run(properties)
        : new ReactiveApplicationTest().run(properties);
  }

  @ParameterizedTest
  @ValueSource(strings = {"servlet", "reactive"})
  void answersNothingWrong(String stack) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try (TestIssuer issuer = TestIssuer.start()) {
      issuer.disconnect();
      try (ConfigurableApplicationContext context = run(stack, issuer)) {
        int port = ((WebServerApplicationContext) context).getWebServer().getPort();
        Statuses good = new Statuses();
        Statuses bad = new Statuses();
        AtomicBoolean isOver = new AtomicBoolean();
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
          boolean isGood = i % 4 != 0;
          Callable<Object> client =
              () -> {
                while (!isOver.get()) {
                  String token = issuer.token().compact();
                  (isGood ? good : bad)
                      .count(status(port, isGood ? token : Tampering.flipSignatureBit(token)));
                }
                return true;
              };
          running.add(clients.submit(client));
        }
        await(() -> good.has(503) && bad.has(503));
        issuer.recover();
        await(() -> good.has(200) && bad.has(401));
        for (int i = 0; i < 3; i++) {
          issuer.rotate();
          // A key that nobody has fetched before the issuer is gone would be unknown.
          await(() -> status(port, issuer.token().compact()) == 200);
          awaitAnotherRound(good, bad);
        }
        issuer.disconnect();
        awaitAnotherRound(good, bad);
        issuer.recover();
        awaitAnotherRound(good, bad);
        isOver.set(true);
        for (Future<?> each : running) {
          each.get();
        }
        assertThat(good.seen()).containsExactlyInAnyOrder(200, 503);
        assertThat(bad.seen()).containsExactlyInAnyOrder(401, 503);
        assertThat(status(port, issuer.token().compact())).isEqualTo(200);
      }
    } finally {
      clients.shutdownNow();
    }
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (!condition.call()) {
      assertThat(System.nanoTime() - deadline).as("in time").isNegative();
      Thread.sleep(5);
    }
  }

  /** As many answers as there are clients, to requests of now, and those that were under way. */
  private static void awaitAnotherRound(Statuses good, Statuses bad) throws Exception {
    int before = good.sum() + bad.sum();
    await(() -> good.sum() + bad.sum() >= before + 2 * CLIENTS);
  }

  /** What clients have been answered. */
  private static final class Statuses {

    private final Map<Integer, AtomicInteger> counts = new ConcurrentHashMap<>();

    private void count(int status) {
      counts.computeIfAbsent(status, unused -> new AtomicInteger()).incrementAndGet();
    }

    private boolean has(int status) {
      return counts.containsKey(status);
    }

    private int sum() {
      return counts.values().stream().mapToInt(AtomicInteger::get).sum();
    }

    private Set<Integer> seen() {
      return counts.keySet();
    }
  }
}
