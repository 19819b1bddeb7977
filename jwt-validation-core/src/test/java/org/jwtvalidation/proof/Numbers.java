// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import static java.math.BigInteger.ONE;

/** What is the same for integers and for numbers of floating point, on one path. */
public final class Numbers {

  public final Atoms atoms;
  private final Path path;

  public Numbers(Atoms atoms, Path path) {
    this.atoms = atoms;
    this.path = path;
  }

  /** An unknown integer with bounds. */
  public Value input(Interval range) {
    return new Value(atoms.input(range), range, 0);
  }

  /** A form that is an integer. */
  public Value integer(Form form) {
    return new Value(form, atoms.range(form), 0);
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
    if (sum.atoms.length < a.form().atoms.length + b.form().atoms.length) {
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
    if (a.isConstant()) {
      return times(b, a);
    }
    Interval range =
        a.form().equals(b.form())
            ? a.range().squared()
            : b.isConstant()
                ? a.range().times(b.form().numerator(0)).scaled(b.form().scale)
                : a.range().times(b.range());
    return new Value(product, range.and(atoms.range(product)), a.unit() + b.unit());
  }

  /** Whether a number is less than 0; on this path, if that is open. */
  boolean isNegative(Value number) {
    Interval range = range(number);
    if (range.least().signum() >= 0) {
      return false;
    }
    if (range.most().signum() < 0) {
      return true;
    }
    boolean negative = path.choose();
    Form form = number.form();
    path.learn(negative ? form.negated().minus(Form.constant(ONE)) : form);
    return negative;
  }
}
