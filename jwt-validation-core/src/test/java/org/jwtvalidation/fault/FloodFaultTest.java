package org.jwtvalidation.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.fault.FaultScene.assertAccepted;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.Reason;
import org.jwtvalidation.Row;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.ValidationResult;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TestResponse;

/** Many callers at once, hostile ones among them. Time is real here. */
@Tag("once")
@Tag("slow")
@Timeout(300)
class FloodFaultTest {

  private static final int TOKENS_A_SECOND = 10_000;

  private static TokenValidator validator(HttpKeySource.Builder source, TestIssuer... issuers) {
    TokenValidator.Builder validator = TokenValidator.builder();
    for (TestIssuer issuer : issuers) {
      KeySource keys =
          issuer == issuers[0]
              ? source.build()
              : HttpKeySource.jwksUri(issuer.jwksUri()).allowLoopbackHttp().build();
      validator.issuer(
          IssuerConfig.builder(issuer.issuer())
              .audience(TestIssuer.AUDIENCE)
              .keySource(keys)
              .build());
    }
    return validator.build();
  }

  private static HttpKeySource.Builder source(TestIssuer issuer) {
    return HttpKeySource.jwksUri(issuer.jwksUri()).allowLoopbackHttp();
  }

  /** What a number of threads get that all start at the same time. */
  private static <T> List<T> together(int threads, Callable<T> call) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      CountDownLatch ready = new CountDownLatch(threads);
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        futures.add(
            executor.submit(() -> {
              ready.countDown();
              ready.await();
              return call.call();
            }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get(30, TimeUnit.SECONDS));
      }
      return results;
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  @Row("F15")
  @DisplayName("10,000 tokens a second with invented Key IDs, for 20 seconds")
  void fetchesOnceACooldownWhateverTheFlood() throws Exception {
    Duration cooldown = Duration.ofSeconds(5);
    Duration lasting = Duration.ofSeconds(20);
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator = validator(source(issuer).unknownKeyCooldown(cooldown), issuer)) {
      String token = issuer.token().compact();
      validator.warmUp();
      assertAccepted(validator, token);
      try (Flood warming = new Flood(validator, token, TOKENS_A_SECOND)) {
        latencies(validator, token, Duration.ofSeconds(1));
        assertThat(warming.sent()).isPositive();
      }
      // The cooldown of the fetch for the first flood ends meanwhile.
      long[] calm = latencies(validator, token, cooldown);

      long fetched = issuer.jwksRequests();
      long[] flooded;
      Flood flood = new Flood(validator, token, TOKENS_A_SECOND);
      try (flood) {
        flooded = latencies(validator, token, lasting);
      }
      assertThat(issuer.jwksRequests() - fetched).isBetween(1L, lasting.dividedBy(cooldown) + 1);
      assertThat(flood.answers()).containsOnlyKeys(Reason.KEY_UNKNOWN.name());
      assertThat(flood.sent()).isGreaterThan(lasting.toSeconds() * TOKENS_A_SECOND / 2);
      System.out.printf(
          "cached tokens: P50 %,d ns, P99 %,d ns; in a flood of %,d a second P50 %,d ns, P99 %,d"
              + " ns; %d fetches%n",
          percentile(calm, 50),
          percentile(calm, 99),
          flood.sent() / lasting.toSeconds(),
          percentile(flooded, 50),
          percentile(flooded, 99),
          issuer.jwksRequests() - fetched);
    }
  }

  /** The nanoseconds that a thousand validations a second of a cached token take, each accepted. */
  private static long[] latencies(TokenValidator validator, String token, Duration lasting)
      throws InterruptedException {
    LongStream.Builder latencies = LongStream.builder();
    for (int i = 0; i < lasting.toMillis() / 10; i++) {
      Thread.sleep(10);
      for (int j = 0; j < 10; j++) {
        long start = System.nanoTime();
        ValidationResult<?> result = validator.tryValidate(token);
        latencies.add(System.nanoTime() - start);
        assertThat(result).isInstanceOf(ValidationResult.Accepted.class);
      }
    }
    return latencies.build().sorted().toArray();
  }

  private static long percentile(long[] sorted, int percent) {
    return sorted[(sorted.length - 1) * percent / 100];
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Row("F16")
  @DisplayName("the same against one issuer of three")
  void leavesOtherIssuersAlone(boolean endpointStalls) throws Exception {
    try (TestIssuer attacked = TestIssuer.start();
        TestIssuer second = TestIssuer.start();
        TestIssuer third = TestIssuer.start();
        TokenValidator validator =
            validator(
                source(attacked)
                    .unknownKeyCooldown(Duration.ofMillis(500))
                    .totalTimeout(Duration.ofMillis(400))
                    .connectTimeout(Duration.ofMillis(400)),
                attacked,
                second,
                third)) {
      String known = attacked.token().compact();
      List<String> others = List.of(second.token().compact(), third.token().compact());
      validator.warmUp();
      if (endpointStalls) {
        attacked.jwksResponse(TestResponse.json("{}").stallingAfter(1));
      }
      try (Flood flood = new Flood(validator, known, TOKENS_A_SECOND)) {
        for (int i = 0; i < 200; i++) {
          Thread.sleep(10);
          for (String other : others) {
            assertAccepted(validator, other);
          }
          assertAccepted(validator, known);
        }
        assertThat(flood.answers()).containsOnlyKeys(Reason.KEY_UNKNOWN.name());
      }
      assertThat(attacked.jwksRequests()).isBetween(2L, 1 + 2000 / 500 + 2L);
      assertThat(second.jwksRequests()).isEqualTo(1);
      assertThat(third.jwksRequests()).isEqualTo(1);
    }
  }

  @Test
  @Row("F17")
  @DisplayName("1,000 callers at once when no keys are there yet")
  void fetchesOnceForAThousandCallers() throws Exception {
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator = validator(source(issuer), issuer)) {
      String token = issuer.token().compact();
      issuer.jwksResponse(TestResponse.json(issuer.jwkSetJson()).delay(Duration.ofMillis(500)));
      assertThat(together(1000, () -> validator.tryValidate(token)))
          .allSatisfy(result -> assertThat(result).isInstanceOf(ValidationResult.Accepted.class));
      assertThat(issuer.jwksRequests()).isEqualTo(1);
    }
  }

  @Test
  @Row("F17")
  @DisplayName("1,000 callers at once, and the endpoint stalls")
  void failsOnceForAThousandCallers() throws Exception {
    Duration timeout = Duration.ofSeconds(2);
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator = validator(source(issuer).totalTimeout(timeout), issuer)) {
      String token = issuer.token().compact();
      issuer.jwksResponse(TestResponse.json(issuer.jwkSetJson()).stallingAfter(3));
      long start = System.nanoTime();
      assertThat(together(1000, () -> validator.tryValidate(token)))
          .allSatisfy(result -> assertThat(result).isInstanceOf(ValidationResult.Undecided.class));
      assertThat(System.nanoTime() - start).isLessThan(timeout.multipliedBy(2).toNanos());
      assertThat(issuer.jwksRequests()).isEqualTo(1);
    }
  }

  @Test
  @Row("F18")
  @DisplayName("1,000 callers at once with tokens of a new key")
  void acceptsAllTokensOfANewKeyAfterOneFetch() throws Exception {
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator = validator(source(issuer), issuer)) {
      issuer.key(ES256);
      validator.warmUp();
      TestKey next = issuer.rotate(ES256);
      String token = issuer.token().signedBy(next).compact();
      issuer.jwksResponse(TestResponse.json(issuer.jwkSetJson()).delay(Duration.ofMillis(200)));
      assertThat(together(1000, () -> validator.tryValidate(token)))
          .allSatisfy(result -> assertThat(result).isInstanceOf(ValidationResult.Accepted.class));
      assertThat(issuer.jwksRequests()).isEqualTo(2);
    }
  }
}
