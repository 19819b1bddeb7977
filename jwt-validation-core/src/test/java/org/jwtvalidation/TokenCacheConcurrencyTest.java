// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationResult;

@Tag("jdk-independent")
@Tag("slow")
class TokenCacheConcurrencyTest {

  private static final TestIssuer ISSUER = TestIssuer.offline("https://issuer.example");
  private static final JwkSet KEYS = keys();

  private static JwkSet keys() {
    ISSUER.key(SignatureAlgorithm.ES256);
    return ISSUER.jwkSet();
  }

  private static IssuerConfig config() {
    return IssuerConfig.builder(ISSUER.issuer())
        .audience(TestIssuer.AUDIENCE)
        .keySource(KeySource.of(KEYS))
        .build();
  }

  private static <T> List<T> together(int threads, Callable<T> task) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      CountDownLatch start = new CountDownLatch(1);
      List<Future<T>> futures =
          IntStream.range(0, threads)
              .mapToObj(number ->
                  executor.submit(() -> {
                    start.await();
                    return task.call();
                  }))
              .toList();
      start.countDown();
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get());
      }
      return results;
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  @Row("C6")
  @DisplayName("two texts whose keys have the same hash, many threads")
  void givesEachOfTwoCollidingTokensItsOwnEntry() throws Exception {
    TokenValidator validator = TokenValidator.builder().issuer(config()).build();
    TokenCache cache = new TokenCache(2);
    String tail = "0123456789abcdef";
    List<TokenCache.Entry> entries =
        IntStream.range(0, 2)
            .mapToObj(number -> validator.validate(ISSUER.token().subject("s" + number).compact()))
            .map(token -> CacheEntries.of(token, config(), KEYS))
            .toList();

    List<Integer> wrong =
        together(
            100,
            () -> {
              int wrongAnswers = 0;
              for (int i = 0; i < 2_000; i++) {
                int which = ThreadLocalRandom.current().nextInt(2);
                TokenCache.Entry found = cache.find(which + tail, 1);
                if (found == null) {
                  cache.store(which + tail, entries.get(which));
                } else if (!found.equals(entries.get(which))) {
                  wrongAnswers++;
                }
              }
              return wrongAnswers;
            });
    assertThat(wrong).containsOnly(0);
  }

  @Test
  @Row("C12")
  @DisplayName("a hundred thousand different invalid tokens")
  void keepsNothingOfAHundredThousandInvalidTokens() {
    TokenValidator validator = TokenValidator.builder().issuer(config()).build();
    String valid = ISSUER.token().compact();
    String header = valid.substring(0, valid.indexOf('.') + 1);
    // R and S of zero: refused before any provider sees them, so that so many take a second.
    String signature = "." + "A".repeat(86);
    long expiry = System.currentTimeMillis() / 1000 + 3600;
    String claims =
        "{\"iss\":\"https://issuer.example\",\"aud\":\"test-api\",\"iat\":1,\"exp\":" + expiry;
    Base64.Encoder base64url = Base64.getUrlEncoder().withoutPadding();

    rejectDistinctTokens(validator, 0, 5_000, header, claims, signature, base64url);
    long before = usedHeap();
    rejectDistinctTokens(validator, 5_000, 100_000, header, claims, signature, base64url);

    assertThat(validator.cachedTokens()).isZero();
    // Of their texts alone, there are 30 MB.
    assertThat(usedHeap() - before).isLessThan(8 << 20);
    assertThat(validator.validate(valid)).isNotNull();
  }

  private static void rejectDistinctTokens(
      TokenValidator validator,
      int from,
      int to,
      String header,
      String claims,
      String signature,
      Base64.Encoder base64url) {
    for (int i = from; i < to; i++) {
      byte[] payload = (claims + ",\"sub\":\"" + i + "\"}").getBytes(StandardCharsets.US_ASCII);
      String token = header + base64url.encodeToString(payload) + signature;
      if (!(validator.tryValidate(token) instanceof ValidationResult.Rejected<AccessToken> rejected)
          || rejected.rejection().reason() != Reason.SIGNATURE_INVALID) {
        throw new AssertionError("token " + i + " was not rejected for its signature");
      }
    }
  }

  private static long usedHeap() {
    Runtime runtime = Runtime.getRuntime();
    long used = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
    }
    return used;
  }

  @Test
  @Row("C13")
  @DisplayName("far more tokens than fit, from 100 threads")
  void staysWithinItsBoundAndKeepsTheTokensInSteadyUse() throws Exception {
    int size = 200;
    int threads = 100;
    int inSteadyUse = 20;
    TokenCache cache = new TokenCache(size);
    AccessToken token =
        TokenValidator.builder().issuer(config()).build().validate(ISSUER.token().compact());
    TokenCache.Entry entry = CacheEntries.of(token, config(), KEYS);
    AtomicLong distinct = new AtomicLong();
    // Counted while all threads pause: the map counts in several cells, and who adds them up beside
    // threads that store may add what never existed at the same time.
    List<Long> held = new ArrayList<>();
    CyclicBarrier pause = new CyclicBarrier(threads, () -> held.add(cache.currentSize()));

    together(
        threads,
        () -> {
          for (int i = 0; i < 2_000; i++) {
            String text =
                i % 2 == 0
                    ? "steady-" + ThreadLocalRandom.current().nextInt(inSteadyUse)
                    : "once-" + distinct.incrementAndGet();
            if (cache.find(text, 1) == null) {
              cache.store(text, entry);
            }
            if (i % 50 == 49) {
              pause.await();
            }
          }
          return null;
        });

    assertThat(held)
        .hasSize(40)
        .allSatisfy(
            count -> assertThat(count).isBetween((long) size / 2, (long) size + maxOvershoot()));
    assertThat(cache.size()).isLessThanOrEqualTo(size);
    assertThat(IntStream.range(0, inSteadyUse).filter(i -> cache.find("steady-" + i, 1) != null))
        .hasSizeGreaterThanOrEqualTo(inSteadyUse - 2);
  }

  /**
   * How many tokens beyond its size the cache may contain while threads store into it. Caffeine's
   * write buffer has 128 places for each processor, rounded up to a power of two; while as many
   * stores and one more are being counted the buffer may fill again, and the one thread that stores
   * may have one that waits for a place.
   */
  private static long maxOvershoot() {
    int processors = Runtime.getRuntime().availableProcessors();
    return 2 * 128L * Integer.highestOneBit(2 * processors - 1) + 2;
  }

  @Test
  @Row("C14")
  @DisplayName("64 threads on one cold token")
  void verifiesAColdTokenAtMostOnceAThread() throws Exception {
    CountingMonitor monitor = new CountingMonitor();
    TokenValidator validator = TokenValidator.builder().issuer(config()).monitor(monitor).build();
    String token = ISSUER.token().compact();

    List<AccessToken> answers = together(64, () -> validator.validate(token));

    assertThat(answers).hasSize(64).containsOnly(answers.get(0));
    assertThat(monitor.signatures()).isBetween(1, 64);
    assertThat(validator.cachedTokens()).isEqualTo(1);
  }
}
