// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefreshPolicyTest {

  private static final Duration LONGEST = Duration.ofDays(365);

  /** The greatest number that {@code ThreadLocalRandom} gives. */
  private static final double NEARLY_ONE = Math.nextDown(1.0);

  private static RefreshPolicy policy(
      Duration refresh, Duration firstRetry, Duration longest, double random) {
    return new RefreshPolicy(
        HttpKeySource.jwksUri(FetchScene.JWKS)
            .random(() -> random)
            .refreshInterval(refresh)
            .retryBackoff(firstRetry, longest)
            .hardExpiry(LONGEST));
  }

  private static RefreshPolicy refreshing(Duration interval, double random) {
    return policy(interval, Duration.ofSeconds(1), Duration.ofSeconds(30), random);
  }

  private static RefreshPolicy retrying(Duration first, Duration longest) {
    return policy(Duration.ofMinutes(10), first, longest, 0);
  }

  @ParameterizedTest
  @MethodSource
  void keepsTheWishOfTheServerWithinBounds(@Nullable Duration wish, Duration expected) {
    RefreshPolicy policy = refreshing(Duration.ofMinutes(10), 0);
    assertThat(Duration.ofNanos(policy.lifetime(wish))).isEqualTo(expected);
  }

  static Stream<Arguments> keepsTheWishOfTheServerWithinBounds() {
    Duration least = Duration.ofMinutes(1);
    Duration most = Duration.ofMinutes(10);
    return Stream.of(
        arguments(null, most),
        arguments(Duration.ZERO, least),
        arguments(least.minusNanos(1), least),
        arguments(least, least),
        arguments(least.plusNanos(1), least.plusNanos(1)),
        arguments(Duration.ofMinutes(5), Duration.ofMinutes(5)),
        arguments(most.minusNanos(1), most.minusNanos(1)),
        arguments(most, most),
        arguments(most.plusNanos(1), most),
        arguments(Duration.ofDays(3650), most),
        // More than nanoseconds in a long can count.
        arguments(Duration.ofDays(36_500 * 10L), most),
        arguments(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999), most));
  }

  /** It cannot shorten an interval that is a minute or less. */
  @ParameterizedTest
  @ValueSource(strings = {"PT0.000000001S", "PT59.999999999S", "PT1M"})
  void keepsToAShortIntervalWhateverTheServerWishes(Duration interval) {
    RefreshPolicy policy = refreshing(interval, 0);
    for (Duration wish : new Duration[] {null, Duration.ZERO, interval.dividedBy(2), LONGEST}) {
      assertThat(policy.lifetime(wish)).isEqualTo(interval.toNanos());
    }
  }

  @ParameterizedTest
  @CsvSource({"PT10M, PT8M", "P365D, P292D"})
  void fetchesAheadByAPartOfTheLifetime(Duration lifetime, Duration expected) {
    RefreshPolicy policy = refreshing(LONGEST, 0);
    assertThat(Duration.ofNanos(policy.refreshAhead(lifetime.toNanos()))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"0.5, 700", "0.75, 750", "0, 800", "0.25, 850", "0.499999999, 900"})
  void fetchesAheadByAnEighthMoreOrLess(double random, int permille) {
    assertThat(refreshing(LONGEST, random).refreshAhead(1000)).isEqualTo(permille);
  }

  @Test
  void doublesTheWaitUpToTheLongest() {
    RefreshPolicy policy = retrying(Duration.ofSeconds(1), Duration.ofSeconds(30));
    assertThat(
            Stream.of(1, 2, 3, 4, 5, 6, 7, 1000).map(n -> seconds(policy.retryDelay(n, null, 0))))
        .containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L, 30L);
  }

  private static long seconds(long nanos) {
    return Duration.ofNanos(nanos).toSeconds();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0.000000001S", "PT0.000000003S", "PT1S", "PT30S", "P182D", "P365D"})
  void neverShortensTheWaitHoweverManyFailuresThereWere(Duration first) {
    RefreshPolicy policy = retrying(first, LONGEST);
    long before = 0;
    for (int failures = 1; failures <= 5_000; failures++) {
      long delay = policy.retryDelay(failures, null, 0);
      assertThat(delay).isBetween(Math.max(before, first.toNanos()), LONGEST.toNanos());
      before = delay;
    }
    assertThat(policy.retryDelay(Integer.MAX_VALUE, null, 0)).isEqualTo(before);
    assertThat(before).isEqualTo(LONGEST.toNanos());
  }

  @Test
  void leavesUpToHalfOfTheWaitToChance() {
    RefreshPolicy policy = retrying(Duration.ofSeconds(8), Duration.ofSeconds(30));
    assertThat(policy.retryDelay(1, null, 0)).isEqualTo(Duration.ofSeconds(8).toNanos());
    assertThat(policy.retryDelay(1, null, 0.5)).isEqualTo(Duration.ofSeconds(6).toNanos());
    assertThat(policy.retryDelay(1, null, NEARLY_ONE))
        .isBetween(Duration.ofSeconds(4).toNanos(), Duration.ofSeconds(4).toNanos() + 1);
    assertThat(policy.retryDelay(9, null, 1)).isEqualTo(Duration.ofSeconds(15).toNanos());
  }

  @Test
  void neverWaitsForLessThanNothing() {
    RefreshPolicy shortest = retrying(Duration.ofNanos(1), Duration.ofNanos(1));
    RefreshPolicy longest = retrying(LONGEST, LONGEST);
    for (double random : new double[] {0, 0.5, NEARLY_ONE, 1}) {
      assertThat(shortest.retryDelay(1, null, random)).isBetween(0L, 1L);
      assertThat(longest.retryDelay(9, null, random))
          .isBetween(LONGEST.toNanos() / 2 - 1, LONGEST.toNanos());
    }
  }

  @ParameterizedTest
  @MethodSource
  void heedsRetryAfterWithinBounds(Duration retryAfter, Duration expected) {
    RefreshPolicy policy = retrying(Duration.ofSeconds(2), Duration.ofSeconds(30));
    assertThat(Duration.ofNanos(policy.retryDelay(1, retryAfter, 0))).isEqualTo(expected);
    // Chance takes nothing off what the server asks for.
    assertThat(Duration.ofNanos(policy.retryDelay(1, retryAfter, 1)))
        .isEqualTo(
            expected.equals(Duration.ofSeconds(2))
                ? retryAfter.compareTo(Duration.ofSeconds(1)) > 0
                    ? retryAfter
                    : Duration.ofSeconds(1)
                : expected);
  }

  static Stream<Arguments> heedsRetryAfterWithinBounds() {
    Duration first = Duration.ofSeconds(2);
    Duration longest = Duration.ofSeconds(30);
    return Stream.of(
        arguments(Duration.ZERO, first),
        arguments(Duration.ofSeconds(1), first),
        arguments(Duration.ofSeconds(2), first),
        arguments(Duration.ofSeconds(3), Duration.ofSeconds(3)),
        arguments(longest.minusNanos(1), longest.minusNanos(1)),
        arguments(longest, longest),
        arguments(longest.plusNanos(1), longest),
        arguments(Duration.ofDays(36_500 * 10L), longest),
        arguments(Duration.ofSeconds(Long.MAX_VALUE), longest));
  }
}
