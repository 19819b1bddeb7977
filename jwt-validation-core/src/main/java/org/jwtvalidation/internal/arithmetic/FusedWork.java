// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * The arrays in which one power is computed, and the steps of a multiplication modulo N. Used by
 * one thread at a time.
 *
 * <p>The rows of a product are added in groups of four, to two accumulators in turns. Each slides
 * by eight columns from one of its groups to the next.
 */
final class FusedWork {

  private static final int GROUP = 4;

  private final FusedDigits form;
  private final int n;

  /** The columns of four rows of n digits, each one column higher than the one before. */
  private final int width;

  private final double[] base;

  /** The octets of the number that is read or written. */
  private final byte[] octets;

  /** The number that is multiplied, and what it is moved up by one, two and three columns. */
  final double[] x;

  private final double[] xUp1;
  private final double[] xUp2;
  private final double[] xUp3;

  private final FusedAccumulator empty;
  private final FusedAccumulator even;
  private final FusedAccumulator odd;

  /** The upper numbers of a reduction, moved up by one column; the lowest stays empty. */
  private final double[] evenUp;

  private final double[] oddUp;

  /** The digits of a product, without the carries from the digits below. */
  private final double[] digits;

  private final double[] carries;

  /** Carries, moved up by one column; the lowest stays 0. */
  private final double[] carriesUp;

  FusedWork(FusedDigits form) {
    this.form = form;
    this.n = form.count;
    this.width = n + GROUP - 1;
    this.base = new double[n];
    this.octets = new byte[form.octets];
    this.x = new double[width];
    this.xUp1 = new double[width];
    this.xUp2 = new double[width];
    this.xUp3 = new double[width];
    this.empty = new FusedAccumulator(form, width);
    this.even = new FusedAccumulator(form, width);
    this.odd = new FusedAccumulator(form, width);
    this.evenUp = new double[n];
    this.oddUp = new double[n];
    Arrays.fill(evenUp, form.rounder);
    Arrays.fill(oddUp, form.rounder);
    this.digits = new double[2 * n];
    this.carries = new double[2 * n];
    this.carriesUp = new double[n];
  }

  /**
   * Begins with x and the base equal to a number.
   *
   * @param number an unsigned number below the modulus, most significant octet first
   */
  void begin(byte[] number) {
    form.read(number, octets, base);
    begin(base, base);
  }

  /** Begins with digits in the bounds of {@link FusedDigits}. */
  void begin(double[] xDigits, double[] baseDigits) {
    System.arraycopy(baseDigits, 0, base, 0, n);
    System.arraycopy(xDigits, 0, x, 0, n);
    spread();
  }

  private void spread() {
    System.arraycopy(x, 0, xUp1, 1, n);
    System.arraycopy(x, 0, xUp2, 2, n);
    System.arraycopy(x, 0, xUp3, 3, n);
  }

  /** Squares x, to a product that is to be reduced. */
  void square() {
    multiply(x);
  }

  /** Multiplies x by the base, to a product that is to be reduced. */
  void multiplyByBase() {
    multiply(base);
  }

  /**
   * Nothing is lost at the top of the product. Its highest column, 2n−2, is one product, and
   * divided by B that is all of column 2n−1: below B/2, so that it is not rounded and nothing is
   * carried out.
   */
  private void multiply(double[] a) {
    addRows(a, 0, empty, even);
    addRows(a, GROUP, empty, odd);
    FusedAccumulator next = even;
    FusedAccumulator other = odd;
    for (int i = FusedRows.STEP; i < n; i += GROUP) {
      next.keepLowest(i - FusedRows.STEP);
      addRows(a, i, next, next);
      FusedAccumulator last = next;
      next = other;
      other = last;
    }
    next.keep(n - FusedRows.STEP);
    other.keep(n - GROUP);
    FusedCarry.split(
        form.rounder, form.down, even.allH, even.allL, odd.allH, odd.allL, 2 * n, digits, carries);
  }

  private void addRows(double[] a, int i, FusedAccumulator from, FusedAccumulator to) {
    FusedRows.slide(
        from.h, from.l, a[i], x, a[i + 1], xUp1, a[i + 2], xUp2, a[i + 3], xUp3, width, to.h, to.l);
  }

  /**
   * Makes the product x, reduced to n digits: digit n+k is multiplied by B^(n+k) modulo N. The sum
   * has the same remainder as the product.
   *
   * <p>The top digit n−1 is not rounded. No power has such a digit, because N/2 < 2^(bits−1) ≤
   * B^(n−1)·2^−17, so that only column n−2 carries to it; and little, as digit n−2 of a power is
   * within ±(2^(r−17) + 1).
   *
   * @param powersOfRadix at k, the digits of a number from −N/2 to N/2, which has the same
   *     remainder as B^(n+k)
   */
  void reduce(double[][] powersOfRadix) {
    System.arraycopy(carries, 0, carriesUp, 1, n - 1);
    addMultiples(0, powersOfRadix, empty.h, digits, even);
    addMultiples(GROUP, powersOfRadix, empty.h, carriesUp, odd);
    FusedAccumulator next = even;
    FusedAccumulator other = odd;
    for (int k = 2 * GROUP; k < n; k += GROUP) {
      addMultiples(k, powersOfRadix, next.h, next.l, next);
      FusedAccumulator last = next;
      next = other;
      other = last;
    }
    System.arraycopy(even.h, 0, evenUp, 1, n - 1);
    System.arraycopy(odd.h, 0, oddUp, 1, n - 1);
    FusedCarry.split(form.rounder, form.down, evenUp, even.l, oddUp, odd.l, n, digits, carries);
    System.arraycopy(carries, 0, carriesUp, 1, n - 1);
    FusedCarry.add(digits, carriesUp, n, x);
    x[n - 1] += carries[n - 1] * form.base;
    spread();
  }

  private void addMultiples(
      int k, double[][] powers, double[] fromH, double[] fromL, FusedAccumulator to) {
    FusedRows.add(
        fromH,
        fromL,
        upper(k),
        powers[k],
        upper(k + 1),
        powers[k + 1],
        upper(k + 2),
        powers[k + 2],
        upper(k + 3),
        powers[k + 3],
        n,
        to.h,
        to.l);
  }

  /** Digit n+k of the product. */
  private double upper(int k) {
    return digits[n + k] + carries[n + k - 1];
  }

  /** x, which may be negative, or greater than the modulus. */
  BigInteger number() {
    return form.number(x, octets);
  }
}
