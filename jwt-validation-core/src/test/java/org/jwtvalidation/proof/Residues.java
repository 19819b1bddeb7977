// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Forms modulo powers of two. A residue is a new atom only if nothing that is known gives it: so
 * the same residue is the same form, however a program comes to it.
 */
final class Residues {

  private final Numbers numbers;
  private final Atoms atoms;

  Residues(Numbers numbers) {
    this.numbers = numbers;
    this.atoms = numbers.atoms;
  }

  /**
   * A form, which is an integer, modulo 2^{@code bits}.
   *
   * @param range what is known of its bounds
   */
  Form residue(Form form, Interval range, int bits) {
    if (bits <= 0) {
      return Form.NONE;
    }
    BigInteger quotient = range.least().shiftRight(bits);
    if (quotient.equals(range.most().shiftRight(bits))) {
      return form.minus(Form.constant(quotient.shiftLeft(bits)));
    }
    // Not the range that was given: there the sign would be another form.
    Interval ofAtoms = atoms.range(form);
    int length = Math.max(ofAtoms.least().bitLength(), ofAtoms.most().bitLength());
    if (length < bits) {
      // Only the sign is above: it is the same for all greater moduli.
      Form floor = form.minus(residue(form, range, length)).shifted(-length);
      return form.minus(floor.shifted(bits));
    }
    int valuation = form.valuation();
    if (valuation > 0) {
      return residue(form.shifted(-valuation), bits - valuation).shifted(valuation);
    }
    Form lower = form.only(atom -> form.valuation(atom) < bits);
    if (!lower.equals(form)) {
      return residue(lower, bits);
    }
    Form parts = disjointParts(form, bits);
    if (parts != null) {
      return parts;
    }
    Form ofFloor = ofFloor(form, bits);
    if (ofFloor != null) {
      return ofFloor;
    }
    Form canonical = canonical(form, bits);
    return canonical.isConstant() ? canonical : atoms.knownResidue(canonical, bits);
  }

  private Form residue(Form form, int bits) {
    return residue(form, numbers.range(form), bits);
  }

  /** Low bits beside a multiple of a power of two: they stay, and the multiple has a residue. */
  private @Nullable Form disjointParts(Form form, int bits) {
    List<Integer> ascending =
        Arrays.stream(form.atoms).boxed().sorted(Comparator.comparingInt(form::valuation)).toList();
    Interval low = Interval.of(0, 0);
    int last = form.valuation(ascending.get(0));
    for (int atom : ascending) {
      int from = form.valuation(atom);
      if (from > Math.max(last, 0) && Interval.bits(from).contains(low.scaled(form.scale))) {
        Form below = form.only(other -> form.valuation(other) < from);
        Form high = form.minus(below).shifted(-from);
        return below.plus(residue(high, bits - from).shifted(from));
      }
      last = from;
      low = low.plus(atoms.bounds(atom).times(form.numerator(atom)));
    }
    return null;
  }

  /** The residue of (x − x mod 2^k) / 2^k is (x mod 2^(k+bits) − x mod 2^k) / 2^k. */
  private @Nullable Form ofFloor(Form form, int bits) {
    for (int atom : form.atoms) {
      Atoms.Residue taken = atoms.residue(atom);
      if (taken == null
          || form.numerator(atom).signum() > 0
          || form.numerator(atom).bitLength() != form.numerator(atom).getLowestSetBit()
          || form.valuation(atom) >= 0) {
        continue;
      }
      int down = -form.valuation(atom);
      Form whole = form.shifted(down).plus(Form.atom(atom));
      if (taken.bits() == down && canonical(whole, down).equals(taken.form())) {
        return residue(whole, down + bits).minus(Form.atom(atom)).shifted(-down);
      }
    }
    return null;
  }

  /** The same for forms that are congruent modulo 2^{@code bits}, if it is known. */
  private Form canonical(Form form, int bits) {
    Form rest = form;
    for (int i = form.atoms.length; Math.min(i, rest.atoms.length) > 0; ) {
      i = Math.min(i, rest.atoms.length) - 1;
      int atom = rest.atoms[i];
      Atoms.Residue residue = atoms.residue(atom);
      if (residue != null && rest.valuation(atom) + residue.bits() >= bits) {
        // Of lower atoms alone.
        Form term = rest.only(other -> other == atom);
        rest =
            rest.minus(term).plus(residue.form().times(term.numerator(atom)).shifted(-term.scale));
        i = rest.atoms.length;
      }
    }
    return rest.reduced(bits);
  }
}
