// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.workload;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Draws rank {@code k}, from 0, with a probability proportional to {@code 1 / (k + 1)^exponent}.
 */
final class ZipfSampler implements AccessPattern.TokenSampler {

  private final double[] cumulative;

  ZipfSampler(int ranks, double exponent) {
    cumulative = new double[ranks];
    double sum = 0;
    for (int rank = 0; rank < ranks; rank++) {
      sum += Math.pow(rank + 1, -exponent);
      cumulative[rank] = sum;
    }
  }

  @Override
  public int next(SplittableRandom random) {
    int last = cumulative.length - 1;
    int found = Arrays.binarySearch(cumulative, random.nextDouble() * cumulative[last]);
    return Math.min(last, found < 0 ? -found - 1 : found + 1);
  }
}
