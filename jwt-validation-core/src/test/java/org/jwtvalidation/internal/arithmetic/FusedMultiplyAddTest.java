package org.jwtvalidation.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class FusedMultiplyAddTest {

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
