// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class RateMeterTest {

  private static final long MILLI = 1_000_000;

  private final Deque<Long> times = new ArrayDeque<>();
  private final Deque<Long> counts = new ArrayDeque<>();

  @Test
  void dividesWhatWasCountedByTheTime() {
    times.addAll(List.of(0L, 0L, 500 * MILLI, 500 * MILLI, 600 * MILLI, 600 * MILLI));
    counts.addAll(List.of(100L, 1_100L, 1_400L));
    RateMeter meter = new RateMeter(times::remove, counts::remove);

    assertThat(meter.next()).isEqualTo(2_000);
    assertThat(meter.next()).isEqualTo(3_000);
    assertThat(meter.end()).isEqualTo(600 * MILLI);
  }

  @Test
  void readsAgainIfItsThreadWasHeldUpInBetween() {
    times.addAll(List.of(0L, 0L, 500 * MILLI, 900 * MILLI, 1_000 * MILLI, 1_000 * MILLI));
    counts.addAll(List.of(0L, 5_000L, 6_000L));
    RateMeter meter = new RateMeter(times::remove, counts::remove);

    assertThat(meter.next()).isEqualTo(6_000);
  }
}
