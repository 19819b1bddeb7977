// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ExpiryClockTest {

  private static final Instant BEGIN = Instant.ofEpochSecond(1_000_000);

  /** The longest life of a proof in these tests. */
  private static final Duration LIFE = Duration.ofSeconds(60);

  private Duration passed = Duration.ZERO;
  private Duration ahead = Duration.ZERO;

  /** The clock of a JVM that has been running for five seconds. */
  private final ExpiryClock clock =
      new ExpiryClock(this::timeOfDay, () -> passed.plusSeconds(5).toNanos());

  private Instant timeOfDay() {
    return BEGIN.plus(passed).plus(ahead);
  }

  /** The seconds since the beginning, where a proof of this life is used. */
  private long second(Duration life) {
    return clock.second(timeOfDay().plus(life)) - BEGIN.getEpochSecond();
  }

  private long secondAfter(long milliseconds) {
    passed = Duration.ofMillis(milliseconds);
    return second(LIFE);
  }

  @Test
  void isTheTimeOfDayIfNobodySetsIt() {
    for (long seconds : new long[] {0, 1, 59, 60, 61, 119, 120, 121, 10_000, 10_001}) {
      assertThat(secondAfter(seconds * 1000 + 999)).isEqualTo(seconds);
    }
  }

  @Test
  void followsATimeThatIsSetForwardAfterALifeAndBeforeTwo() {
    assertThat(secondAfter(0)).isZero();
    ahead = Duration.ofHours(1);
    assertThat(secondAfter(0)).isZero();
    assertThat(secondAfter(59_999)).isEqualTo(59);
    assertThat(secondAfter(60_000)).isEqualTo(60);
    assertThat(secondAfter(119_999)).isEqualTo(119);
    assertThat(secondAfter(120_000)).isEqualTo(3720);
  }

  @Test
  void followsATimeThatWasSetForwardTwoLivesAgoAtOnce() {
    assertThat(secondAfter(0)).isZero();
    ahead = Duration.ofHours(1);
    assertThat(secondAfter(120_000)).isEqualTo(3720);
  }

  @Test
  void doesNotFollowATimeThatWasSetForwardLessThanTwoLivesAgo() {
    assertThat(secondAfter(0)).isZero();
    ahead = Duration.ofHours(1);
    assertThat(secondAfter(119_999)).isEqualTo(119);
  }

  @Test
  void followsATimeThatIsSetBackAtOnceAndRemembersIt() {
    assertThat(secondAfter(0)).isZero();
    ahead = Duration.ofMinutes(-5);
    assertThat(secondAfter(1000)).isEqualTo(-299);
    ahead = Duration.ZERO;
    assertThat(secondAfter(59_999)).isEqualTo(-241);
    assertThat(secondAfter(60_000)).isEqualTo(-240);
    assertThat(secondAfter(120_000)).isEqualTo(120);
  }

  @Test
  void waitsForTheLongestLifeButNoLongerThanAProofCanHave() {
    assertThat(second(Duration.ofDays(1))).isZero();
    ahead = Duration.ofHours(1);
    assertThat(secondAfter(660_000 - 1)).isEqualTo(659);
    assertThat(secondAfter(660_000)).isEqualTo(660);
    assertThat(secondAfter(1_320_000 - 1)).isEqualTo(1319);
    assertThat(secondAfter(1_320_000)).isEqualTo(1320 + 3600);
  }
}
