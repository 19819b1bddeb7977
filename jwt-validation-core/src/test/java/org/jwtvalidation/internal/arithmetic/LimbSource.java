// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Numbers in five limbs: random ones, and those with limbs at their bounds. */
public final class LimbSource {

  private final long greatest;
  private final long greatestLast;
  private final SplittableRandom random;

  /**
   * Numbers whose limbs are within ±{@code greatest}, the last within ±{@code greatestLast}, always
   * the same for one seed.
   */
  public LimbSource(long greatest, long greatestLast, long seed) {
    this.greatest = greatest;
    this.greatestLast = greatestLast;
    this.random = new SplittableRandom(seed);
  }

  /** All 32 numbers whose limbs are at a bound. */
  public List<long[]> extremes() {
    List<long[]> extremes = new ArrayList<>();
    for (int signs = 0; signs < 32; signs++) {
      long[] limbs = new long[Limbs.LIMBS];
      for (int i = 0; i < Limbs.LIMBS; i++) {
        long bound = i == 4 ? greatestLast : greatest;
        limbs[i] = ((signs >> i) & 1) == 0 ? bound : -bound;
      }
      extremes.add(limbs);
    }
    return extremes;
  }

  /** A number whose limbs are random, at a bound, or near 0 or a power of two. */
  public long[] next() {
    long[] limbs = new long[Limbs.LIMBS];
    long choices = random.nextLong();
    for (int i = 0; i < Limbs.LIMBS; i++) {
      long bound = i == 4 ? greatestLast : greatest;
      long limb =
          switch ((int) ((choices >>> (4 * i)) & 15)) {
            case 0 -> bound;
            case 1 -> bound - random.nextInt(3);
            case 2 -> 0;
            case 3 -> random.nextInt(3);
            case 4 -> 1L << random.nextInt(Long.SIZE - Long.numberOfLeadingZeros(bound));
            case 5 -> (1L << random.nextInt(Long.SIZE - Long.numberOfLeadingZeros(bound))) - 1;
            default -> random.nextLong(bound + 1);
          };
      limbs[i] = ((choices >>> (32 + i)) & 1) == 0 ? limb : -limb;
    }
    return limbs;
  }

  /** A number whose limbs are not negative, except the last. */
  public static long[] spread(BigInteger number, int radix) {
    long[] limbs = new long[Limbs.LIMBS];
    BigInteger rest = number;
    BigInteger mask = BigInteger.ONE.shiftLeft(radix).subtract(BigInteger.ONE);
    for (int i = 0; i < Limbs.LIMBS - 1; i++) {
      limbs[i] = rest.and(mask).longValueExact();
      rest = rest.shiftRight(radix);
    }
    limbs[4] = rest.longValueExact();
    return limbs;
  }
}
