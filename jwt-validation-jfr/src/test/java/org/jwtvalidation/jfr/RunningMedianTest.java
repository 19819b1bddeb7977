// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunningMedianTest {

  private final RunningMedian median = new RunningMedian();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void comesWithinTenPercentOfTheMedianOfValidations(long seed) {
    Random random = new Random(seed);
    long sum = 0;
    for (int i = 0; i < 20_000; i++) {
      // Log-normal about 30 µs, with a tail of long pauses.
      long nanos = (long) (30_000 * Math.exp(random.nextGaussian() * 0.5));
      long estimate = median.movedTowards(random.nextInt(100) == 0 ? nanos * 1000 : nanos);
      sum += i >= 10_000 ? estimate : 0;
    }
    assertThat(sum / 10_000).isBetween(27_000L, 33_000L);
  }

  @Test
  void recoversFromAnOutlierAsFirstValue() {
    assertThat(median.movedTowards(50_000_000)).isEqualTo(50_000_000);
    for (int i = 0; i < 1_000; i++) {
      median.movedTowards(30_000);
    }
    assertThat(median.movedTowards(30_000)).isBetween(29_000L, 31_000L);
  }

  @Test
  void keepsACorrectEstimate() {
    assertThat(median.movedTowards(10)).isEqualTo(10);
    assertThat(median.movedTowards(10)).isEqualTo(10);
    assertThat(median.movedTowards(11)).isEqualTo(10);
    assertThat(median.movedTowards(5)).isEqualTo(11);
    assertThat(median.movedTowards(5)).isEqualTo(10);
  }
}
