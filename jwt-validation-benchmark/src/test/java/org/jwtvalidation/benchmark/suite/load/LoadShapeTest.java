// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LoadShapeTest {

  private static final int ARRIVALS = 3600;
  private static final Duration DURATION = Duration.ofSeconds(6);

  @ParameterizedTest
  @EnumSource
  void startsAtZeroAndKeepsOrderAndTime(LoadShape shape) {
    Schedule schedule = new Schedule(shape, ARRIVALS, DURATION);

    assertThat(IntStream.range(0, ARRIVALS).mapToLong(schedule::due).boxed().toList())
        .startsWith(0L)
        .isSorted()
        .allMatch(due -> due < DURATION.toNanos());
  }

  @ParameterizedTest
  @CsvSource({
    "SUSTAINED, 600, 600, 600, 600, 600, 600",
    "BURSTS, 600, 600, 600, 600, 600, 600",
    "RAMP, 100, 300, 500, 700, 900, 1100"
  })
  void spreadsArrivalsOverTheSeconds(
      LoadShape shape, int first, int second, int third, int fourth, int fifth, int sixth) {
    int[] perSecond = new int[6];
    Schedule schedule = new Schedule(shape, ARRIVALS, DURATION);
    for (int number = 0; number < ARRIVALS; number++) {
      // Two nanoseconds for rounding.
      perSecond[(int) ((schedule.due(number) + 2) / 1_000_000_000)]++;
    }
    assertThat(perSecond).containsExactly(first, second, third, fourth, fifth, sixth);
  }

  @ParameterizedTest
  @EnumSource(names = "BURSTS")
  void pausesForThreeQuartersOfTheTime(LoadShape bursts) {
    Schedule schedule = new Schedule(bursts, ARRIVALS, DURATION);
    assertThat(IntStream.range(0, ARRIVALS).mapToLong(schedule::due).map(due -> due + 2))
        .allMatch(due -> due % 1_000_000_000 < 251_000_000);
  }
}
