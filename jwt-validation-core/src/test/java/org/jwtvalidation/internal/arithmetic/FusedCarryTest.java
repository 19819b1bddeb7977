// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FusedCarryTest {

  /** Columns at the bounds that rows can reach. */
  @ParameterizedTest
  @ValueSource(ints = {2048, 2624, 3072, 4096, 8192})
  void splitsColumnsAtTheirBounds(int bits) {
    FusedDigits form = new FusedDigits(bits);
    SplittableRandom random = new SplittableRandom(bits);
    int n = form.count;
    int rows = 4 * ((n + 7) / 8);
    double greatest = FusedSource.greatest(form);
    double upper = Math.floor(rows * greatest * greatest / form.base);
    double lower = (rows + 1) * form.base / 2;
    for (int trial = 0; trial < 400; trial++) {
      double[][] h = new double[2][n];
      double[][] l = new double[2][n];
      for (int i = 0; i < 2; i++) {
        for (int j = 0; j < n; j++) {
          h[i][j] = form.rounder + form.base * extreme(random, upper, trial % 3);
          l[i][j] = extreme(random, lower, trial % 3);
        }
      }
      double[] digits = new double[n];
      double[] carries = new double[n];
      FusedCarry.split(form.rounder, form.down, h[0], l[0], h[1], l[1], n, digits, carries);
      for (int j = 0; j < n; j++) {
        BigInteger column =
            FusedSource.integer((h[0][j] - form.rounder) / form.base)
                .add(FusedSource.integer((h[1][j] - form.rounder) / form.base))
                .add(FusedSource.integer(l[0][j]))
                .add(FusedSource.integer(l[1][j]));
        assertThat(
                FusedSource.integer(carries[j])
                    .shiftLeft(form.radix)
                    .add(FusedSource.integer(digits[j])))
            .isEqualTo(column);
        assertThat(Math.abs(digits[j])).isLessThanOrEqualTo(form.base / 2);
        assertThat(Math.abs(carries[j])).isLessThanOrEqualTo(2 * rows + 1);
      }
      double[] sums = new double[n];
      FusedCarry.add(digits, carries, n, sums);
      for (int j = 0; j < n; j++) {
        assertThat(sums[j]).isEqualTo(digits[j] + carries[j]);
        assertThat(Math.abs(sums[j])).isLessThan(greatest);
      }
    }
  }

  private static double extreme(SplittableRandom random, double bound, int kind) {
    return switch (kind) {
      case 0 -> bound;
      case 1 -> random.nextBoolean() ? bound : -bound;
      default -> random.nextLong((long) -bound, (long) bound + 1);
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 43})
  void leavesOtherColumnsAlone(int end) {
    FusedDigits form = new FusedDigits(2048);
    double[] h = new double[44];
    double[] l = new double[44];
    Arrays.fill(h, form.rounder);
    Arrays.fill(l, 1);
    double[] digits = new double[44];
    double[] carries = new double[44];
    FusedCarry.split(form.rounder, form.down, h, l, h, l, end, digits, carries);
    assertThat(Arrays.stream(digits).limit(end)).allMatch(digit -> digit == 2);
    assertThat(Arrays.stream(digits).skip(end)).allMatch(digit -> digit == 0);
    double[] sums = new double[44];
    FusedCarry.add(l, l, end, sums);
    assertThat(Arrays.stream(sums).limit(end)).allMatch(sum -> sum == 2);
    assertThat(Arrays.stream(sums).skip(end)).allMatch(sum -> sum == 0);
  }
}
