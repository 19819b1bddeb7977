package org.jwtvalidation.proof;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The atoms of one proof: what each is, and between which bounds. Not thread-safe. */
public final class Atoms {

  /** What an atom is; null for an input, of which the bounds are all that is known. */
  private sealed interface Definition permits Product, Residue, Remainder {}

  private record Product(int left, int right) implements Definition {}

  /** A form modulo 2^bits, from 0. */
  record Residue(Form form, int bits) implements Definition {}

  /** What a rounding to a multiple of 2^unit takes away from a form. */
  private record Remainder(Form form, int unit) implements Definition {}

  private final List<Interval> bounds = new ArrayList<>();
  private final List<@Nullable Definition> definitions = new ArrayList<>();
  private final Map<Long, Integer> products = new HashMap<>();
  private final Map<Residue, Form> residues = new HashMap<>();

  public Atoms() {
    add(Interval.of(1, 1), null);
  }

  private int add(Interval range, @Nullable Definition definition) {
    bounds.add(range);
    definitions.add(definition);
    return bounds.size() - 1;
  }

  /** A new integer with bounds. */
  public Form input(Interval range) {
    return Form.atom(add(range, null));
  }

  int size() {
    return bounds.size();
  }

  Interval bounds(int atom) {
    return bounds.get(atom);
  }

  /** The definition of a residue, or null. */
  @Nullable Residue residue(int atom) {
    return definitions.get(atom) instanceof Residue residue ? residue : null;
  }

  /** What is left of a form that is rounded to a multiple of 2^{@code unit}. */
  Form remainder(Form form, int unit) {
    BigInteger half = BigInteger.ONE.shiftLeft(unit - 1);
    return Form.atom(add(Interval.within(half), new Remainder(form, unit)));
  }

  /** The residue that was made of the same form before, or a new atom. */
  Form knownResidue(Form form, int bits) {
    return residues.computeIfAbsent(
        new Residue(form, bits), key -> Form.atom(add(Interval.bits(bits), key)));
  }

  /** The least integer that the form can be, and the greatest, by the bounds of its atoms. */
  public Interval range(Form form) {
    BigInteger least = BigInteger.ZERO;
    BigInteger most = BigInteger.ZERO;
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
    Form product = Form.NONE;
    boolean ordered = left.atoms.length <= right.atoms.length;
    Form shorter = ordered ? left : right;
    Form longer = ordered ? right : left;
    for (int a : shorter.atoms) {
      Form row = Form.NONE;
      for (int b : longer.atoms) {
        row = row.plus(product(a, b).times(longer.numerator(b)));
      }
      product = product.plus(row.times(shorter.numerator(a)));
    }
    return product.shifted(-left.scale - right.scale);
  }

  private Form product(int a, int b) {
    int left = Math.min(a, b);
    int right = Math.max(a, b);
    if (left == 0) {
      return Form.atom(right);
    }
    long key = (long) left << 32 | right;
    Integer known = products.get(key);
    if (known == null) {
      Interval range = bounds.get(left);
      known =
          add(
              left == right ? range.squared() : range.times(bounds.get(right)),
              new Product(left, right));
      products.put(key, known);
    }
    return Form.atom(known);
  }

  /**
   * The values of all atoms.
   *
   * @param inputs the values of those that are inputs
   */
  public BigInteger[] values(Map<Form, BigInteger> inputs) {
    BigInteger[] values = new BigInteger[bounds.size()];
    values[0] = BigInteger.ONE;
    for (int i = 1; i < values.length; i++) {
      Definition definition = definitions.get(i);
      if (definition == null) {
        values[i] = inputs.get(Form.atom(i));
      } else if (definition instanceof Product product) {
        values[i] = values[product.left].multiply(values[product.right]);
      } else if (definition instanceof Residue residue) {
        values[i] = value(residue.form, values).mod(BigInteger.ONE.shiftLeft(residue.bits));
      } else if (definition instanceof Remainder remainder) {
        BigInteger exact = value(remainder.form, values);
        values[i] = exact.subtract(Doubles.rounded(exact, remainder.unit));
      }
      if (!bounds.get(i).contains(new Interval(values[i], values[i]))) {
        throw new Refusal("atom " + i + " is " + values[i] + ", not in " + bounds.get(i));
      }
    }
    return values;
  }

  /** The value of a form, which is an integer. */
  public static BigInteger value(Form form, BigInteger[] values) {
    BigInteger sum = form.sum(atom -> values[atom]);
    if (form.scale > 0 && sum.getLowestSetBit() < form.scale && sum.signum() != 0) {
      throw new Refusal("not an integer: " + form);
    }
    return sum.shiftRight(form.scale);
  }
}
