// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.testkit.TestIssuer;

/**
 * Compares the eviction of {@link TokenCache}, by recency and frequency, with eviction by recency
 * alone, for a cache of a tenth of the tokens in use. The figures of the decision record on the
 * cache come from here.
 */
@Tag("jdk-independent")
class CacheHitRateTest {

  private static final int TOKENS = 600;
  private static final int CACHE_SIZE = 60;
  private static final int WARM_UP = 20_000;
  private static final int ACCESSES = 200_000;

  private record HitRates(double recencyAndFrequency, double recency) {

    static HitRates of(String traffic, IntSupplier firstTokens, IntSupplier sameTokens) {
      HitRates rates =
          new HitRates(
              hitRate(firstTokens, evictingByRecencyAndFrequency()),
              hitRate(sameTokens, evictingByRecency()));
      System.out.printf(
          "hit rate, %s: recency and frequency %.3f, recency %.3f%n",
          traffic, rates.recencyAndFrequency, rates.recency);
      return rates;
    }
  }

  @Test
  void isAsGoodWhereEveryTokenIsEquallyLikely() {
    HitRates rates = HitRates.of("uniform", uniform(), uniform());

    assertThat(rates.recency).isCloseTo(0.1, within(0.01));
    assertThat(rates.recencyAndFrequency).isCloseTo(0.1, within(0.015));
  }

  @Test
  void keepsMoreOfWhatIsUsedMost() {
    HitRates rates = HitRates.of("Zipf 0.99", zipf(), zipf());

    assertThat(rates.recencyAndFrequency).isGreaterThan(rates.recency + 0.05);
  }

  @Test
  void stillHitsWhereTokensComeInTurn() {
    HitRates rates = HitRates.of("cyclic", cyclic(), cyclic());

    assertThat(rates.recency).isZero();
    assertThat(rates.recencyAndFrequency).isGreaterThan(0.05);
  }

  @Test
  void keepsWhatIsInUseThroughBurstsOfFreshTokens() {
    HitRates rates = HitRates.of("Zipf 0.99 with bursts", bursts(), bursts());

    assertThat(rates.recencyAndFrequency).isGreaterThan(rates.recency + 0.05);
  }

  private static double hitRate(IntSupplier tokens, IntPredicate hits) {
    var unused = shareOfHits(WARM_UP, tokens, hits);
    return shareOfHits(ACCESSES, tokens, hits);
  }

  private static double shareOfHits(int accesses, IntSupplier tokens, IntPredicate hits) {
    int hit = 0;
    for (int i = 0; i < accesses; i++) {
      if (hits.test(tokens.getAsInt())) {
        hit++;
      }
    }
    return (double) hit / accesses;
  }

  private static IntPredicate evictingByRecencyAndFrequency() {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    TokenCache.Entry entry;
    try (TokenValidator validator = issuer.validator().build()) {
      entry =
          CacheEntries.of(
              validator.validate(issuer.token().compact()),
              issuer.config().audience(issuer.audience()).build(),
              issuer.jwkSet());
    }
    TokenCache cache = new TokenCache(CACHE_SIZE);
    return token -> {
      // Found by their ends, which are those of signatures.
      String text = "token." + token;
      boolean hit = cache.find(text, 0) != null;
      if (!hit) {
        cache.store(text, entry);
      }
      return hit;
    };
  }

  private static IntPredicate evictingByRecency() {
    Map<Integer, Integer> cache =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Integer, Integer> eldest) {
            return size() > CACHE_SIZE;
          }
        };
    return token -> {
      boolean hit = cache.get(token) != null;
      if (!hit) {
        cache.put(token, token);
      }
      return hit;
    };
  }

  private static IntSupplier uniform() {
    Random random = new Random(1);
    return () -> random.nextInt(TOKENS);
  }

  private static IntSupplier zipf() {
    double[] cumulative = new double[TOKENS];
    double sum = 0;
    for (int rank = 0; rank < TOKENS; rank++) {
      sum += 1 / Math.pow(rank + 1, 0.99);
      cumulative[rank] = sum;
    }
    double total = sum;
    Random random = new Random(2);
    return () -> {
      int found = Arrays.binarySearch(cumulative, random.nextDouble() * total);
      return found >= 0 ? found : -found - 1;
    };
  }

  private static IntSupplier cyclic() {
    int[] next = {0};
    return () -> next[0]++ % TOKENS;
  }

  /** After every 500 accesses, 100 tokens that occur only once. */
  private static IntSupplier bursts() {
    IntSupplier zipf = zipf();
    int[] accesses = {0};
    return () -> {
      int access = accesses[0]++;
      return access % 600 < 500 ? zipf.getAsInt() : TOKENS + access;
    };
  }
}
