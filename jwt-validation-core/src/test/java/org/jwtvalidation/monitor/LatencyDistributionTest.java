// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.internal.concurrent.LatencyHistogram;

class LatencyDistributionTest {

  private static final long LONGEST = LatencyHistogram.LONGEST;

  @Test
  void hasNothingToTellWhenNothingWasRecorded() {
    LatencyDistribution nothing = new LatencyDistribution(new LatencyHistogram());

    assertThat(nothing.count()).isZero();
    assertThat(nothing.countUpTo(Duration.ofDays(1))).isZero();
    assertThat(List.of(nothing.sum(), nothing.mean(), nothing.percentile(99), nothing.max()))
        .containsOnly(Duration.ZERO);
  }

  @Test
  void countsTheDurationsUpToABound() {
    LatencyHistogram histogram = new LatencyHistogram();
    for (long nanos : new long[] {0, 1, 63, 64, 1_000, 1_000_000, LONGEST, Long.MAX_VALUE}) {
      histogram.record(nanos);
    }
    LatencyDistribution durations = new LatencyDistribution(histogram);

    assertThat(durations.countUpTo(Duration.ofNanos(-1))).isZero();
    assertThat(durations.countUpTo(Duration.ZERO)).isEqualTo(1);
    assertThat(durations.countUpTo(Duration.ofNanos(63))).isEqualTo(3);
    assertThat(durations.countUpTo(Duration.ofNanos(64))).isEqualTo(4);
    assertThat(durations.countUpTo(Duration.ofNanos(1_016))).isEqualTo(5);
    assertThat(durations.countUpTo(Duration.ofMillis(2))).isEqualTo(6);
    assertThat(durations.countUpTo(Duration.ofNanos(LONGEST))).isEqualTo(8);
    assertThat(durations.countUpTo(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(8);
    assertThat(durations.sum()).isEqualTo(Duration.ofNanos(2 * LONGEST + 1_001_128));
  }

  @Test
  void refusesToSubtractTheNewerOfTwo() {
    LatencyHistogram histogram = new LatencyHistogram();
    histogram.record(7);
    LatencyDistribution older = new LatencyDistribution(histogram);
    histogram.record(7);
    LatencyDistribution newer = new LatencyDistribution(histogram);

    assertThat(newer.since(older).count()).isEqualTo(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> older.since(newer))
        .withMessageContaining("earlier");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void agreesWithHdrHistogram(long seed) {
    Random random = new Random(seed);
    LatencyHistogram ours = new LatencyHistogram();
    Histogram theirs = new Histogram(LONGEST, 3);
    for (int i = 0; i < 200_000; i++) {
      // Log-normal about 30 µs, as validations are, with a tail of long pauses.
      long nanos = (long) Math.exp(Math.log(30_000) + random.nextGaussian() * 1.5);
      if (random.nextInt(500) == 0) {
        nanos *= 1000;
      }
      ours.record(nanos);
      theirs.recordValue(Math.min(nanos, LONGEST));
    }

    LatencyDistribution latency = new LatencyDistribution(ours);
    assertThat(latency.count()).isEqualTo(theirs.getTotalCount());
    assertClose(latency.percentile(50), theirs.getValueAtPercentile(50));
    assertClose(latency.percentile(95), theirs.getValueAtPercentile(95));
    assertClose(latency.percentile(99), theirs.getValueAtPercentile(99));
    assertClose(latency.percentile(99.9), theirs.getValueAtPercentile(99.9));
    assertClose(latency.percentile(0), theirs.getMinValue());
    assertThat(latency.percentile(100)).isEqualTo(latency.max());
    assertClose(latency.max(), theirs.getMaxValue());
    assertClose(latency.mean(), (long) theirs.getMean());
  }

  /** Both round up, HdrHistogram by up to 1/1000 here. */
  private static void assertClose(Duration ours, long theirs) {
    assertThat(ours.toNanos()).isBetween((long) (theirs * 0.998), (long) (theirs * 1.017));
  }

  @Test
  void tellsWhatWasAddedSinceAnEarlierMoment() {
    LatencyHistogram histogram = new LatencyHistogram();
    for (int i = 0; i < 1_000; i++) {
      histogram.record(1_000_000);
    }
    LatencyDistribution before = new LatencyDistribution(histogram);
    assertThat(new LatencyDistribution(histogram).since(before).count()).isZero();
    assertThat(new LatencyDistribution(histogram).since(before).max()).isZero();
    assertThat(new LatencyDistribution(histogram).since(before).percentile(50)).isZero();

    histogram.record(100);
    histogram.record(300);

    LatencyDistribution added = new LatencyDistribution(histogram).since(before);
    assertThat(added.count()).isEqualTo(2);
    assertThat(added.mean()).isEqualTo(Duration.ofNanos(200));
    assertThat(added.percentile(50).toNanos()).isBetween(100L, 102L);
    assertThat(added.max().toNanos()).isBetween(300L, 305L);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 100.1, Double.NaN})
  void refusesAPercentageThatIsNone(double percent) {
    LatencyDistribution nothing = new LatencyDistribution(new LatencyHistogram());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> nothing.percentile(percent))
        .withMessage("percent: " + percent + " is out of range; choose a number from 0 to 100");
  }
}
