// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.ZERO;

import java.math.BigInteger;

/**
 * Operations on integers and on numbers of floating point that are integers, on one path. Sums,
 * products and left shifts of integers need no check, because a {@code long} is congruent to its
 * form. What depends on the value does: there the form must fit the type.
 */
public final class Numbers {

  private static final int PRECISION = 53;

  /** Far from the greatest exponent. */
  private static final int LONGEST = 1000;

  public final Atoms atoms;
  private final Path path;
  private final Residues residues;

  public Numbers(Atoms atoms, Path path) {
    this.atoms = atoms;
    this.path = path;
    this.residues = new Residues(this);
  }

  /** An unknown integer with bounds. */
  public Value input(Interval range) {
    return integer(atoms.input(range));
  }

  /** A form that is an integer. */
  public Value integer(Form form) {
    return new Value(form, atoms.range(form), 0);
  }

  private Value integer(Form form, Interval range) {
    return new Value(form, range.and(atoms.range(form)), 0);
  }

  /** The bounds of a value on this path. */
  public Interval range(Value value) {
    return path.narrowed(value.form(), value.range(), atoms);
  }

  /** The bounds of a form on this path. */
  public Interval range(Form form) {
    return path.narrowed(form, atoms.range(form), atoms);
  }

  Value plus(Value a, Value b) {
    Form sum = a.form().plus(b.form());
    if (sum.isConstant()) {
      return Value.constant(sum);
    }
    Interval range = a.range().plus(b.range());
    if (sum.terms().size() < a.form().terms().size() + b.form().terms().size()) {
      range = range.and(atoms.range(sum));
    }
    return new Value(sum, range, Math.min(a.unit(), b.unit()));
  }

  Value minus(Value a, Value b) {
    return plus(a, negated(b));
  }

  Value negated(Value a) {
    return new Value(a.form().negated(), a.range().negated(), a.unit());
  }

  /** The product, which must be an integer if one factor is not a constant. */
  Value times(Value a, Value b) {
    Form product = atoms.product(a.form(), b.form());
    if (product.isConstant()) {
      return Value.constant(product);
    }
    if (a.form().isConstant()) {
      return times(b, a);
    }
    Interval range =
        b.form().isConstant()
            ? a.range().times(b.form().numerator(0)).scaled(b.form().scale())
            : a.range().times(b.range());
    return new Value(product, range.and(atoms.range(product)), a.unit() + b.unit());
  }

  /** Whether a number is less than 0; on this path, if that is open. */
  boolean isNegative(Value number) {
    Interval range = range(number);
    if (range.least().signum() >= 0 || range.most().signum() < 0) {
      return range.most().signum() < 0;
    }
    boolean negative = path.choose();
    Form form = number.form();
    path.learn(negative ? form.negated().minus(Form.constant(ONE)) : form);
    return negative;
  }

  /** The same {@code long}, with a form that is equal to it. */
  public Value fitting(Value x) {
    return fitting(x, Interval.LONG);
  }

  /** The same value, which must be one of a type: then the form is equal to it. */
  Value fitting(Value x, Interval type) {
    Interval range = range(x);
    if (x.unit() < 0 || !type.contains(range)) {
      throw new Refusal("not an integer within " + type + ": " + x);
    }
    return new Value(x.form(), range, x.unit());
  }

  Value shiftLeft(Value x, int bits) {
    return times(x, Value.of(ONE.shiftLeft(bits)));
  }

  Value shiftRight(Value x, int bits) {
    if (!Interval.LONG.contains(range(x)) && x.form().valuation() >= bits && bits > 0) {
      return signExtended(integer(x.form().shifted(-bits)), Long.SIZE - bits);
    }
    return floor(fitting(x), bits);
  }

  /** The number from −2^(bits − 1) that has the same low bits. */
  Value signExtended(Value x, int bits) {
    Value half = Value.of(ONE.shiftLeft(bits - 1));
    return minus(residue(plus(x, half), bits), half);
  }

  Value unsignedShiftRight(Value x, int bits) {
    return floor(fitting(x, Interval.bits(Long.SIZE)), bits);
  }

  private Value floor(Value x, int bits) {
    Form residue = residues.residue(x.form(), x.range(), bits);
    Interval range = x.range();
    Interval floors = new Interval(range.least().shiftRight(bits), range.most().shiftRight(bits));
    return integer(x.form().minus(residue).shifted(-bits), floors);
  }

  Value multiplyHigh(Value a, Value b) {
    return floor(times(fitting(a), fitting(b)), Long.SIZE);
  }

  Value and(Value x, Value mask) {
    BigInteger next = mask.form().integer().add(ONE);
    if (next.signum() < 1 || next.bitCount() != 1) {
      throw new Refusal("not a mask of low bits: " + mask);
    }
    return residue(x, next.bitLength() - 1);
  }

  /** A value modulo 2^bits, from 0. */
  public Value residue(Value x, int bits) {
    return integer(residues.residue(x.form(), range(x), bits), Interval.bits(bits));
  }

  Value or(Value a, Value b) {
    if (isBelow(a, b) || isBelow(b, a)) {
      return plus(a, b);
    }
    throw new Refusal("bits that are not disjoint: " + a + " | " + b);
  }

  private boolean isBelow(Value low, Value high) {
    int zeros = Math.max(high.unit(), high.form().valuation());
    Interval range = range(low);
    return range.least().signum() >= 0 && range.most().bitLength() <= zeros;
  }

  /**
   * The result of floating point. It is exact, or of one binade, where one atom is what the
   * rounding takes away.
   */
  Value rounded(Value exact) {
    Interval range = exact.range();
    BigInteger magnitude = range.least().abs().max(range.most().abs());
    int unit = magnitude.bitLength() - PRECISION;
    if (exact.unit() < 0 || unit > LONGEST) {
      throw new Refusal("not an integer, or too large: " + exact);
    }
    if (magnitude.subtract(ONE).bitLength() <= PRECISION + exact.unit()) {
      return exact;
    }
    BigInteger edge = ONE.shiftLeft(magnitude.bitLength() - 1);
    if (range.least().compareTo(edge) < 0 && range.most().negate().compareTo(edge) < 0) {
      throw new Refusal("not in one binade: " + exact);
    }
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
    // A half, or less than a half if that is even already.
    BigInteger up = ONE.shiftLeft(unit - 1).subtract(number.testBit(unit) ? ZERO : ONE);
    return number.add(up).shiftRight(unit).shiftLeft(unit);
  }
}
