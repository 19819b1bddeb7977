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

/** The atoms of one proof: what each is, and between which bounds. Not thread-safe. */
public final class Atoms {

  /** A form modulo 2^bits, from 0. */
  record Residue(Form form, int bits) {}

  private final List<Interval> bounds = new ArrayList<>();

  /** How each atom follows from those before it; null for an input. */
  private final List<@Nullable Function<BigInteger[], BigInteger>> definitions = new ArrayList<>();

  private final Map<Long, Form> products = new HashMap<>();
  private final Map<Residue, Form> atomsOfResidues = new HashMap<>();
  private final Map<Integer, Residue> residues = new HashMap<>();

  public Atoms() {
    add(Interval.of(1, 1), values -> ONE);
  }

  private Form add(Interval range, @Nullable Function<BigInteger[], BigInteger> definition) {
    bounds.add(range);
    definitions.add(definition);
    return Form.atom(bounds.size() - 1);
  }

  /** A new integer with bounds. */
  public Form input(Interval range) {
    return add(range, null);
  }

  Interval bounds(int atom) {
    return bounds.get(atom);
  }

  /** What an atom is, if it is a residue; or null. */
  @Nullable Residue residue(int atom) {
    return residues.get(atom);
  }

  /** What a rounding to a multiple of 2^{@code unit} takes away from a form. */
  Form remainder(Form form, int unit) {
    return add(
        Interval.within(ONE.shiftLeft(unit - 1)),
        values -> value(form, values).subtract(Doubles.rounded(value(form, values), unit)));
  }

  /** The residue that was made of the same form before, or a new atom. */
  Form knownResidue(Form form, int bits) {
    return atomsOfResidues.computeIfAbsent(
        new Residue(form, bits),
        residue -> {
          residues.put(bounds.size(), residue);
          return add(Interval.bits(bits), values -> value(form, values).mod(ONE.shiftLeft(bits)));
        });
  }

  /** The least integer that the form can be, and the greatest, by the bounds of its atoms. */
  public Interval range(Form form) {
    BigInteger least = ZERO;
    BigInteger most = ZERO;
    for (int i = 0; i < form.atoms.length; i++) {
      BigInteger numerator = form.numerators[i];
      Interval range = bounds.get(form.atoms[i]);
      boolean positive = numerator.signum() > 0;
      least = least.add(numerator.multiply(positive ? range.least() : range.most()));
      most = most.add(numerator.multiply(positive ? range.most() : range.least()));
    }
    return new Interval(least, most).scaled(form.scale);
  }

  /** The product of two forms. */
  public Form product(Form left, Form right) {
    if (left.atoms.length > right.atoms.length) {
      return product(right, left);
    }
    if (left.isConstant()) {
      return right.times(left.numerator(0)).shifted(-left.scale);
    }
    Form product = Form.NONE;
    for (int a : left.atoms) {
      Form row = Form.NONE;
      for (int b : right.atoms) {
        row = row.plus(product(a, b).times(right.numerator(b)));
      }
      product = product.plus(row.times(left.numerator(a)));
    }
    return product.shifted(-left.scale - right.scale);
  }

  private Form product(int a, int b) {
    if (a == 0 || b == 0) {
      return Form.atom(Math.max(a, b));
    }
    Interval range = a == b ? bounds(a).squared() : bounds(a).times(bounds(b));
    return products.computeIfAbsent(
        (long) Math.min(a, b) << 32 | Math.max(a, b),
        pair -> add(range, values -> values[a].multiply(values[b])));
  }

  /**
   * The values of all atoms.
   *
   * @param inputs the values of those that are inputs
   */
  public BigInteger[] values(Map<Form, BigInteger> inputs) {
    BigInteger[] values = new BigInteger[bounds.size()];
    for (int i = 0; i < values.length; i++) {
      Function<BigInteger[], BigInteger> definition = definitions.get(i);
      values[i] = definition == null ? inputs.get(Form.atom(i)) : definition.apply(values);
      if (!bounds(i).contains(values[i])) {
        throw new Refusal("atom " + i + " is " + values[i] + ", not in " + bounds(i));
      }
    }
    return values;
  }

  /** The value of a form, which is an integer. */
  public static BigInteger value(Form form, BigInteger[] values) {
    BigInteger sum = form.sum(atom -> values[atom]);
    if (sum.signum() != 0 && sum.getLowestSetBit() < form.scale) {
      throw new Refusal("not an integer: " + form);
    }
    return sum.shiftRight(form.scale);
  }
}
