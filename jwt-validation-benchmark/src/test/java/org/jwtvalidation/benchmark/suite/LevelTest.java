package org.jwtvalidation.benchmark.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LevelTest {

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
    assertThat(Level.firstOf(noisy)).isZero();

    List<Double> rising = List.of(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0);
    assertThat(Level.isReachedBy(rising)).isFalse();
    assertThat(Level.firstOf(rising)).isNegative();
  }

  @Test
  void beginsWhereFivePeriodsAgreeWithWhatFollows() {
    assertThat(Level.firstOf(List.of(9.0, 3.0, 3.0, 3.0, 3.0, 3.0))).isEqualTo(1);
    assertThat(Level.firstOf(List.of(9.0, 9.0, 9.0, 9.0, 9.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0)))
        .isEqualTo(5);
    assertThat(Level.firstOf(List.of(1.0, 2.0, 3.0, 4.0, 5.0, 6.0))).isNegative();
    assertThat(Level.firstOf(List.of())).isNegative();
  }
}
