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
  void isReachedWhenTheLastFivePeriodsAgree() {
    assertThat(Level.isReachedBy(List.of(50.0, 100.0, 101.0, 102.0, 103.0, 100.0))).isTrue();
    assertThat(Level.isReachedBy(List.of(100.0, 101.0, 102.0, 103.1, 100.0))).isFalse();
    assertThat(Level.isReachedBy(List.of(100.0, 100.0, 100.0, 100.0))).isFalse();
    assertThat(Level.isReachedBy(List.of(0.0, 0.0, 0.0, 0.0, 1.0))).isFalse();
  }

  @Test
  void isReachedOnANoisyMachineWhenTheMediansAgree() {
    List<Double> noisy = List.of(90.0, 120.0, 100.0, 80.0, 101.0, 110.0, 99.0, 75.0, 102.0, 130.0);
    assertThat(Level.isReachedBy(noisy)).isTrue();

    List<Double> rising = List.of(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0);
    assertThat(Level.isReachedBy(rising)).isFalse();
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
