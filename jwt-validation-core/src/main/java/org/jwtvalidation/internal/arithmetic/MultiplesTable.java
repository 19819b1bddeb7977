// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.math.BigInteger;

/**
 * Multiples of a point P. A scalar has windows of {@code width} bits; window i starts at bit
 * i·width. For each window, the table has the points k·2^(i·width)·P with k from 1 to 2^(width −
 * 1). The digits of a scalar are signed, so that these are enough: a multiple of P is the sum of
 * one point, or its negative, for each window. Immutable.
 */
final class MultiplesTable {

  private final int width;
  private final int windows;
  private final int pointLength;
  private final long[] points;

  /**
   * Computes the multiples. They are kept as their coordinates alone, which take some three times
   * as much memory meanwhile as the table.
   *
   * @param sum the point, which is not the neutral one; afterwards another one
   * @param width from 2 to 16
   * @param scalarBits the maximum length of a scalar in bits
   */
  MultiplesTable(PointAccumulator<?> sum, int width, int scalarBits) {
    this.width = width;
    this.windows = scalarBits / width + 1;
    this.pointLength = sum.storedLength;
    long[] firsts = new long[windows * PointAccumulator.LENGTH];
    for (int i = 0; i < windows; i++) {
      sum.save(firsts, i);
      for (int bit = 0; bit < width; bit++) {
        sum.twice();
      }
    }
    long[] storedFirsts = stored(sum, firsts);
    int each = 1 << (width - 1);
    int count = points(width, scalarBits);
    long[] multiples = new long[count * PointAccumulator.LENGTH];
    for (int i = 0; i < count; i++) {
      if (i % each == 0) {
        sum.load(firsts, i / each);
      } else {
        sum.add(storedFirsts, i / each * pointLength, false);
      }
      sum.save(multiples, i);
    }
    this.points = stored(sum, multiples);
  }

  /** The octets of a table whose points take {@code pointLength} longs each. */
  static long octets(int width, int scalarBits, int pointLength) {
    return (long) points(width, scalarBits) * pointLength * Long.BYTES;
  }

  private static int points(int width, int scalarBits) {
    int inLast = 1 << scalarBits % width;
    return scalarBits / width * (1 << (width - 1)) + inLast;
  }

  /** Inverts all denominators by one inversion of their product (Montgomery 1987). */
  private long[] stored(PointAccumulator<?> each, long[] saved) {
    PrimeField field = each.field;
    int count = saved.length / PointAccumulator.LENGTH;
    long[][] products = new long[count + 1][Limbs.LIMBS];
    products[0] = field.element(BigInteger.ONE);
    for (int i = 0; i < count; i++) {
      each.load(saved, i);
      field.multiply(products[i + 1], products[i], each.denominator);
    }
    long[] stored = new long[count * pointLength];
    long[] inverse = field.inverse(products[count]);
    long[] ofOne = new long[Limbs.LIMBS];
    for (int i = count - 1; i >= 0; i--) {
      each.load(saved, i);
      field.multiply(ofOne, inverse, products[i]);
      field.multiply(inverse, inverse, each.denominator);
      each.store(stored, i * pointLength, ofOne);
    }
    return stored;
  }

  /** Adds {@code scalar} times the point to {@code sum}; the scalar is in limbs of 56 bits. */
  void addMultiple(long[] scalar, PointAccumulator<?> sum) {
    int[] digits = digits(scalar);
    long[] chosen = new long[windows * pointLength];
    for (int i = 0; i < windows; i++) {
      if (digits[i] != 0) {
        int point = (i << (width - 1)) + Math.abs(digits[i]) - 1;
        System.arraycopy(points, point * pointLength, chosen, i * pointLength, pointLength);
      }
    }
    // In a second loop, so that the processor loads the points in parallel if they are not cached.
    for (int i = 0; i < windows; i++) {
      if (digits[i] != 0) {
        sum.add(chosen, i * pointLength, digits[i] < 0);
      }
    }
  }

  /** The digits of a scalar, from 1 − 2^(width − 1) to 2^(width − 1). */
  private int[] digits(long[] scalar) {
    int[] digits = new int[windows];
    int belowHalf = (1 << (width - 1)) - 1;
    int carry = 0;
    for (int i = 0; i < windows; i++) {
      int digit = bits(scalar, i * width) + carry;
      // No choice by the digit: it is 1 above half of the radix.
      carry = (digit + belowHalf) >> width;
      digits[i] = digit - (carry << width);
    }
    return digits;
  }

  private int bits(long[] scalar, int from) {
    int limb = from / ModularDivision.RADIX;
    int shift = from % ModularDivision.RADIX;
    long bits = scalar[limb] >>> shift;
    if (limb + 1 < scalar.length) {
      bits |= scalar[limb + 1] << (ModularDivision.RADIX - shift);
    }
    return (int) (bits & (1L << width) - 1);
  }
}
