// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import java.math.BigInteger;
import org.jwtvalidation.proof.Form.Term;

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
    Form lower = form.only(term -> form.valuation(term) < bits);
    if (!lower.equals(form)) {
      return residue(lower, bits);
    }
    int from = form.terms().stream().mapToInt(form::valuation).filter(v -> v > 0).min().orElse(0);
    Form low = form.only(term -> form.valuation(term) < from);
    if (from > 0 && Interval.bits(from).contains(atoms.range(low))) {
      // Low bits beside a multiple of a power of two: they stay, and the multiple has a residue.
      return low.plus(residue(form.minus(low).shifted(-from), bits - from).shifted(from));
    }
    for (Term term : form.terms()) {
      int down = -form.valuation(term);
      Atoms.Residue taken = atoms.residue(term.atom());
      if (taken != null && taken.bits() == down) {
        Form atom = Form.atom(term.atom());
        Form whole = form.shifted(down).plus(atom);
        if (canonical(whole, down).equals(taken.form())) {
          // The residue of (x − x mod 2^k) / 2^k is (x mod 2^(k+bits) − x mod 2^k) / 2^k.
          return residue(whole, down + bits).minus(atom).shifted(-down);
        }
      }
    }
    Form canonical = canonical(form, bits);
    return canonical.isConstant() ? canonical : atoms.residue(canonical, bits);
  }

  private Form residue(Form form, int bits) {
    return residue(form, numbers.range(form), bits);
  }

  /** The same for forms that are congruent modulo 2^{@code bits}, if it is known. */
  private Form canonical(Form form, int bits) {
    for (int i = form.terms().size() - 1; i >= 0; i--) {
      Term term = form.terms().get(i);
      Atoms.Residue residue = atoms.residue(term.atom());
      if (residue != null && form.valuation(term) + residue.bits() >= bits) {
        // Of lower atoms alone.
        Form expanded = residue.form().times(term.numerator()).shifted(-form.scale());
        return canonical(form.only(other -> !other.equals(term)).plus(expanded), bits);
      }
    }
    return form.reduced(bits);
  }
}
