// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

/**
 * Turns the columns of two accumulators (see {@link FusedRows}) into digits.
 *
 * <p>No carry runs along the number: each column is split into a digit within ±B/2 and a small
 * carry, and all carries are added to the next digits at once. All sums are exact. A product
 * carries at most 3n/4, so that a digit of a reduced number with the carry from below is within
 * ±(2^(r−1) + 3n/4 + 1).
 */
final class FusedCarry {

  private static final int MASK = 1023;

  private FusedCarry() {}

  /**
   * Splits the columns below {@code end}.
   *
   * @param rounder the upper number of an empty column, which also rounds to multiples of B
   * @param down 1 / B
   * @param h1 the upper numbers of one accumulator, moved up by one column
   * @param l1 its lower numbers
   * @param h2 the upper numbers of the other accumulator, moved up by one column
   * @param l2 its lower numbers
   * @param digits gets the digits without the carry from below
   * @param carries gets the carries to the column above
   */
  static void split(
      double rounder,
      double down,
      double[] h1,
      double[] l1,
      double[] h2,
      double[] l2,
      int end,
      double[] digits,
      double[] carries) {
    for (int j = 0, to = end & MASK; j < to; j++) {
      double low = l1[j] + l2[j];
      double lowRounded = low + rounder - rounder;
      double sum = low - lowRounded + (h1[j] - rounder + (h2[j] - rounder)) * down;
      double rounded = sum + rounder - rounder;
      digits[j] = sum - rounded;
      carries[j] = (lowRounded + rounded) * down;
    }
  }

  /** Adds the numbers below {@code end}. */
  static void add(double[] digits, double[] carries, int end, double[] sums) {
    for (int j = 0, to = end & MASK; j < to; j++) {
      sums[j] = digits[j] + carries[j];
    }
  }
}
