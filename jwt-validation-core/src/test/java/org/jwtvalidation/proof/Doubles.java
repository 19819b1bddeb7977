// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import static java.math.BigInteger.ONE;

import java.math.BigInteger;

/**
 * The rounding of numbers of floating point that are integers. A result is exact, or of one binade,
 * where one atom is what the rounding takes away.
 */
final class Doubles {

  private static final int PRECISION = 53;

  /** Far from the greatest exponent. */
  private static final int LONGEST = 1000;

  private Doubles() {}

  static Value rounded(Value exact, Atoms atoms) {
    if (exact.unit() < 0) {
      throw new Refusal("not an integer: " + exact);
    }
    Interval range = exact.range();
    BigInteger magnitude = range.magnitude();
    int length = magnitude.bitLength();
    if (length > LONGEST) {
      throw new Refusal("too large: " + exact);
    }
    int exactBits = PRECISION + Math.min(exact.unit(), LONGEST);
    if (magnitude.compareTo(ONE.shiftLeft(exactBits)) <= 0) {
      return exact;
    }
    BigInteger edge = ONE.shiftLeft(length - 1);
    if (range.least().compareTo(edge) < 0 && range.most().negate().compareTo(edge) < 0) {
      throw new Refusal("not in one binade: " + exact);
    }
    int unit = length - PRECISION;
    BigInteger least = rounded(range.least(), unit);
    BigInteger most = rounded(range.most(), unit);
    if (least.equals(most)) {
      return Value.of(least);
    }
    Form form = exact.form().minus(atoms.remainder(exact.form(), unit));
    return new Value(form, new Interval(least, most), unit);
  }

  /** A number rounded to a multiple of 2^{@code unit}, to an even one if there are two. */
  static BigInteger rounded(BigInteger number, int unit) {
    BigInteger floor = number.shiftRight(unit);
    int compared =
        number.subtract(floor.shiftLeft(unit)).shiftLeft(1).compareTo(ONE.shiftLeft(unit));
    boolean up = compared > 0 || (compared == 0 && floor.testBit(0));
    return (up ? floor.add(ONE) : floor).shiftLeft(unit);
  }
}
