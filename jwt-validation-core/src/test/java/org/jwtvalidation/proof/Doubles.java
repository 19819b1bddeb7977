package org.jwtvalidation.proof;

import static java.math.BigInteger.ONE;

import java.math.BigInteger;

/**
 * Operations on numbers of floating point that are integers. A result is exact, or of one binade,
 * where one atom is what the rounding takes away.
 */
final class Doubles {

  private static final int PRECISION = 53;

  /** Far below the greatest exponent. */
  private static final int LONGEST = 1000;

  private final Numbers numbers;

  Doubles(Numbers numbers) {
    this.numbers = numbers;
  }

  Value plus(Value a, Value b) {
    return rounded(numbers.plus(a, b));
  }

  Value minus(Value a, Value b) {
    return rounded(numbers.minus(a, b));
  }

  Value times(Value a, Value b) {
    return rounded(numbers.times(a, b));
  }

  Value fma(Value a, Value b, Value c) {
    return rounded(numbers.plus(numbers.times(a, b), c));
  }

  Value ofLong(Value x) {
    return rounded(x);
  }

  private Value rounded(Value exact) {
    BigInteger least = exact.range().least();
    BigInteger most = exact.range().most();
    int length = exact.range().magnitude().bitLength();
    if ((exact.isConstant() && exact.form().scale > 0)
        || exact
                .range()
                .magnitude()
                .compareTo(ONE.shiftLeft(PRECISION + Math.max(0, Math.min(exact.unit(), LONGEST))))
            <= 0) {
      return checked(exact);
    }
    int unit = length - PRECISION;
    BigInteger edge = ONE.shiftLeft(length - 1);
    if ((least.compareTo(edge) < 0 && most.negate().compareTo(edge) < 0) || length > LONGEST) {
      throw new Refusal("not in one binade: " + exact);
    }
    if (exact.unit() >= unit) {
      return exact;
    }
    BigInteger roundedLeast = rounded(least, unit);
    BigInteger roundedMost = rounded(most, unit);
    if (roundedLeast.equals(roundedMost)) {
      return Value.of(roundedLeast);
    }
    Form form = exact.form().minus(numbers.atoms.remainder(exact.form(), unit));
    return new Value(form, new Interval(roundedLeast, roundedMost), unit);
  }

  private static Value checked(Value constant) {
    if (constant.form().isConstant()
        && constant.form().numerator(0).abs().bitLength()
                - Math.max(0, constant.form().numerator(0).getLowestSetBit())
            > PRECISION) {
      throw new Refusal("a constant that is not a double: " + constant);
    }
    return constant;
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
