// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void agreesWithTheSortedValues(long seed) {
    Random random = new Random(seed);
    long[] values = new long[100_000];
    Distribution distribution = new Distribution();
    for (int i = 0; i < values.length; i++) {
      values[i] = (long) Math.exp(Math.log(30_000) + random.nextGaussian() * 2);
      distribution.add(values[i]);
    }
    Arrays.sort(values);

    for (double percent : new double[] {0.001, 1, 50, 90, 95, 99, 99.9, 99.99, 100}) {
      long exact = values[(int) Math.ceil(values.length * percent / 100) - 1];
      assertThat(distribution.percentile(percent))
          .as("P%s", percent)
          .isBetween(exact, exact + exact / 128 + 1);
    }
    double mean = Arrays.stream(values).average().orElseThrow();
    double variance =
        Arrays.stream(values).mapToDouble(v -> (v - mean) * (v - mean)).sum() / (values.length - 1);
    assertThat(distribution.count()).isEqualTo(values.length);
    assertThat(distribution.max()).isEqualTo(values[values.length - 1]);
    assertThat(distribution.mean()).isCloseTo(mean, within(mean * 1e-9));
    assertThat(distribution.standardDeviation())
        .isCloseTo(Math.sqrt(variance), within(Math.sqrt(variance) * 1e-9));
    assertThat(distribution.coefficientOfVariation())
        .isCloseTo(Math.sqrt(variance) / mean, within(1e-6));
  }

  @Test
  void isExactToThreePercentIfCoarse() {
    Random random = new Random(4);
    long[] values = new long[10_000];
    Distribution distribution = Distribution.coarse();
    for (int i = 0; i < values.length; i++) {
      values[i] = (long) Math.exp(Math.log(30_000) + random.nextGaussian() * 2);
      distribution.add(values[i]);
    }
    distribution.pack();
    Arrays.sort(values);

    for (double percent : new double[] {0.01, 1, 50, 99, 99.9, 100}) {
      long exact = values[(int) Math.ceil(values.length * percent / 100) - 1];
      assertThat(distribution.percentile(percent))
          .as("P%s", percent)
          .isBetween(exact, exact + exact / 32 + 1);
    }
  }

  @Test
  void countsByPowersOfTwo() {
    for (Distribution distribution : List.of(new Distribution(), Distribution.coarse())) {
      assertThat(distribution.byPowerOfTwo()).isEmpty();
      for (long nanos : new long[] {0, 1, 2, 3, 4, 31, 32, 1023, 1024, 1025, Long.MAX_VALUE}) {
        distribution.add(nanos);
      }
      assertThat(distribution.byPowerOfTwo())
          .isEqualTo(Map.of(0, 2L, 1, 2L, 2, 1L, 4, 1L, 5, 1L, 9, 1L, 10, 2L, 62, 1L));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {50, 90, 95, 99, 99.5, 99.9, 99.95, 99.99, 99.999, 100})
  void ranksAsCounted(double percent) {
    for (int count : new int[] {100_000, 300_000, 700_000}) {
      Distribution distribution = new Distribution();
      long rank = Math.round(percent * 1_000) * count / 100_000;
      for (int i = 1; i <= count; i++) {
        distribution.add(i < rank ? 1 : i == rank ? 2 : 3);
      }
      assertThat(distribution.percentile(percent)).isEqualTo(2);
    }
  }

  @Test
  void acceptsExtremeDurations() {
    Distribution distribution = new Distribution();
    assertThat(distribution.percentile(50)).isZero();
    assertThat(distribution.coefficientOfVariation()).isZero();
    distribution.add(-1);
    assertThat(distribution.max()).isZero();
    distribution.add(Long.MAX_VALUE);
    assertThat(distribution.max()).isEqualTo(Long.MAX_VALUE);
    assertThat(distribution.percentile(50)).isZero();
    assertThat(distribution.percentile(100)).isEqualTo(Long.MAX_VALUE);
  }
}
