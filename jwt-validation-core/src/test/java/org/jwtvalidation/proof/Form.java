// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.ZERO;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/**
 * A linear form over atoms, exactly: a sum of coefficients times atoms, divided by a power of two.
 * Atom 0 is the number 1. Two forms are equal if and only if they have the same coefficients.
 * Immutable.
 *
 * @param terms those that are not 0, by ascending atoms
 * @param scale the exponent of the common denominator; not negative, and as small as possible
 */
public record Form(List<Term> terms, int scale) {

  /** An atom times a number. */
  record Term(int atom, BigInteger numerator) {}

  public static final Form NONE = new Form(List.of(), 0);

  /** The valuation of a form without terms. */
  private static final int ANY = 1 << 20;

  public static Form atom(int atom) {
    return new Form(List.of(new Term(atom, ONE)), 0);
  }

  public static Form constant(BigInteger number) {
    return atom(0).times(number);
  }

  /** The form with other numerators; terms whose numerator is 0 are left out. */
  private Form mapped(Function<Term, BigInteger> numerators, int newScale) {
    List<Term> mapped = new ArrayList<>(terms.size());
    for (Term term : terms) {
      BigInteger numerator = numerators.apply(term);
      if (numerator.signum() != 0) {
        mapped.add(new Term(term.atom, numerator));
      }
    }
    return new Form(mapped, newScale).simplified();
  }

  /** The same with the least scale. */
  private Form simplified() {
    int excess = scale == 0 ? 0 : Math.min(scale, valuation() + scale);
    return excess == 0 ? this : mapped(term -> term.numerator.shiftRight(excess), scale - excess);
  }

  public Form plus(Form other) {
    if (scale < other.scale) {
      return other.plus(this);
    }
    List<Term> sum = new ArrayList<>(terms.size() + other.terms.size());
    int i = 0;
    for (Term term : other.terms) {
      for (; i < terms.size() && terms.get(i).atom < term.atom; i++) {
        sum.add(terms.get(i));
      }
      BigInteger numerator = term.numerator.shiftLeft(scale - other.scale);
      if (i < terms.size() && terms.get(i).atom == term.atom) {
        numerator = numerator.add(terms.get(i++).numerator);
      }
      if (numerator.signum() != 0) {
        sum.add(new Term(term.atom, numerator));
      }
    }
    sum.addAll(terms.subList(i, terms.size()));
    return new Form(sum, scale).simplified();
  }

  public Form minus(Form other) {
    return plus(other.negated());
  }

  public Form negated() {
    return times(ONE.negate());
  }

  public Form times(BigInteger factor) {
    return mapped(term -> term.numerator.multiply(factor), scale);
  }

  /** This form times 2^{@code bits}; {@code bits} may be negative. */
  public Form shifted(int bits) {
    int up = Math.max(bits - scale, 0);
    return mapped(term -> term.numerator.shiftLeft(up), Math.max(scale - bits, 0));
  }

  /** Some of the terms. */
  Form only(Predicate<Term> chosen) {
    return mapped(term -> chosen.test(term) ? term.numerator : ZERO, scale);
  }

  /** Each coefficient modulo 2^{@code bits}, from 0. */
  Form reduced(int bits) {
    BigInteger mask = ONE.shiftLeft(bits + scale).subtract(ONE);
    return mapped(term -> term.numerator.and(mask), scale);
  }

  /**
   * This form divided by an odd number, of which all coefficients must be multiples.
   *
   * @param what what this form is, for people
   */
  public Form dividedBy(BigInteger odd, String what) {
    Form quotient = mapped(term -> term.numerator.divide(odd), scale);
    if (!quotient.times(odd).equals(this)) {
      throw new Refusal(what + " is not a multiple of " + odd.toString(16) + "h: " + this);
    }
    return quotient;
  }

  /** The coefficient of an atom times 2^scale. */
  BigInteger numerator(int atom) {
    for (Term term : terms) {
      if (term.atom == atom) {
        return term.numerator;
      }
    }
    return ZERO;
  }

  /** The greatest power of two of which all coefficients are multiples. */
  int valuation() {
    return terms.stream().mapToInt(this::valuation).min().orElse(ANY);
  }

  /** The greatest power of two that divides the coefficient of a term. */
  int valuation(Term term) {
    return term.numerator.getLowestSetBit() - scale;
  }

  public boolean isConstant() {
    return terms.isEmpty() || (terms.size() == 1 && terms.get(0).atom == 0);
  }

  /** The number, if this is a constant integer. */
  public BigInteger integer() {
    if (!isConstant() || scale > 0) {
      throw new Refusal("not a constant integer: " + this);
    }
    return numerator(0);
  }

  /** The sum of the atoms' values times their coefficients, times 2^scale. */
  BigInteger sum(IntFunction<BigInteger> values) {
    return terms.stream()
        .map(term -> term.numerator.multiply(values.apply(term.atom)))
        .reduce(ZERO, BigInteger::add);
  }

  /** The value modulo a prime. */
  public BigInteger residue(IntFunction<BigInteger> values, BigInteger prime) {
    return sum(values).multiply(ONE.shiftLeft(scale).modInverse(prime)).mod(prime);
  }

  /** The first terms. */
  @Override
  public String toString() {
    return terms.size() + " terms over 2^" + scale + ", " + terms.stream().limit(8).toList();
  }
}
