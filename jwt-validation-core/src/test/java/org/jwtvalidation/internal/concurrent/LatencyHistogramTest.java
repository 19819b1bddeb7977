// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {

  private static final long LONGEST = (1L << 40) - 1;

  private static long countOf(LatencyHistogram.Totals totals) {
    return LongStream.of(totals.counts()).sum();
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

  @Test
  void takesNegativeDurationsForZeroAndEndlessOnesForTheLongest() {
    LatencyHistogram histogram = new LatencyHistogram();

    histogram.record(-5, Stripes.indexOfThisThread());
    assertThat(histogram.totals().max()).isZero();
    histogram.record(Long.MAX_VALUE, Stripes.indexOfThisThread());
    assertThat(histogram.totals().max()).isEqualTo(LONGEST);
    assertThat(histogram.totals().sum()).isEqualTo(LONGEST);
    assertThat(countOf(histogram.totals())).isEqualTo(2);
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

    LatencyHistogram.Totals totals = histogram.totals();
    assertThat(countOf(totals)).isEqualTo(320_000);
    assertThat(totals.max()).isEqualTo(10_000);
    assertThat(totals.sum()).isEqualTo(32 * 10_000L * 10_001 / 2);
  }

  private static void awaitStart(CountDownLatch start) {
    try {
      start.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
