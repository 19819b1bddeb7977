// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static org.jwtvalidation.internal.arithmetic.Limbs.LIMBS;

import java.math.BigInteger;

/**
 * A point of P-256, y² = x³ − 3x + b, in the XYZZ coordinates of the Explicit-Formulas Database: x
 * = X/ZZ, y = Y/ZZZ, ZZ³ = ZZZ². A point is stored as x and y. Each addition handles equal points,
 * opposite points and the point at infinity, because a signature can be crafted to add them.
 */
final class P256Accumulator extends PointAccumulator<P256Field> {

  static final int STORED_LENGTH = 8;

  private static final long[] NONE = new long[LIMBS];
  private static final long[] ONE = new P256Field().element(BigInteger.ONE);

  private final long[] zz = fourth;
  private final long[] zzz = denominator;

  // Temporary values of the formulas.
  private final long[] x2 = new long[LIMBS];
  private final long[] y2 = new long[LIMBS];
  private final long[] p = new long[LIMBS];
  private final long[] r = new long[LIMBS];
  private final long[] pp = new long[LIMBS];
  private final long[] ppp = new long[LIMBS];
  private final long[] q = new long[LIMBS];

  P256Accumulator() {
    super(new P256Field(), STORED_LENGTH);
  }

  static P256Accumulator of(BigInteger x, BigInteger y) {
    P256Accumulator sum = new P256Accumulator();
    sum.set(sum.field.element(x), sum.field.element(y), ONE, ONE);
    return sum;
  }

  /**
   * madd-2008-s. After each operation X is from −3.02p to 1.04p, and Y from −p to 1.02p. What is
   * multiplied, or compared with 0, is within ±4.11p, with limbs within ±2^55.
   */
  @Override
  void add(long[] table, int at, boolean negated) {
    field.limbs.unpack(table, at, x2);
    field.limbs.unpack(table, at + 4, y2);
    for (int i = 0; negated && i < LIMBS; i++) {
      y2[i] = -y2[i];
    }
    if (Limbs.isZero(zz)) {
      set(x2, y2, ONE, ONE);
      return;
    }
    field.multiply(p, x2, zz);
    field.multiply(r, y2, zzz);
    PrimeField.subtract(p, p, x);
    PrimeField.subtract(r, r, y);
    if (field.isMultipleOfP(p)) {
      addWithSameX();
      return;
    }
    field.square(pp, p);
    field.multiply(ppp, p, pp);
    field.multiply(q, x, pp);
    field.square(x, r);
    for (int i = 0; i < LIMBS; i++) {
      x[i] -= ppp[i] + 2 * q[i];
    }
    scale();
  }

  private void addWithSameX() {
    if (field.isMultipleOfP(r)) {
      twice();
    } else {
      set(NONE, NONE, NONE, NONE);
    }
  }

  /** dbl-2008-s-1 with P = 2Y and R = 3X² + a·ZZ². No point of P-256 has y = 0. */
  @Override
  void twice() {
    PrimeField.add(p, y, y);
    field.square(pp, p);
    field.multiply(ppp, p, pp);
    field.multiply(q, x, pp);
    field.square(r, x);
    field.square(x, zz);
    for (int i = 0; i < LIMBS; i++) {
      r[i] = 3 * (r[i] - x[i]);
    }
    field.square(x, r);
    for (int i = 0; i < LIMBS; i++) {
      x[i] -= 2 * q[i];
    }
    scale();
  }

  /** The rest of both: Y = R(Q − X) − Y·PPP, ZZ = ZZ·PP, ZZZ = ZZZ·PPP. */
  private void scale() {
    for (int i = 0; i < LIMBS; i++) {
      q[i] -= x[i];
      y[i] = -y[i];
    }
    field.multiplyAdd(y, r, q, y, ppp);
    field.multiply(zz, zz, pp);
    field.multiply(zzz, zzz, ppp);
  }

  /** Whether the point has this x coordinate: whether X = x·ZZ, which needs no inversion. */
  boolean hasX(long[] affineX) {
    field.multiply(p, affineX, zz);
    PrimeField.subtract(p, p, x);
    return !Limbs.isZero(zz) && field.isMultipleOfP(p);
  }

  @Override
  void store(long[] table, int at, long[] inverse) {
    field.multiply(p, inverse, zz);
    field.square(p, p);
    field.multiply(p, p, x);
    field.limbs.pack(p, table, at);
    field.multiply(p, inverse, y);
    field.limbs.pack(p, table, at + 4);
  }
}
