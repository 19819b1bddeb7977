// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

/**
 * Adds four rows of a product to an accumulator by fused multiply-add.
 *
 * <p>An accumulator has two numbers a column. The upper one, h, begins at 1.5·2^(52+r) and stays
 * between 2^(52+r) and 2^(53+r), where a {@code double} is a multiple of B = 2^r. So {@code fma(a,
 * x, h)} adds to h the multiple of B that is nearest to a·x. What was rounded away is {@code fma(a,
 * x, h - fma(a, x, h))}: h less the sum is a multiple of B that fits, and a·x plus that is an
 * integer of at most 2^(r−1). It is added to the lower one, l. Nothing is lost.
 *
 * <p>h leaves its range only if the products of a column, less what was rounded away before, reach
 * 2^(51+r) − B. An accumulator gets too few products for that, by {@link FusedDigits}.
 *
 * <h2>Form</h2>
 *
 * <p>HotSpot's C2 compiles these loops to vector instructions because of their form. All arrays
 * have the same index, or one that is greater by a multiple of the length of a vector; the bounds
 * are masked, so that it is known that they do not overflow, whatever the caller; four rows are few
 * enough operations.
 */
final class FusedRows {

  /** The columns by which {@link #slide} moves an accumulator: the doubles of 512 bits. */
  static final int STEP = 8;

  /** More than the columns of any accumulator. */
  private static final int MASK = 1023;

  private FusedRows() {}

  /**
   * Adds, in the columns below {@code end}, a0·x0 + a1·x1 + a2·x2 + a3·x3 to the accumulator (oldH,
   * oldL), and writes the sum to (h, l), which may be the same.
   */
  static void add(
      double[] oldH,
      double[] oldL,
      double a0,
      double[] x0,
      double a1,
      double[] x1,
      double a2,
      double[] x2,
      double a3,
      double[] x3,
      int end,
      double[] h,
      double[] l) {
    for (int j = 0, to = end & MASK; j < to; j++) {
      double h0 = oldH[j];
      double h1 = Math.fma(a0, x0[j], h0);
      double h2 = Math.fma(a1, x1[j], h1);
      double h3 = Math.fma(a2, x2[j], h2);
      double h4 = Math.fma(a3, x3[j], h3);
      double rest = Math.fma(a0, x0[j], h0 - h1);
      rest += Math.fma(a1, x1[j], h1 - h2);
      rest += Math.fma(a2, x2[j], h2 - h3);
      rest += Math.fma(a3, x3[j], h3 - h4);
      h[j] = h4;
      l[j] = oldL[j] + rest;
    }
  }

  /** As {@link #add}, to the columns of the old accumulator that are {@link #STEP} higher. */
  static void slide(
      double[] oldH,
      double[] oldL,
      double a0,
      double[] x0,
      double a1,
      double[] x1,
      double a2,
      double[] x2,
      double a3,
      double[] x3,
      int end,
      double[] h,
      double[] l) {
    for (int j = 0, to = end & MASK; j < to; j++) {
      double h0 = oldH[j + STEP];
      double h1 = Math.fma(a0, x0[j], h0);
      double h2 = Math.fma(a1, x1[j], h1);
      double h3 = Math.fma(a2, x2[j], h2);
      double h4 = Math.fma(a3, x3[j], h3);
      double rest = Math.fma(a0, x0[j], h0 - h1);
      rest += Math.fma(a1, x1[j], h1 - h2);
      rest += Math.fma(a2, x2[j], h2 - h3);
      rest += Math.fma(a3, x3[j], h3 - h4);
      h[j] = h4;
      l[j] = oldL[j + STEP] + rest;
    }
  }
}
