// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.jwtvalidation.internal.concurrent.Stripes;

class DurationHistogramTest {

  private final DurationHistogram histogram = new DurationHistogram();

  @Test
  void countsUpToAndIncludingEachBound() {
    for (long nanos :
        new long[] {-5, 0, 1_000, 1_001, 50_000_000, 50_000_001, Long.MAX_VALUE / 2}) {
      histogram.record(nanos, 0);
    }
    DurationHistogram.Counts counts = histogram.counts();
    assertThat(counts.counts()).containsExactly(3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1);
    assertThat(counts.all()).isEqualTo(7);
    assertThat(counts.upTo(0)).isEqualTo(3);
    assertThat(counts.upTo(12)).isEqualTo(5);
    assertThat(counts.upTo(15)).isEqualTo(7);
    assertThat(counts.sum())
        .isEqualTo(1_000 + 1_001 + 50_000_000 + 50_000_001 + Long.MAX_VALUE / 2);
  }

  @Test
  void addsUpItsStripes() {
    assertThat(histogram.record(10, 0)).isTrue();
    assertThat(histogram.record(10, 0)).isFalse();
    assertThat(histogram.record(10, 1)).isTrue();
    assertThat(histogram.counts().all()).isEqualTo(3);
    assertThat(histogram.counts().sum()).isEqualTo(30);
    assertThat(Stripes.indexOfThisThread()).isNotNegative();
  }

  @Test
  void hasItsBoundsInSeconds() {
    assertThat(DurationHistogram.boundsInSeconds())
        .hasSize(16)
        .startsWith(1e-6, 2e-6)
        .endsWith(0.5, 5.0, Double.POSITIVE_INFINITY);
  }
}
