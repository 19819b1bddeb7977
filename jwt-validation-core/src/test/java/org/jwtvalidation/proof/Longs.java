package org.jwtvalidation.proof;

import static java.math.BigInteger.ONE;

import java.math.BigInteger;

/**
 * Operations on integers. Sums, products and left shifts need no check, because a {@code long} is
 * congruent to its form. What depends on the value does: there the form must fit a {@code long}.
 */
final class Longs {

  private static final Interval INT = Interval.of(Integer.MIN_VALUE, Integer.MAX_VALUE);

  private final Numbers numbers;
  private final Residues residues;

  Longs(Numbers numbers) {
    this.numbers = numbers;
    this.residues = new Residues(numbers.atoms, numbers::range);
  }

  /** The same value, with a form that is equal to it. */
  Value fitting(Value x) {
    if (x.isConstant()) {
      return Value.of(x.form().integer().longValue());
    }
    return within(x, Interval.LONG, "a long");
  }

  Value fittingInt(Value x) {
    return within(x, INT, "an int");
  }

  Value fittingOctet(Value x) {
    return within(x, Interval.of(Byte.MIN_VALUE, Byte.MAX_VALUE), "an octet");
  }

  private Value within(Value x, Interval type, String name) {
    Value narrowed = new Value(x.form(), numbers.range(x), x.unit());
    if (!type.contains(narrowed.range())) {
      throw new Refusal("does not fit " + name + ": " + narrowed);
    }
    return narrowed;
  }

  Value shiftLeft(Value x, int distance) {
    int bits = distance & 63;
    Interval range = x.range().times(power(bits));
    return new Value(x.form().shifted(bits), range, x.unit() + bits);
  }

  private static Interval power(int bits) {
    return new Interval(ONE.shiftLeft(bits), ONE.shiftLeft(bits));
  }

  Value shiftRight(Value x, int distance) {
    int bits = distance & 63;
    boolean fits = x.isConstant() || Interval.LONG.contains(numbers.range(x));
    if (!fits && x.form().valuation() >= bits && bits > 0) {
      return signExtended(x.form().shifted(-bits), 64 - bits);
    }
    return floor(fitting(x), bits);
  }

  /** The number from −2^(bits − 1) that has the same low bits. */
  private Value signExtended(Form form, int bits) {
    Form half = Form.constant(ONE.shiftLeft(bits - 1));
    Value moved = numbers.integer(form.plus(half));
    Form sign = residues.residue(moved.form(), moved.range(), bits).minus(half);
    Interval range = Interval.bits(bits - 1);
    return new Value(sign, new Interval(range.most().not(), range.most()), 0);
  }

  Value unsignedShiftRight(Value x, int distance) {
    int bits = distance & 63;
    if (x.isConstant()) {
      return Value.of(x.form().integer().longValue() >>> bits);
    }
    return floor(within(x, Interval.bits(64), "a long without a sign"), bits);
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
    if (a.isConstant() && b.isConstant()) {
      return Value.of(fitting(a).constant() & fitting(b).constant());
    }
    if (a.isConstant()) {
      return and(b, a);
    }
    BigInteger next = b.isConstant() ? b.form().integer().add(ONE) : BigInteger.ZERO;
    if (next.signum() < 1 || next.bitCount() != 1) {
      throw new Refusal("not a mask of low bits: " + b);
    }
    return residue(a, next.bitLength() - 1);
  }

  /** A value modulo 2^bits, from 0. */
  Value residue(Value x, int bits) {
    Form residue = residues.residue(x.form(), numbers.range(x), bits);
    return new Value(residue, Interval.bits(bits).and(numbers.atoms.range(residue)), 0);
  }

  Value or(Value a, Value b) {
    if (a.isConstant() && b.isConstant()) {
      return Value.of(fitting(a).constant() | fitting(b).constant());
    }
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
