// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * How numbers modulo an RSA modulus are written for fused multiply-add: as n digits of radix B =
 * 2^r, least significant first, each a {@code double} that is an integer of either sign. All keys
 * of one size share an instance. Immutable.
 *
 * <h2>Bounds</h2>
 *
 * <p>Between two operations a digit is within ±(2^(r−1) + 3n/4 + 1), and the top one within
 * ±2^(r−1)·1.0014. It is proven for each size that all sums of {@link FusedRows}, {@link
 * FusedCarry} and {@link FusedWork} are exact then, and that their results are digits again. That
 * rests on what the constructor establishes for moduli N of {@code bits} bits:
 *
 * <ol>
 *   <li>n is a multiple of 4, and at most 200. Rows of a product are added in groups of four, to
 *       two accumulators in turns, so that each gets at most R = 4·⌈n/8⌉ rows.
 *   <li>R < 2^(53−r), which bounds the sums of products and of their remainders.
 *   <li>r(n−1) ≥ bits + 16, so that the top digit of a reduced number is not rounded.
 * </ol>
 */
final class FusedDigits {

  private static final int MIN_BITS = 2048;
  private static final int MAX_BITS = 8192;

  private static final int WIDEST = 48;
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** The bits of a digit, r. */
  final int radix;

  /** The number of digits, n. */
  final int count;

  /** B. */
  final double base;

  /** 1 / B. */
  final double down;

  /**
   * 1.5·2^(52+r). What is added to it and subtracted again is rounded to a multiple of B, if it is
   * within ±2^(51+r).
   */
  final double rounder;

  /** The octets in which numbers are read and written: more than enough for all digits. */
  final int octets;

  /**
   * The digits for moduli of one size.
   *
   * @throws IllegalArgumentException if {@code bits} is not from 2048 to 8192
   */
  FusedDigits(int bits) {
    if (bits < MIN_BITS || bits > MAX_BITS) {
      throw new IllegalArgumentException("no digits for a modulus of " + bits + " bits");
    }
    int r = WIDEST;
    while (rowsOfOneAccumulator(count(bits, r)) >= 1L << (53 - r)) {
      r--;
    }
    this.radix = r;
    this.count = count(bits, r);
    this.base = 1L << r;
    this.down = 1 / base;
    this.rounder = 0x1.8p52 * base;
    this.octets = count * Long.BYTES;
  }

  private static int count(int bits, int r) {
    int least = (bits + 16 + r - 1) / r + 1;
    return (least + 3) & -4;
  }

  private static int rowsOfOneAccumulator(int n) {
    return 4 * ((n + 7) / 8);
  }

  /**
   * Writes an unsigned number, most significant octet first, as digits from −B/2 to B/2 − 1.
   *
   * @param number less than a modulus of this size, so that the top digit is small
   * @param padded {@link #octets}, which get the number with zeros in front, so that a word can be
   *     read at each digit
   */
  void read(byte[] number, byte[] padded, double[] digits) {
    int length = Math.min(number.length, octets);
    Arrays.fill(padded, 0, octets - length, (byte) 0);
    System.arraycopy(number, number.length - length, padded, octets - length, length);
    long mask = (1L << radix) - 1;
    long half = 1L << (radix - 1);
    long carry = 0;
    for (int i = 0; i < count; i++) {
      int bit = i * radix;
      long word = (long) WORDS.get(padded, octets - Long.BYTES - (bit >> 3));
      // At most 7 + 48 bits of the word are read.
      long digit = (word >>> (bit & 7) & mask) + carry;
      // No choice by the digit: it is 1 from half of the radix on.
      carry = (digit + half) >> radix;
      digits[i] = digit - (carry << radix);
    }
  }

  /**
   * The number that digits within ±2^53 stand for, which may be negative.
   *
   * @param written {@link #octets}, which get the number
   */
  BigInteger number(double[] digits, byte[] written) {
    long mask = (1L << radix) - 1;
    long carry = 0;
    long word = 0;
    int bits = 0;
    int at = octets;
    for (int i = 0; i < count; i++) {
      carry += (long) digits[i];
      long digit = carry & mask;
      carry >>= radix;
      word |= digit << bits;
      bits += radix;
      if (bits >= Long.SIZE) {
        at -= Long.BYTES;
        WORDS.set(written, at, word);
        bits -= Long.SIZE;
        word = digit >>> (radix - bits);
      }
    }
    at -= Long.BYTES;
    WORDS.set(written, at, word | carry << bits);
    at -= Long.BYTES;
    WORDS.set(written, at, carry >> 1 >> (Long.SIZE - 1 - bits));
    Arrays.fill(written, 0, at, (byte) (carry >> (Long.SIZE - 1)));
    return new BigInteger(written);
  }
}
