package org.jwtvalidation.internal.arithmetic;

import java.math.BigInteger;

/** A prime field whose elements x are kept as the residues xR. */
abstract class PrimeField {

  final Limbs residues;
  private final BigInteger r;

  PrimeField(Limbs residues, BigInteger r) {
    this.residues = residues;
    this.r = r;
  }

  final long[] element(BigInteger number) {
    return residues.of(number.multiply(r));
  }

  /** ab, put into {@code product}, which may be one of the factors. */
  abstract void multiply(long[] product, long[] a, long[] b);

  /** 1/a of an element that is not 0. */
  final long[] inverse(long[] a) {
    return element(residues.value(a).modInverse(residues.modulus).multiply(r));
  }

  /** a + b, put into {@code sum}, limb by limb. */
  static void add(long[] sum, long[] a, long[] b) {
    for (int i = 0; i < Limbs.LIMBS; i++) {
      sum[i] = a[i] + b[i];
    }
  }

  /** a − b, put into {@code difference}, limb by limb. */
  static void subtract(long[] difference, long[] a, long[] b) {
    for (int i = 0; i < Limbs.LIMBS; i++) {
      difference[i] = a[i] - b[i];
    }
  }
}
