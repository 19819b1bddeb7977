// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.lang.Math.multiplyHigh;

import java.math.BigInteger;

/**
 * The field of P-256, p = 2^256 − 2^224 + 2^192 + 2^96 − 1 (NIST SP 800-186 section 3.2.1.3), in
 * Montgomery form: x represents x·2^−265.
 *
 * <p>An element has five limbs of 53 bits. The 9 bits above 256 allow sums of elements to be
 * multiplied without reduction: factors are within ±8p, and their limbs within ±(2^56 − 1). A
 * product is from −p/8 to 9p/8, a square from 0 to 9p/8, a sum of two products from −p/4 to 5p/4.
 * Their limbs are from 0 to 2^53 − 1, except the last, which has the sign. If each product has a
 * factor whose limbs are all 0, all limbs of the result are 0. Not thread-safe.
 *
 * <p>More exactly, r·2^265 is the sum of the products and of a multiple of p from 0 to less than
 * 2^265·p.
 */
final class P256Field extends PrimeField {

  static final BigInteger P =
      new BigInteger("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff", 16);

  private static final int RADIX = 53;
  private static final long MASK = (1L << RADIX) - 1;
  private static final Limbs RESIDUES = new Limbs(P, RADIX);
  private static final BigInteger R = BigInteger.TWO.pow(5 * RADIX);
  private static final long[] RR = RESIDUES.of(R.multiply(R));

  /** The top limb of p. The others are −1 in limb 0, 2^43 in limb 1 and 2^33 in limb 3. */
  private static final long P_4 = (1L << 44) - (1L << 12);

  /**
   * The columns of a product. {@code t[i]} is the sum of the products of column i modulo 2^64, and
   * {@code t[9 + i]} the sum of their high parts. The exact sum is high·2^58 + low, where low, the
   * sum of the low 58 bits of the products, is {@code t[i]} − high·2^58 modulo 2^64. Therefore no
   * carries are needed until the end: low and high·2^5, the carry into the next column, fit.
   */
  private final long[] t = new long[18];

  P256Field() {
    super(RESIDUES, R);
  }

  /** The element of an unsigned number in 32 octets, most significant octet first. */
  long[] element(byte[] octets, int from) {
    long[] element = RESIDUES.of(octets, from);
    multiply(element, element, RR);
    return element;
  }

  @Override
  void multiply(long[] r, long[] a, long[] b) {
    clear();
    accumulate(a, b);
    reduce(r);
  }

  /** r = ab + cd, with one reduction; r may be one of the factors. */
  void multiplyAdd(long[] r, long[] a, long[] b, long[] c, long[] d) {
    clear();
    accumulate(a, b);
    accumulate(c, d);
    reduce(r);
  }

  private void clear() {
    for (int i = 0; i < 18; i++) {
      t[i] = 0;
    }
  }

  private void accumulate(long[] a, long[] b) {
    long b0 = b[0], b1 = b[1], b2 = b[2], b3 = b[3], b4 = b[4];
    for (int i = 0; i < 5; i++) {
      long x = a[i];
      t[i] += x * b0;
      t[i + 1] += x * b1;
      t[i + 2] += x * b2;
      t[i + 3] += x * b3;
      t[i + 4] += x * b4;
      x <<= 6;
      t[i + 9] += multiplyHigh(x, b0);
      t[i + 10] += multiplyHigh(x, b1);
      t[i + 11] += multiplyHigh(x, b2);
      t[i + 12] += multiplyHigh(x, b3);
      t[i + 13] += multiplyHigh(x, b4);
    }
  }

