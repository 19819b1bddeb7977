// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MomentTest {

  private static final Moment START = new Moment(Long.MAX_VALUE - 3, 1_700_000_000_000L);

  /** The nanoseconds since the start, when the one clock has gone on so much and the other so. */
  private static long since(Duration measured, Duration shown) {
    return new Moment(START.nanos() + measured.toNanos(), START.millis() + shown.toMillis())
        .since(START);
  }

  @ParameterizedTest
  @MethodSource
  void goesByTheClockThatSaysMore(Duration measured, Duration shown, Duration expected) {
    assertThat(Duration.ofNanos(since(measured, shown))).isEqualTo(expected);
  }

  static Stream<Arguments> goesByTheClockThatSaysMore() {
    Duration minute = Duration.ofMinutes(1);
    Duration day = Duration.ofDays(1);
    return Stream.of(
        arguments(Duration.ZERO, Duration.ZERO, Duration.ZERO),
        arguments(minute, minute, minute),
        // Suspended for a day: one clock stood still.
        arguments(minute, minute.plus(day), minute.plus(day)),
        // Set back by a day.
        arguments(minute, minute.minus(day), minute),
        // Finer than the clock that shows the time.
        arguments(Duration.ofNanos(1), Duration.ZERO, Duration.ofNanos(1)),
        // A clock that is set right for the first time since 1970.
        arguments(minute, Duration.ofDays(20_000), Duration.ofDays(20_000)));
  }

  @Test
  void staysTheLongestTimeWhereTheClockIsSetBeyondIt() {
    assertThat(since(Duration.ofMinutes(1), Duration.ofDays(400 * 365))).isEqualTo(Long.MAX_VALUE);
    assertThat(since(Duration.ofMinutes(1), Duration.ofDays(-400 * 365)))
        .isEqualTo(Duration.ofMinutes(1).toNanos());
  }

  @Test
  void readsBothClocks() {
    AtomicLong nanoTime = new AtomicLong(-5);
    AtomicLong wallTime = new AtomicLong(7);
    Moment.Clocks clocks = new Moment.Clocks(nanoTime::get, wallTime::get);
    assertThat(clocks.now()).isEqualTo(new Moment(-5, 7));
    nanoTime.set(6);
    wallTime.set(8);
    assertThat(clocks.now()).isEqualTo(new Moment(6, 8));
  }

  @Test
  void hasTheClocksOfTheSystem() {
    long nanosBefore = System.nanoTime();
    long millisBefore = System.currentTimeMillis();
    Moment now = Moment.Clocks.SYSTEM.now();
    assertThat(now.nanos() - nanosBefore).isNotNegative();
    assertThat(System.nanoTime() - now.nanos()).isNotNegative();
    // It may be set meanwhile, though hardly by an hour.
    assertThat(now.millis() - millisBefore).isBetween(-3_600_000L, 3_600_000L);
  }
}
