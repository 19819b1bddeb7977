// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The columns, compared with the sums of their products. */
class FusedRowsTest {

  /** As many rows as an accumulator may get, of digits at their bounds. */
  @ParameterizedTest
  @ValueSource(ints = {2048, 2624, 3072, 4096, 8192})
  void losesNothingOfAnyProducts(int bits) {
    FusedDigits form = new FusedDigits(bits);
    FusedSource source = new FusedSource(bits);
    int rows = 4 * ((form.count + 7) / 8);
    for (int trial = 0; trial < 60; trial++) {
      double[] h = new double[form.count + FusedRows.STEP];
      double[] l = new double[h.length];
      Arrays.fill(h, form.rounder);
      BigInteger[] sums = new BigInteger[h.length];
      Arrays.fill(sums, BigInteger.ZERO);
      boolean slides = trial % 2 == 1;
      for (int row = 0; row < rows; row += 4) {
        double[] a = source.digits(form);
        double[][] x = new double[4][];
        Arrays.setAll(x, i -> source.digits(form));
        if (slides) {
          System.arraycopy(sums, FusedRows.STEP, sums, 0, form.count);
          FusedRows.slide(h, l, a[0], x[0], a[1], x[1], a[2], x[2], a[3], x[3], form.count, h, l);
        } else {
          FusedRows.add(h, l, a[0], x[0], a[1], x[1], a[2], x[2], a[3], x[3], form.count, h, l);
        }
        for (int j = 0; j < form.count; j++) {
          for (int i = 0; i < 4; i++) {
            sums[j] = sums[j].add(FusedSource.integer(a[i]).multiply(FusedSource.integer(x[i][j])));
          }
        }
      }
      for (int j = 0; j < h.length; j++) {
        assertThat(h[j]).isBetween(Math.scalb(1.0, 52 + form.radix), 2 * form.rounder / 1.5);
        assertThat(Math.abs(l[j])).isLessThanOrEqualTo(rows * form.base / 2);
        if (j < form.count) {
          BigInteger upper = FusedSource.integer(h[j]).subtract(FusedSource.integer(form.rounder));
          assertThat(upper.add(FusedSource.integer(l[j]))).isEqualTo(sums[j]);
        } else {
          assertThat(h[j]).isEqualTo(form.rounder);
          assertThat(l[j]).isZero();
        }
      }
    }
  }
}
