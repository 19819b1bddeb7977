// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.ZERO;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.proof.Form.Term;

/** The atoms of one proof: what each is, and between which bounds. Not thread-safe. */
public final class Atoms {

  /** A form modulo 2^bits, from 0. */
  record Residue(Form form, int bits) {}

  /**
   * An integer.
   *
   * @param residue what it is, if it is a residue
   * @param definition how it follows from those before it; null for an input
   */
  private record Atom(
      Interval bounds,
      @Nullable Residue residue,
      @Nullable Function<BigInteger[], BigInteger> definition) {}

  private final List<Atom> all = new ArrayList<>();
  private final Map<List<Integer>, Form> products = new HashMap<>();
  private final Map<Residue, Form> residues = new HashMap<>();

  public Atoms() {
    add(Interval.of(1, 1), null, values -> ONE);
  }

  private Form add(
      Interval bounds,
      @Nullable Residue residue,
      @Nullable Function<BigInteger[], BigInteger> definition) {
    all.add(new Atom(bounds, residue, definition));
    return Form.atom(all.size() - 1);
  }

  /** A new integer with bounds. */
  public Form input(Interval range) {
    return add(range, null, null);
  }

  /** What an atom is, if it is a residue; or null. */
  @Nullable Residue residue(int atom) {
    return all.get(atom).residue;
  }

  /** What a rounding to a multiple of 2^{@code unit} takes away from a form. */
  Form remainder(Form form, int unit) {
    return add(
        Interval.within(ONE.shiftLeft(unit - 1)),
        null,
        values -> value(form, values).subtract(Numbers.rounded(value(form, values), unit)));
  }

  /** The residue that was made of the same form before, or a new atom. */
  Form residue(Form form, int bits) {
    return residues.computeIfAbsent(
        new Residue(form, bits),
        residue ->
            add(
                Interval.bits(bits),
                residue,
                values -> value(form, values).mod(ONE.shiftLeft(bits))));
  }

  /** The least integer that the form can be, and the greatest, by the bounds of its atoms. */
  public Interval range(Form form) {
    BigInteger least = ZERO;
    BigInteger most = ZERO;
    for (Term term : form.terms()) {
      Interval range = all.get(term.atom()).bounds.times(term.numerator());
      least = least.add(range.least());
      most = most.add(range.most());
    }
    return new Interval(least, most).scaled(form.scale());
  }

  /** The product of two forms. */
  public Form product(Form left, Form right) {
    if (left.terms().size() > right.terms().size()) {
      return product(right, left);
    }
    if (left.isConstant()) {
      return right.times(left.numerator(0)).shifted(-left.scale());
    }
    Form product = Form.NONE;
    for (Term a : left.terms()) {
      Form row = Form.NONE;
      for (Term b : right.terms()) {
        row = row.plus(product(a.atom(), b.atom()).times(b.numerator()));
      }
      product = product.plus(row.times(a.numerator()));
    }
    return product.shifted(-left.scale() - right.scale());
  }

  private Form product(int a, int b) {
    if (a == 0 || b == 0) {
      return Form.atom(Math.max(a, b));
    }
    Interval of = all.get(a).bounds;
    Interval range = a == b ? of.squared() : of.times(all.get(b).bounds);
    return products.computeIfAbsent(
        List.of(Math.min(a, b), Math.max(a, b)),
        pair -> add(range, null, values -> values[a].multiply(values[b])));
  }

  /**
   * The values of all atoms.
   *
   * @param inputs the values of those that are inputs
   */
  public BigInteger[] values(Map<Form, BigInteger> inputs) {
    BigInteger[] values = new BigInteger[all.size()];
    for (int i = 0; i < values.length; i++) {
      Atom atom = all.get(i);
      values[i] =
          atom.definition == null ? inputs.get(Form.atom(i)) : atom.definition.apply(values);
      if (!atom.bounds.contains(new Interval(values[i], values[i]))) {
        throw new Refusal("atom " + i + " is " + values[i] + ", not in " + atom.bounds);
      }
    }
    return values;
  }

  /** The value of a form, which is an integer. */
  public static BigInteger value(Form form, BigInteger[] values) {
    BigInteger[] value =
        form.sum(atom -> values[atom]).divideAndRemainder(ONE.shiftLeft(form.scale()));
    if (value[1].signum() != 0) {
      throw new Refusal("not an integer: " + form);
    }
    return value[0];
  }
}
