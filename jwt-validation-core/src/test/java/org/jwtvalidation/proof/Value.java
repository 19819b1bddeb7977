// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * What is known of a {@code long}, which is congruent to a form modulo 2^64, or of an {@code int}
 * or a {@code double}, which is equal to it. Immutable.
 *
 * @param range the bounds of the form's value, in integers
 * @param unit the value is a multiple of 2^unit; negative for constants only
 */
public record Value(Form form, Interval range, int unit) {

  public Value {
    if (unit < 0 && !form.isConstant()) {
      throw new Refusal("not an integer: " + form);
    }
  }

  static final Value ZERO = of(0);

  public static Value of(long number) {
    return of(BigInteger.valueOf(number));
  }

  public static Value of(BigInteger number) {
    return constant(Form.constant(number));
  }

  static Value of(double number) {
    int exponent = Math.getExponent(number) - 52;
    BigDecimal numerator = new BigDecimal(Math.scalb(number, -exponent));
    return constant(Form.constant(numerator.toBigIntegerExact()).shifted(exponent));
  }

  /** A constant, which need not be an integer. */
  static Value constant(Form form) {
    BigInteger numerator = form.numerator(0);
    BigInteger floor = numerator.shiftRight(form.scale());
    BigInteger ceiling = numerator.negate().shiftRight(form.scale()).negate();
    return new Value(form, new Interval(floor, ceiling), form.valuation());
  }

  /** The number, if it is constant. */
  public long constant() {
    return form.integer().longValueExact();
  }
}
