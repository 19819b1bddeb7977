// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import static java.math.BigInteger.ONE;

import java.math.BigInteger;

/**
 * Operations on integers. Sums, products and left shifts need no check, because a {@code long} is
 * congruent to its form. What depends on the value does: there the form must fit the type.
 */
final class Longs {

  private final Numbers numbers;
  private final Residues residues;

  Longs(Numbers numbers) {
    this.numbers = numbers;
    this.residues = new Residues(numbers);
  }

  /** The same {@code long}, with a form that is equal to it. */
  Value fitting(Value x) {
    return fitting(x, Interval.LONG);
  }

  /** The same value, which must be one of a type. */
  Value fitting(Value x, Interval type) {
    Interval range = numbers.range(x);
    if (x.unit() < 0 || !type.contains(range)) {
      throw new Refusal("not an integer within " + type + ": " + x);
    }
    return new Value(x.form(), range, x.unit());
  }

  Value shiftLeft(Value x, int distance) {
    return numbers.times(x, Value.of(ONE.shiftLeft(distance & 63)));
  }

  Value shiftRight(Value x, int distance) {
    int bits = distance & 63;
    boolean fits = Interval.LONG.contains(numbers.range(x));
    if (!fits && x.form().valuation() >= bits && bits > 0) {
      return signExtended(x.form().shifted(-bits), 64 - bits);
    }
    return floor(fitting(x), bits);
  }

  /** The number from −2^(bits − 1) that has the same low bits. */
  private Value signExtended(Form form, int bits) {
    BigInteger half = ONE.shiftLeft(bits - 1);
    Value moved = numbers.integer(form.plus(Form.constant(half)));
    Form sign = residues.residue(moved.form(), moved.range(), bits).minus(Form.constant(half));
    return new Value(sign, new Interval(half.negate(), half.subtract(ONE)), 0);
  }

  Value unsignedShiftRight(Value x, int distance) {
    return floor(fitting(x, Interval.bits(64)), distance & 63);
  }

  private Value floor(Value x, int bits) {
    Form residue = residues.residue(x.form(), x.range(), bits);
    Form quotient = x.form().minus(residue).shifted(-bits);
    return new Value(quotient, x.range().floors(bits).and(numbers.atoms.range(quotient)), 0);
  }

  Value multiplyHigh(Value a, Value b) {
    return floor(numbers.times(fitting(a), fitting(b)), 64);
  }

  Value and(Value a, Value b) {
    Value mask = b.isConstant() ? b : a;
    BigInteger next = mask.form().integer().add(ONE);
    if (next.signum() < 1 || next.bitCount() != 1) {
      throw new Refusal("not a mask of low bits: " + mask);
    }
    return residue(mask.equals(b) ? a : b, next.bitLength() - 1);
  }

  /** A value modulo 2^bits, from 0. */
  Value residue(Value x, int bits) {
    Form residue = residues.residue(x.form(), numbers.range(x), bits);
    return new Value(residue, Interval.bits(bits).and(numbers.atoms.range(residue)), 0);
  }

  Value or(Value a, Value b) {
    if (isBelow(a, b) || isBelow(b, a)) {
      return numbers.plus(a, b);
    }
    throw new Refusal("bits that are not disjoint: " + a + " | " + b);
  }

  private boolean isBelow(Value low, Value high) {
    Interval range = numbers.range(low);
    return range.least().signum() >= 0
        && range.most().bitLength() <= Math.max(high.unit(), high.form().valuation());
  }
}
