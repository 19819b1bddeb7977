// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.ZERO;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A linear form over atoms, exactly: a sum of coefficients times atoms, divided by a power of two.
 * Atom 0 is the number 1. Two forms are equal if and only if they have the same coefficients.
 * Immutable.
 */
public final class Form {

  public static final Form NONE = new Form(new int[0], new BigInteger[0], 0);

  /** The valuation of a form without terms. */
  private static final int ANY = 1 << 20;

  final int[] atoms;
  final BigInteger[] numerators;

  /** The exponent of the common denominator; not negative, and as small as possible. */
  final int scale;

  private Form(int[] atoms, BigInteger[] numerators, int scale) {
    this.atoms = atoms;
    this.numerators = numerators;
    this.scale = scale;
  }

  public static Form atom(int atom) {
    return new Form(new int[] {atom}, new BigInteger[] {ONE}, 0);
  }

  public static Form constant(BigInteger number) {
    return atom(0).times(number);
  }

  /** A form of the first terms, none of which is 0. */
  private static Form of(int[] atoms, BigInteger[] numerators, int length, int scale) {
    BigInteger[] all = Arrays.copyOf(numerators, length);
    int excess = scale;
    for (int i = 0; i < length && excess > 0; i++) {
      excess = Math.min(excess, all[i].getLowestSetBit());
    }
    for (int i = 0; i < length && excess > 0; i++) {
      all[i] = all[i].shiftRight(excess);
    }
    return new Form(Arrays.copyOf(atoms, length), all, scale - excess);
  }

  public Form plus(Form other) {
    int common = Math.max(scale, other.scale);
    int[] mergedAtoms = new int[atoms.length + other.atoms.length];
    BigInteger[] sums = new BigInteger[mergedAtoms.length];
    int length = 0;
    for (int i = 0, j = 0; i < atoms.length || j < other.atoms.length; ) {
      int left = i < atoms.length ? atoms[i] : Integer.MAX_VALUE;
      int right = j < other.atoms.length ? other.atoms[j] : Integer.MAX_VALUE;
      BigInteger sum = ZERO;
      if (left <= right) {
        sum = numerators[i++].shiftLeft(common - scale);
      }
      if (right <= left) {
        sum = sum.add(other.numerators[j++].shiftLeft(common - other.scale));
      }
      if (sum.signum() != 0) {
        mergedAtoms[length] = Math.min(left, right);
        sums[length++] = sum;
      }
    }
    return of(mergedAtoms, sums, length, common);
  }

  public Form minus(Form other) {
    return plus(other.negated());
  }

  public Form negated() {
    return times(ONE.negate());
  }

  /** The form with other numerators; terms whose numerator is 0 are left out. */
  private Form mapped(IntFunction<BigInteger> numerator, int newScale) {
    int[] mappedAtoms = new int[atoms.length];
    BigInteger[] mapped = new BigInteger[atoms.length];
    int length = 0;
    for (int i = 0; i < atoms.length; i++) {
      mapped[length] = numerator.apply(i);
      if (mapped[length].signum() != 0) {
        mappedAtoms[length++] = atoms[i];
      }
    }
    return of(mappedAtoms, mapped, length, newScale);
  }

  public Form times(BigInteger factor) {
    return mapped(i -> numerators[i].multiply(factor), scale);
  }

  /** This form times 2^{@code bits}; {@code bits} may be negative. */
  public Form shifted(int bits) {
    int up = Math.max(bits - scale, 0);
    return mapped(i -> numerators[i].shiftLeft(up), Math.max(scale - bits, 0));
  }

  /** The terms of some atoms. */
  Form only(IntPredicate chosen) {
    return mapped(i -> chosen.test(atoms[i]) ? numerators[i] : ZERO, scale);
  }

  /** Each coefficient modulo 2^{@code bits}, from 0. */
  Form reduced(int bits) {
    BigInteger mask = ONE.shiftLeft(bits + scale).subtract(ONE);
    return mapped(i -> numerators[i].and(mask), scale);
  }

  /**
   * This form divided by an odd number, of which all coefficients must be multiples.
   *
   * @param what what this form is, for people
   */
  public Form dividedBy(BigInteger odd, String what) {
    Form quotient = mapped(i -> numerators[i].divide(odd), scale);
    if (!quotient.times(odd).equals(this)) {
      throw new Refusal(what + " is not a multiple of " + odd.toString(16) + "h: " + this);
    }
    return quotient;
  }

  /** The coefficient of an atom times 2^scale. */
  BigInteger numerator(int atom) {
    int i = Arrays.binarySearch(atoms, atom);
    return i < 0 ? ZERO : numerators[i];
  }

  /** The greatest power of two of which all coefficients are multiples. */
  int valuation() {
    int least = Stream.of(numerators).mapToInt(BigInteger::getLowestSetBit).min().orElse(ANY);
    return least - scale;
  }

  /** The greatest power of two that divides the coefficient of an atom. */
  int valuation(int atom) {
    return numerator(atom).getLowestSetBit() - scale;
  }

  public boolean isConstant() {
    return atoms.length == 0 || (atoms.length == 1 && atoms[0] == 0);
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
    BigInteger sum = ZERO;
    for (int i = 0; i < atoms.length; i++) {
      sum = sum.add(numerators[i].multiply(values.apply(atoms[i])));
    }
    return sum;
  }

  /** The value modulo a prime. */
  public BigInteger residue(IntFunction<BigInteger> values, BigInteger prime) {
    return sum(values).multiply(ONE.shiftLeft(scale).modInverse(prime)).mod(prime);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Form form
        && scale == form.scale
        && Arrays.equals(atoms, form.atoms)
        && Arrays.equals(numerators, form.numerators);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(atoms) + Arrays.hashCode(numerators) + scale;
  }

  /** The first terms. */
  @Override
  public String toString() {
    return IntStream.range(0, Math.min(atoms.length, 8))
        .mapToObj(i -> numerators[i] + "·a" + atoms[i])
        .collect(Collectors.joining(" + ", "(", (atoms.length > 8 ? " + …" : "") + ")/2^" + scale));
  }
}