  /** r = a²; r may be a. */
  void square(long[] r, long[] a) {
    long a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3], a4 = a[4];
    t[0] = a0 * a0;
    t[1] = (a0 * a1) << 1;
    t[2] = ((a0 * a2) << 1) + a1 * a1;
    t[3] = (a0 * a3 + a1 * a2) << 1;
    t[4] = ((a0 * a4 + a1 * a3) << 1) + a2 * a2;
    t[5] = (a1 * a4 + a2 * a3) << 1;
    t[6] = ((a2 * a4) << 1) + a3 * a3;
    t[7] = (a3 * a4) << 1;
    t[8] = a4 * a4;
    t[9] = multiplyHigh(a0 << 6, a0);
    t[10] = multiplyHigh(a0 << 7, a1);
    t[11] = multiplyHigh(a0 << 7, a2) + multiplyHigh(a1 << 6, a1);
    t[12] = multiplyHigh(a0 << 7, a3) + multiplyHigh(a1 << 7, a2);
    t[13] = multiplyHigh(a0 << 7, a4) + multiplyHigh(a1 << 7, a3) + multiplyHigh(a2 << 6, a2);
    t[14] = multiplyHigh(a1 << 7, a4) + multiplyHigh(a2 << 7, a3);
    t[15] = multiplyHigh(a2 << 7, a4) + multiplyHigh(a3 << 6, a3);
    t[16] = multiplyHigh(a3 << 7, a4);
    t[17] = multiplyHigh(a4 << 6, a4);
    reduce(r);
  }

  /**
   * r = t / 2^265 (Montgomery 1985). Because p is −1 modulo 2^53, the factor of p that clears a
   * column is the column itself. The multiple is added 1, 3 and 4 columns further on, each time in
   * a low and a high part.
   */
  private void reduce(long[] r) {
    long h0 = t[9];
    long t0 = t[0] - (h0 << 58);
    long m0 = t0 & MASK;
    long h1 = t[10] + (m0 >> 15);
    long t1 = t[1] + (m0 << 43) - (h1 << 58) + (t0 >> 53) + (h0 << 5);
    long m1 = t1 & MASK;
    long h2 = t[11] + (m1 >> 15);
    long t2 = t[2] + (m1 << 43) - (h2 << 58) + (t1 >> 53) + (h1 << 5);
    long m2 = t2 & MASK;
    long h3 = t[12] + (m2 >> 15) + (m0 >> 25);
    long t3 = t[3] + (m2 << 43) + (m0 << 33) - (h3 << 58) + (t2 >> 53) + (h2 << 5);
    long m3 = t3 & MASK;
    long h4 = t[13] + (m3 >> 15) + (m1 >> 25) + multiplyHigh(m0 << 6, P_4);
    long t4 = t[4] + (m3 << 43) + (m1 << 33) + m0 * P_4 - (h4 << 58) + (t3 >> 53) + (h3 << 5);
    long m4 = t4 & MASK;
    long h5 = t[14] + (m4 >> 15) + (m2 >> 25) + multiplyHigh(m1 << 6, P_4);
    long t5 = t[5] + (m4 << 43) + (m2 << 33) + m1 * P_4 - (h5 << 58) + (t4 >> 53) + (h4 << 5);
    long h6 = t[15] + (m3 >> 25) + multiplyHigh(m2 << 6, P_4);
    long t6 = t[6] + (m3 << 33) + m2 * P_4 - (h6 << 58) + (t5 >> 53) + (h5 << 5);
    long h7 = t[16] + (m4 >> 25) + multiplyHigh(m3 << 6, P_4);
    long t7 = t[7] + (m4 << 33) + m3 * P_4 - (h7 << 58) + (t6 >> 53) + (h6 << 5);
    long h8 = t[17] + multiplyHigh(m4 << 6, P_4);
    long t8 = t[8] + m4 * P_4 - (h8 << 58) + (t7 >> 53) + (h7 << 5);
    r[0] = t5 & MASK;
    r[1] = t6 & MASK;
    r[2] = t7 & MASK;
    r[3] = t8 & MASK;
    r[4] = (t8 >> 53) + (h8 << 5);
  }

  /** Whether an element within ±16p is 0. Nearly always, the first limb shows that it is not. */
  boolean isMultipleOfP(long[] a) {
    if ((a[0] + 16 & MASK) > 32) {
      return false;
    }
    long[] normalized = a.clone();
    RESIDUES.normalize(normalized);
    return Limbs.isZero(normalized);
  }
}
