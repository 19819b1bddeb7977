package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
@Tag("once")
@Timeout(120)
class OutageTest {

  private static final int CLIENTS = 200;

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
      "jwt-validation.issuers.shop.keys.first-retry=100ms",
      "jwt-validation.issuers.shop.keys.longest-retry=200ms"
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
        Map<Integer, AtomicInteger> good = new ConcurrentHashMap<>();
        Map<Integer, AtomicInteger> bad = new ConcurrentHashMap<>();
        AtomicBoolean isOver = new AtomicBoolean();
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
          boolean isGood = i % 4 != 0;
          Callable<Object> client =
              () -> {
                while (!isOver.get()) {
                  String token = issuer.token().compact();
                  count(
                      isGood ? good : bad,
                      status(port, isGood ? token : Tampering.flipSignatureBit(token)));
                }
                return true;
              };
          running.add(clients.submit(client));
        }
        Thread.sleep(1500);
        issuer.recover();
        Thread.sleep(1500);
        for (int i = 0; i < 3; i++) {
          issuer.rotate();
          Thread.sleep(700);
          // A key that nobody has fetched before the issuer is gone would be unknown.
          while (status(port, issuer.token().compact()) != 200) {
            Thread.sleep(50);
          }
        }
        issuer.disconnect();
        Thread.sleep(1000);
        issuer.recover();
        isOver.set(true);
        for (Future<?> each : running) {
          each.get();
        }
        assertThat(good).containsKeys(200, 503);
        assertThat(good.keySet()).isSubsetOf(200, 503);
        assertThat(bad).containsKeys(401, 503);
        assertThat(bad.keySet()).isSubsetOf(401, 503);
        assertThat(status(port, issuer.token().compact())).isEqualTo(200);
      }
    } finally {
      clients.shutdownNow();
    }
  }

  private static void count(Map<Integer, AtomicInteger> counts, int status) {
    counts.computeIfAbsent(status, unused -> new AtomicInteger()).incrementAndGet();
  }
}
