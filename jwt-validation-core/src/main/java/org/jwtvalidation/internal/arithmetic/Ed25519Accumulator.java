// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static org.jwtvalidation.internal.arithmetic.Ed25519Field.FIELD;
import static org.jwtvalidation.internal.arithmetic.Limbs.LIMBS;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * A point of Ed25519, −x² + y² = 1 + dx²y², in the extended coordinates of Hisil, Wong, Carter and
 * Dawson ("Twisted Edwards Curves Revisited", 2008): x = X/Z, y = Y/Z, xy = T/Z. A point is stored
 * as y − x, y + x and 2dxy. The formulas are valid for all points, because d is not a square. The
 * limbs of factors are within ±(3·2^51 + 4,560).
 */
final class Ed25519Accumulator extends PointAccumulator<Ed25519Field> {

  static final int STORED_LENGTH = 12;

  private static final ModularDivision DIVISION = new ModularDivision(Ed25519Field.P);
  private static final long[] TWO_D =
      FIELD.element(
          BigInteger.valueOf(-2 * 121665)
              .multiply(BigInteger.valueOf(121666).modInverse(Ed25519Field.P)));
  private static final long[] ZERO = new long[LIMBS];
  private static final long[] ONE = FIELD.element(BigInteger.ONE);

  private final long[] z = denominator;
  private final long[] t = fourth;

  private final long[] difference = new long[LIMBS];
  private final long[] sum = new long[LIMBS];
  private final long[] a = new long[LIMBS];
  private final long[] b = new long[LIMBS];
  private final long[] c = new long[LIMBS];
  private final long[] d = new long[LIMBS];
  private final long[] e = new long[LIMBS];
  private final long[] f = new long[LIMBS];
  private final long[] g = new long[LIMBS];
  private final long[] h = new long[LIMBS];

  Ed25519Accumulator() {
    super(FIELD, STORED_LENGTH);
    set(ZERO, ONE, ONE, ZERO);
  }

  /** The point (x, y) of RFC 8032 section 5.1. */
  static Ed25519Accumulator of(BigInteger x, BigInteger y) {
    Ed25519Accumulator sum = new Ed25519Accumulator();
    sum.set(FIELD.element(x), FIELD.element(y), ONE, FIELD.element(x.multiply(y)));
    return sum;
  }

  @Override
  void add(long[] table, int at, boolean negated) {
    FIELD.limbs.unpack(table, negated ? at + 4 : at, difference);
    FIELD.limbs.unpack(table, negated ? at : at + 4, sum);
    FIELD.limbs.unpack(table, at + 8, c);
    FIELD.multiply(c, c, t);
    if (negated) {
      PrimeField.subtract(c, ZERO, c);
    }
    PrimeField.add(d, z, z);
    add();
  }

  @Override
  void twice() {
    PrimeField.subtract(difference, y, x);
    PrimeField.add(sum, y, x);
    PrimeField.add(d, z, z);
    FIELD.multiply(c, TWO_D, t);
    FIELD.multiply(c, c, t);
    FIELD.multiply(d, d, z);
    add();
  }

  /** The rest of add-2008-hwcd-3, after C = T·2d·T2 and D = Z·2·Z2. */
  private void add() {
    PrimeField.subtract(a, y, x);
    PrimeField.add(b, y, x);
    FIELD.multiply(a, a, difference);
    FIELD.multiply(b, b, sum);
    PrimeField.subtract(e, b, a);
    PrimeField.subtract(f, d, c);
    PrimeField.add(g, d, c);
    PrimeField.add(h, b, a);
    FIELD.multiply(x, e, f);
    FIELD.multiply(y, g, h);
    FIELD.multiply(t, e, h);
    FIELD.multiply(z, f, g);
  }

  @Override
  void store(long[] table, int at, long[] inverse) {
    FIELD.multiply(c, x, inverse);
    FIELD.multiply(d, y, inverse);
    PrimeField.subtract(difference, d, c);
    PrimeField.add(sum, d, c);
    FIELD.multiply(c, c, d);
    FIELD.multiply(c, c, TWO_D);
    FIELD.limbs.pack(difference, table, at);
    FIELD.limbs.pack(sum, table, at + 4);
    FIELD.limbs.pack(c, table, at + 8);
  }

  /**
   * Whether the first 32 octets are the canonical encoding of the point (RFC 8032 section 5.1.2).
   */
  boolean isEncodedAs(byte[] octets) {
    long[] affineX = dividend(x);
    long[] affineY = dividend(y);
    DIVISION.divide(affineX, affineY, dividend(z));
    byte[] encodedY = BigEndian.reversed(Arrays.copyOf(octets, 32));
    long xOdd = encodedY[0] >> 7 & 1;
    encodedY[0] &= 0x7f;
    return Arrays.equals(affineY, DIVISION.limbs.of(encodedY, 0)) && (affineX[0] & 1) == xOdd;
  }

  private static long[] dividend(long[] element) {
    long[] words = new long[4];
    FIELD.limbs.pack(element, words, 0);
    long[] dividend = new long[LIMBS];
    DIVISION.limbs.unpack(words, 0, dividend);
    return dividend;
  }
}
