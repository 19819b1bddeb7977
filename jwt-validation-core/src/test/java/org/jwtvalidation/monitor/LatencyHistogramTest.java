package org.jwtvalidation.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.internal.concurrent.Stripes;

class LatencyHistogramTest {

  private static final long LONGEST = (1L << 40) - 1;

  @Test
  void hasNothingToTellWhenNothingWasRecorded() {
    LatencyDistribution nothing = new LatencyHistogram().distribution();

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
    LatencyDistribution durations = histogram.distribution();

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
    LatencyDistribution older = histogram.distribution();
    histogram.record(7);
    LatencyDistribution newer = histogram.distribution();

    assertThat(newer.since(older).count()).isEqualTo(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> older.since(newer))
        .withMessageContaining("earlier");
  }

  @Test
  void countsEveryDurationInABucketThatIsAtMostOneSixtyFourthTooLong() {
    Random random = new Random(42);
    LongSupplier anyMagnitude = () -> random.nextLong(1L << (1 + random.nextInt(40)));
    for (int i = 0; i < 1_000_000; i++) {
      long duration = anyMagnitude.getAsLong();
      long reported = LatencyHistogram.longestOf(LatencyHistogram.bucket(duration));
      if (reported < duration || reported > duration + duration / 64) {
        assertThat(reported).isBetween(duration, duration + duration / 64);
      }
    }
  }

  @Test
  void growsItsBucketsWithoutGapsUpToTheLongest() {
    long next = 0;
    for (int bucket = 0; bucket <= LatencyHistogram.bucket(LONGEST); bucket++) {
      assertThat(LatencyHistogram.bucket(next)).isEqualTo(bucket);
      assertThat(LatencyHistogram.bucket(LatencyHistogram.longestOf(bucket))).isEqualTo(bucket);
      next = LatencyHistogram.longestOf(bucket) + 1;
    }
    assertThat(next).isEqualTo(LONGEST + 1);
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
      ours.record(nanos, Stripes.indexOfThisThread());
      theirs.recordValue(Math.min(nanos, LONGEST));
    }

    LatencyDistribution latency = ours.distribution();
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
  void takesNegativeDurationsForZeroAndEndlessOnesForTheLongest() {
    LatencyHistogram histogram = new LatencyHistogram();

    histogram.record(-5, Stripes.indexOfThisThread());
    assertThat(histogram.distribution().max()).isZero();
    histogram.record(Long.MAX_VALUE, Stripes.indexOfThisThread());
    assertThat(histogram.distribution().max()).isEqualTo(Duration.ofNanos(LONGEST));
    assertThat(histogram.distribution().count()).isEqualTo(2);
  }

  @Test
  void tellsWhatWasAddedSinceAnEarlierMoment() {
    LatencyHistogram histogram = new LatencyHistogram();
    for (int i = 0; i < 1_000; i++) {
      histogram.record(1_000_000);
    }
    LatencyDistribution before = histogram.distribution();
    assertThat(histogram.distribution().since(before).count()).isZero();
    assertThat(histogram.distribution().since(before).max()).isZero();
    assertThat(histogram.distribution().since(before).percentile(50)).isZero();

    histogram.record(100);
    histogram.record(300);

    LatencyDistribution added = histogram.distribution().since(before);
    assertThat(added.count()).isEqualTo(2);
    assertThat(added.mean()).isEqualTo(Duration.ofNanos(200));
    assertThat(added.percentile(50).toNanos()).isBetween(100L, 102L);
    assertThat(added.max().toNanos()).isBetween(300L, 305L);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 100.1, Double.NaN})
  void refusesAPercentageThatIsNone(double percent) {
    LatencyDistribution nothing = new LatencyHistogram().distribution();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> nothing.percentile(percent))
        .withMessage("percent: " + percent + " is out of range; choose a number from 0 to 100");
  }

  @Test
  void losesNothingWhenManyThreadsRecord() throws InterruptedException {
    LatencyHistogram histogram = new LatencyHistogram();
    CountDownLatch start = new CountDownLatch(1);
    Thread[] threads =
        IntStream.range(0, 32)
            .mapToObj(number ->
                new Thread(() -> {
                  awaitStart(start);
                  for (int i = 1; i <= 10_000; i++) {
                    histogram.record(i, Stripes.indexOfThisThread());
                  }
                }))
            .toArray(Thread[]::new);
    for (Thread thread : threads) {
      thread.start();
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }

    LatencyDistribution latency = histogram.distribution();
    assertThat(latency.count()).isEqualTo(320_000);
    assertThat(latency.max()).isEqualTo(Duration.ofNanos(10_000));
    assertThat(latency.mean()).isEqualTo(Duration.ofNanos(5_000));
    assertThat(latency.percentile(50).toNanos()).isBetween(5_000L, 5_080L);
  }

  private static void awaitStart(CountDownLatch start) {
    try {
      start.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
