// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FlatnessTest {

  private static final int SAMPLES = 60;

  /**
   * Sixty measurements of 20 MiB, give or take one, of which each is so much more than the last.
   */
  private static long[] heap(long leak) {
    SplittableRandom random = new SplittableRandom(1);
    return LongStream.range(0, SAMPLES)
        .map(i -> (20 << 20) + random.nextLong(-1 << 20, 1 << 20) + i * leak)
        .toArray();
  }

  @Test
  void findsNoGrowthInNoise() {
    assertThat(Flatness.growth(heap(0)))
        .isBetween(-SoakReport.MAX_HEAP_GROWTH, SoakReport.MAX_HEAP_GROWTH);
  }

  @Test
  void findsALeakInNoise() {
    assertThat(Flatness.growth(heap(100 << 10))).isGreaterThan(SoakReport.MAX_HEAP_GROWTH);
  }

  @Test
  void forgivesWarmUpAndSinglePeaks() {
    long[] heap = heap(0);
    for (int i = 0; i < SAMPLES / 4; i++) {
      heap[i] = 1 << 20;
    }
    heap[SAMPLES - 1] = 900 << 20;

    assertThat(Flatness.growth(heap)).isLessThan(SoakReport.MAX_HEAP_GROWTH);
  }

  @Test
  void findsAThreadTooMany() {
    long[] threads = LongStream.range(0, SAMPLES).map(i -> 90 + i / 10).toArray();

    assertThat(Flatness.growth(threads)).isGreaterThan(SoakReport.MAX_THREAD_GROWTH);
  }

  @Test
  void saysNothingOfTooFewMeasurements() {
    assertThatIllegalArgumentException().isThrownBy(() -> Flatness.growth(1, 2));
  }
}
