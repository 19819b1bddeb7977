package org.jwtvalidation.proof;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * What is known of a {@code long}, which is congruent to a form modulo 2^64, or of a {@code
 * double}, which is equal to it. Immutable.
 *
 * @param range the bounds of the form's value, in integers
 * @param unit the value is a multiple of 2^unit; negative for constants only
 */
public record Value(Form form, Interval range, int unit) {

  public static Value of(long number) {
    return of(BigInteger.valueOf(number));
  }

  static Value of(BigInteger number) {
    Form form = Form.constant(number);
    return new Value(form, new Interval(number, number), form.valuation());
  }

  static Value of(double number) {
    BigDecimal exact = new BigDecimal(number);
    int down = Math.max(0, exact.scale());
    BigInteger numerator = exact.multiply(BigDecimal.valueOf(2).pow(down)).toBigIntegerExact();
    Form form = Form.constant(numerator).shifted(-down);
    Interval outer =
        new Interval(numerator.shiftRight(down), numerator.negate().shiftRight(down).negate());
    return new Value(form, outer, form.valuation());
  }

  boolean isConstant() {
    return form.isConstant();
  }

  /** The number, if it is constant. */
  public long constant() {
    return form.integer().longValueExact();
  }

  @Override
  public String toString() {
    return form + " in " + range;
  }
}
