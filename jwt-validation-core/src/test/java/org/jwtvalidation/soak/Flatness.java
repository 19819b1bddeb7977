// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.soak;

import java.util.Arrays;

/** By how much a series of measurements has grown, as far as single ones do not decide it. */
final class Flatness {

  /** The part of a series in which caches fill, and classes are loaded. */
  private static final double WARM_UP = 0.25;

  private Flatness() {}

  /** The median of the last third less that of the first third, both without the warm-up. */
  static long growth(long... series) {
    long[] warm = Arrays.copyOfRange(series, (int) (series.length * WARM_UP), series.length);
    int third = warm.length / 3;
    if (third == 0) {
      throw new IllegalArgumentException("series: of " + series.length + ", too few to tell");
    }
    return median(Arrays.copyOfRange(warm, warm.length - third, warm.length))
        - median(Arrays.copyOf(warm, third));
  }

  private static long median(long[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
