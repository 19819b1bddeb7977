// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class WarmUpTest {

  private int periods;

  private WarmUp warmUp(long requests, IntToDoubleFunction nanos) throws IOException {
    return WarmUp.untilLevel(() -> new WarmUp.Sample(requests, nanos.applyAsDouble(periods++)));
  }

  @Test
  void endsAfterFivePeriodsThatAreLevel() throws IOException {
    assertThat(warmUp(10_000, period -> Math.max(100, 200 - 20 * period)).isLevel()).isTrue();
    assertThat(periods).isEqualTo(10);
  }

  @Test
  void lastsUntilEnoughRequestsWereAnswered() throws IOException {
    assertThat(warmUp(2_000, period -> 100).isLevel()).isTrue();
    assertThat(periods).isEqualTo(10);
  }

  @Test
  void toleratesPeriodsThatAreDisturbed() throws IOException {
    assertThat(warmUp(10_000, period -> period % 3 == 0 ? 130 : 100).isLevel()).isTrue();
    assertThat(periods).isLessThan(15);
  }

  /** The last one, which was disturbed, is not it. */
  @Test
  void tellsTheUsualTimeOfTheLastPeriods() throws IOException {
    assertThat(warmUp(10_000, period -> period % 3 == 1 ? 1_800 : 1_000))
        .hasToString("level after 11 periods, 1.0 µs");
  }

  @Test
  void givesUpWhereAServiceBecomesEverFaster() throws IOException {
    WarmUp warmUp = warmUp(10_000, period -> 1_000_000 * Math.pow(0.9, period));

    assertThat(warmUp.isLevel()).isFalse();
    assertThat(warmUp).hasToString("NOT LEVEL after 60 periods, 2.5 µs");
  }
}
