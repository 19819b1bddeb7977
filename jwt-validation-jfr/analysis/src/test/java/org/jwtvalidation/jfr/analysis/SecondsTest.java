// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SecondsTest {

  @Test
  void computesTheVariationOfSeconds() {
    Seconds seconds = new Seconds();
    for (long mean : new long[] {100, 200, 300}) {
      Seconds.Second second = seconds.at(1_000 + mean, 2);
      for (long distance : new long[] {-50, 50}) {
        second.add(mean + distance);
        second.addStep(0, 7);
      }
    }
    seconds.at(1_100, 2).addStep(1, 3);
    seconds.at(1_300, 2).addStep(1, 6);

    assertThat(seconds.variation()).isCloseTo(0.5, within(1e-12));
    assertThat(seconds.variation(0)).isZero();
    assertThat(seconds.variation(1)).isCloseTo(Math.sqrt(4.5) / 4.5, within(1e-12));
  }

  @Test
  void addsToAPackedSecond() {
    Random random = new Random(5);
    int most = 3_000;
    Seconds seconds = new Seconds();
    Distribution[] expected = new Distribution[most];
    for (int i = 0; i < 30_000; i++) {
      int second = random.nextInt(most);
      long nanos = (long) Math.exp(Math.log(30_000) + random.nextGaussian() * 2);
      if (expected[second] == null) {
        expected[second] = Distribution.coarse();
      }
      expected[second].add(nanos);
      seconds.at(second, 0).add(nanos);
    }

    seconds
        .all()
        .forEach((second, found) -> {
          Distribution whole = found.whole();
          Distribution known = expected[second.intValue()];
          assertThat(whole.count()).isEqualTo(known.count());
          assertThat(whole.mean()).isEqualTo(known.mean());
          assertThat(whole.max()).isEqualTo(known.max());
          assertThat(whole.percentile(50)).isEqualTo(known.percentile(50));
          assertThat(whole.percentile(99)).isEqualTo(known.percentile(99));
          assertThat(whole.byPowerOfTwo()).isEqualTo(known.byPowerOfTwo());
        });
    assertThat(List.copyOf(seconds.all().keySet())).isSorted().hasSizeGreaterThan(2_990);
  }
}
