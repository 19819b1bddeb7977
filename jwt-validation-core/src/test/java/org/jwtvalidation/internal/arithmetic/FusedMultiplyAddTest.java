// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FusedMultiplyAddTest {

  /** Is true if all 64 calls of a trial take less than the limit. */
  @ParameterizedTest
  @CsvSource({"1562, true", "1563, false"})
  void countsTheTimeOfAllCalls(long nanosPerCall, boolean fast) {
    AtomicLong now = new AtomicLong(Long.MAX_VALUE - 10);
    assertThat(
            FusedMultiplyAdd.isFast(
                sum -> {
                  assertThat(sum).isEqualTo(1e100);
                  now.addAndGet(nanosPerCall);
                  return sum;
                },
                now::get))
        .isEqualTo(fast);
  }

  /** What is added is too small to change the sum, and too far from 0 to be left out. */
  @Test
  void addsNumbersOfDifferentExponents() {
    assertThat(FusedMultiplyAdd.add(1e100)).isEqualTo(1e100);
    assertThat(FusedMultiplyAdd.add(0)).isEqualTo(1e-190);
  }

  /** A clock by which the trials take so long, one after the other. */
  private static LongSupplier clock(long... nanos) {
    return new LongSupplier() {
      private long now = Long.MAX_VALUE - 10;
      private int readings;

      @Override
      public long getAsLong() {
        if (readings % 2 == 1) {
          now += nanos[readings / 2];
        }
        readings++;
        return now;
      }
    };
  }

  @Test
  void isInHardwareIfOneTrialIsFast() {
    assertThat(FusedMultiplyAdd.isInHardware(clock(99_999))).isTrue();
    assertThat(FusedMultiplyAdd.isInHardware(clock(100_000, 5_000_000, 0))).isTrue();
  }

  @Test
  void isNotInHardwareIfAllTrialsAreSlow() {
    assertThat(FusedMultiplyAdd.isInHardware(clock(100_000, 100_000, 100_000))).isFalse();
  }
}
