// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class PackedCountsTest {

  @Test
  void unpacksWhatItPacked() {
    Random random = new Random(11);
    for (int i = 0; i < 1_000; i++) {
      long[] counts = new long[1 + random.nextInt(2_000)];
      for (int n = random.nextInt(counts.length); n > 0; n--) {
        counts[random.nextInt(counts.length)] = random.nextLong() >>> random.nextInt(64);
      }
      counts[counts.length - 1] = 1;
      assertThat(PackedCounts.unpack(PackedCounts.pack(counts))).isEqualTo(counts);
    }
  }

  @Test
  void omitsTrailingZeros() {
    assertThat(PackedCounts.unpack(PackedCounts.pack(new long[] {0, 3, 0, 0})))
        .containsExactly(0, 3);
    assertThat(PackedCounts.pack(new long[100])).isEmpty();
    assertThat(PackedCounts.unpack(new byte[0])).isEmpty();
  }

  @Test
  void needsTwoOctetsForASmallCount() {
    long[] counts = new long[700];
    counts[100] = 127;
    counts[200] = 1;
    assertThat(PackedCounts.pack(counts)).hasSize(4);
  }
}
