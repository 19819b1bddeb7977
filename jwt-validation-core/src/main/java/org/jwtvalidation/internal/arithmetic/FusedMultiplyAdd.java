// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.util.function.DoubleUnaryOperator;
import java.util.function.LongSupplier;

/** Whether the processor, and the JVM on it, has fused multiply-add. */
public final class FusedMultiplyAdd {

  /** Hardware takes less than a tenth of this even without a compiler, {@code BigDecimal} more. */
  private static final long LIMIT_NANOS = 100_000;

  private static final int CALLS = 64;
  private static final int TRIALS = 3;

  private FusedMultiplyAdd() {}

  /**
   * Measures {@link Math#fma}, which computes by {@link java.math.BigDecimal} where there is no
   * instruction for it. That takes more than a thousand times as long.
   *
   * @param nanoTime the clock
   */
  public static boolean isInHardware(LongSupplier nanoTime) {
    return isFast(FusedMultiplyAdd::add, nanoTime);
  }

  /** The exponents differ so much that {@code BigDecimal} needs hundreds of digits. */
  static double add(double sum) {
    return Math.fma(1e-100, 1e-90, sum);
  }

  static boolean isFast(DoubleUnaryOperator add, LongSupplier nanoTime) {
    double sum = 1e100;
    for (int trial = 0; trial < TRIALS; trial++) {
      long begin = nanoTime.getAsLong();
      for (int call = 0; call < CALLS; call++) {
        sum = add.applyAsDouble(sum);
      }
      if (nanoTime.getAsLong() - begin < LIMIT_NANOS) {
        return true;
      }
    }
    return false;
  }
}
