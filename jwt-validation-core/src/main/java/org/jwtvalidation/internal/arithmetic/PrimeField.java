// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.math.BigInteger;

/** A prime field. An element x is represented by xR modulo the prime. */
abstract class PrimeField {

  final Limbs limbs;
  private final BigInteger r;

  PrimeField(Limbs limbs, BigInteger r) {
    this.limbs = limbs;
    this.r = r;
  }

  /** The element of a number of any size. */
  final long[] element(BigInteger number) {
    return limbs.of(number.multiply(r));
  }

  /** Sets {@code product}, which may be one of the factors, to ab. */
  abstract void multiply(long[] product, long[] a, long[] b);

  /** 1/a; a is not 0. */
  final long[] inverse(long[] a) {
    return element(limbs.value(a).modInverse(limbs.modulus).multiply(r));
  }

  /** Sets {@code sum} to a + b, limb by limb. */
  static void add(long[] sum, long[] a, long[] b) {
    for (int i = 0; i < Limbs.LIMBS; i++) {
      sum[i] = a[i] + b[i];
    }
  }

  /** Sets {@code difference} to a − b, limb by limb. */
  static void subtract(long[] difference, long[] a, long[] b) {
    for (int i = 0; i < Limbs.LIMBS; i++) {
      difference[i] = a[i] - b[i];
    }
  }
}
