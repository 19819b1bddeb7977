// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.lang.Math.multiplyHigh;

import java.math.BigInteger;

/**
 * The field of Ed25519, p = 2^255 − 19 (RFC 8032 section 5.1). An element has five limbs of 51
 * bits. The limbs of factors may be within ±2^53. The limbs of products are from 0 to 2^51 − 1,
 * except the second, which is from −1,521 to 2^51 + 1,520. Thread-safe.
 */
final class Ed25519Field extends PrimeField {

  static final BigInteger P = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));
  static final Ed25519Field FIELD = new Ed25519Field();

  private static final int RADIX = 51;
  private static final long MASK = (1L << RADIX) - 1;

  private Ed25519Field() {
    super(new Limbs(P, RADIX), BigInteger.ONE);
  }

  /**
   * r = ab. Because 2^255 is 19 modulo p, columns above 4 are added 19 times to those five below.
   * The exact sum of a column is high·2^58 + low. Here high is the sum of the high parts of its
   * five products, and low the sum of their low 58 bits: the sum of the products modulo 2^64, less
   * high·2^58. Both low and high·2^7, the carry into the next column, fit.
   */
  @Override
  void multiply(long[] r, long[] a, long[] b) {
    long a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3], a4 = a[4];
    long b0 = b[0], b1 = b[1], b2 = b[2], b3 = b[3], b4 = b[4];
    long c1 = 19 * b1, c2 = 19 * b2, c3 = 19 * b3, c4 = 19 * b4;
    long t0 = a0 * b0 + a1 * c4 + a2 * c3 + a3 * c2 + a4 * c1;
    long t1 = a0 * b1 + a1 * b0 + a2 * c4 + a3 * c3 + a4 * c2;
    long t2 = a0 * b2 + a1 * b1 + a2 * b0 + a3 * c4 + a4 * c3;
    long t3 = a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0 + a4 * c4;
    long t4 = a0 * b4 + a1 * b3 + a2 * b2 + a3 * b1 + a4 * b0;
    a0 <<= 6;
    a1 <<= 6;
    a2 <<= 6;
    a3 <<= 6;
    a4 <<= 6;
    long h0 = high(a0, b0) + high(a1, c4) + high(a2, c3) + high(a3, c2) + high(a4, c1);
    long h1 = high(a0, b1) + high(a1, b0) + high(a2, c4) + high(a3, c3) + high(a4, c2);
    long h2 = high(a0, b2) + high(a1, b1) + high(a2, b0) + high(a3, c4) + high(a4, c3);
    long h3 = high(a0, b3) + high(a1, b2) + high(a2, b1) + high(a3, b0) + high(a4, c4);
    long h4 = high(a0, b4) + high(a1, b3) + high(a2, b2) + high(a3, b1) + high(a4, b0);
    t0 -= h0 << 58;
    t1 += (t0 >> 51) + (h0 << 7) - (h1 << 58);
    t2 += (t1 >> 51) + (h1 << 7) - (h2 << 58);
    t3 += (t2 >> 51) + (h2 << 7) - (h3 << 58);
    t4 += (t3 >> 51) + (h3 << 7) - (h4 << 58);
    t0 = (t0 & MASK) + 19 * ((t4 >> 51) + (h4 << 7));
    r[0] = t0 & MASK;
    r[1] = (t1 & MASK) + (t0 >> 51);
    r[2] = t2 & MASK;
    r[3] = t3 & MASK;
    r[4] = t4 & MASK;
  }

  private static long high(long a, long b) {
    return multiplyHigh(a, b);
  }
}
