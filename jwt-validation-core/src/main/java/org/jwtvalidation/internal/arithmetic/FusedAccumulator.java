// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.util.Arrays;

/** Half of the rows of a product: two numbers a column, as {@link FusedRows} describes. */
final class FusedAccumulator {

  private static final int STEP = FusedRows.STEP;

  /** Upper and lower numbers. Those above the columns of a group of rows stay empty. */
  final double[] h;

  final double[] l;

  /** The upper numbers of all columns of a product, moved up by one column. */
  final double[] allH;

  /** The lower numbers of all columns of a product. */
  final double[] allL;

  private final int columns;

  /**
   * An empty accumulator.
   *
   * @param columns the columns of a group of rows
   */
  FusedAccumulator(FusedDigits form, int columns) {
    this.columns = columns;
    this.h = new double[columns + STEP];
    this.l = new double[columns + STEP];
    this.allH = new double[2 * form.count + 1];
    this.allL = new double[2 * form.count];
    Arrays.fill(h, form.rounder);
    Arrays.fill(allH, form.rounder);
  }

  /** Keeps the lowest columns, over which the accumulator will slide, as those from {@code at}. */
  void keepLowest(int at) {
    for (int j = 0; j < STEP; j++) {
      allH[at + 1 + j] = h[j];
    }
    for (int j = 0; j < STEP; j++) {
      allL[at + j] = l[j];
    }
  }

  /** Keeps all columns as those from {@code at}. */
  void keep(int at) {
    System.arraycopy(h, 0, allH, at + 1, columns);
    System.arraycopy(l, 0, allL, at, columns);
  }
}
