// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LevelTest {

  private final Level level = new Level(10);

  private void took(int times, long nanos) {
    for (int i = 0; i < times; i++) {
      level.took(nanos);
    }
  }

  @Test
  void isReachedAfterTheFewestRepetitions() {
    assertThat(level.isReached()).isFalse();
    assertThat(level.least()).isEqualTo(Long.MAX_VALUE);
    took(9, 100);
    assertThat(level.isReached()).isFalse();
    took(1, 100);
    assertThat(level.isReached()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"100, 95, true", "100, 94, false", "100, 101, true", "100, 1000000, true"})
  void fallsByATwentieth(long before, long after, boolean reached) {
    took(10, before);
    took(1, after);
    assertThat(level.isReached()).isEqualTo(reached);
  }

  @Test
  void isReachedOnceHalfOfTheRepetitionsBroughtNoFall() {
    took(20, 100);
    took(1, 50);
    assertThat(level.isReached()).isFalse();
    took(20, 70);
    assertThat(level.isReached()).isFalse();
    took(1, 70);
    assertThat(level.isReached()).isTrue();
    assertThat(level.least()).isEqualTo(50);
  }

  /** Many falls that are small each. */
  @Test
  void fallsSlowlyToo() {
    took(10, 100);
    took(1, 98);
    took(1, 96);
    assertThat(level.isReached()).isTrue();
    took(1, 94);
    assertThat(level.isReached()).isFalse();
  }

  @Test
  void takesAClockThatDoesNotAdvance() {
    took(10, 0);
    assertThat(level.isReached()).isTrue();
    assertThat(level.least()).isEqualTo(1);
  }
}
