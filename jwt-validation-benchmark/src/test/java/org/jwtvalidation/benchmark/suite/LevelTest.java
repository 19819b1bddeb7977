// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class LevelTest {

  private static List<Double> times(double... times) {
    return DoubleStream.of(times).boxed().toList();
  }

  @Test
  void isReachedWhenTenPeriodsAreNoBetterThanEarlierOnes() {
    List<Double> periods = new ArrayList<>(times(50, 30, 20));
    for (int i = 0; i < 9; i++) {
      periods.add(i % 2 == 0 ? 19.5 : 28.0);
      assertThat(Level.isReachedBy(periods)).isFalse();
    }
    periods.add(19.5);
    assertThat(Level.isReachedBy(periods)).isTrue();
    periods.add(18.0);
    assertThat(Level.isReachedBy(periods)).isFalse();
    assertThat(Level.isReachedBy(List.of())).isFalse();
  }

  @Test
  void beginsWithThePeriodThatIsNotMuchImprovedUpon() {
    List<Double> warmingUp = times(9, 6, 4.5, 4.5, 4.5, 4.5, 2.6, 2.6, 2.6, 2.6, 2.55, 2.6, 3);
    assertThat(Level.firstOf(warmingUp)).isEqualTo(6);
    assertThat(Level.partOf(warmingUp)).containsExactly(2.6, 2.6, 2.6, 2.6, 2.55, 2.6, 3.0);
  }

  @Test
  void isSeenThroughWhatElseTheMachineDoes() {
    List<Double> disturbed = times(45, 41, 26, 45, 44, 43, 45, 45, 39, 38, 26.5, 44, 45, 41, 40);
    assertThat(Level.firstOf(disturbed)).isEqualTo(2);
  }

  @Test
  void isNotReachedByWhatBecomesFasterToTheEnd() {
    List<Double> falling = new ArrayList<>();
    for (double time = 100; time > 20; time *= 0.97) {
      falling.add(time);
    }
    assertThat(Level.firstOf(falling)).isNegative();
    assertThat(Level.partOf(falling)).isEqualTo(falling.subList(26, falling.size()));
  }

  @Test
  void isNotShownByAFewPeriods() {
    List<Double> few = times(9, 3, 3, 3, 3, 3, 3, 3, 3);
    assertThat(Level.isShownBy(few)).isFalse();
    assertThat(Level.partOf(few)).isEqualTo(few);
    assertThat(Level.meanOf(times(1, 3))).isEqualTo(2);
  }
}
