package org.jwtvalidation.proof;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.ZERO;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * A linear form over atoms, exactly: a sum of coefficients times atoms, divided by a power of two.
 * Atom 0 is the number 1. Two forms are equal if and only if they have the same coefficients.
 * Immutable.
 */
public final class Form {

  public static final Form NONE = new Form(new int[0], new BigInteger[0], 0);

  /** The valuation of a form without terms. */
  static final int ANY = 1 << 20;

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
    return number.signum() == 0 ? NONE : new Form(new int[] {0}, new BigInteger[] {number}, 0);
  }

  private static Form of(int[] atoms, BigInteger[] numerators, int length, int scale) {
    int excess = scale;
    for (int i = 0; i < length && excess > 0; i++) {
      excess = Math.min(excess, numerators[i].getLowestSetBit());
    }
    if (length == 0) {
      return NONE;
    }
    for (int i = 0; i < length && excess > 0; i++) {
      numerators[i] = numerators[i].shiftRight(excess);
    }
    return new Form(
        length == atoms.length ? atoms : Arrays.copyOf(atoms, length),
        length == atoms.length ? numerators : Arrays.copyOf(numerators, length),
        scale - excess);
  }

  public Form plus(Form other) {
    return merged(other, false);
  }

  public Form minus(Form other) {
    return merged(other, true);
  }

  private Form merged(Form other, boolean negated) {
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
        BigInteger term = other.numerators[j++].shiftLeft(common - other.scale);
        sum = negated ? sum.subtract(term) : sum.add(term);
      }
      if (sum.signum() != 0) {
        mergedAtoms[length] = Math.min(left, right);
        sums[length++] = sum;
      }
    }
    return of(mergedAtoms, sums, length, common);
  }

  public Form negated() {
    return NONE.minus(this);
  }

  public Form times(BigInteger factor) {
    if (factor.signum() == 0) {
      return NONE;
    }
    BigInteger[] products = new BigInteger[numerators.length];
    Arrays.setAll(products, i -> numerators[i].multiply(factor));
    return of(atoms, products, products.length, scale);
  }

  /** This form times 2^{@code bits}; {@code bits} may be negative. */
  public Form shifted(int bits) {
    int up = Math.max(bits - scale, 0);
    BigInteger[] products = new BigInteger[numerators.length];
    Arrays.setAll(products, i -> numerators[i].shiftLeft(up));
    return of(atoms, products, products.length, Math.max(scale - bits, 0));
  }

  /** The coefficients of an atom and of this form's denominator: the coefficient times 2^scale. */
  public BigInteger numerator(int atom) {
    int i = Arrays.binarySearch(atoms, atom);
    return i < 0 ? ZERO : numerators[i];
  }

  /** The term of an atom. */
  Form term(int atom) {
    return only(other -> other == atom);
  }

  Form only(IntPredicate chosen) {
    int[] some = Arrays.stream(atoms).filter(chosen).toArray();
    BigInteger[] theirs = new BigInteger[some.length];
    Arrays.setAll(theirs, i -> numerator(some[i]));
    return of(some, theirs, some.length, scale);
  }

  /** Each coefficient modulo 2^{@code bits}, from 0. */
  Form reduced(int bits) {
    BigInteger mask = ONE.shiftLeft(bits + scale).subtract(ONE);
    int[] some = new int[atoms.length];
    BigInteger[] rests = new BigInteger[atoms.length];
    int length = 0;
    for (int i = 0; i < atoms.length; i++) {
      BigInteger rest = numerators[i].and(mask);
      if (rest.signum() != 0) {
        some[length] = atoms[i];
        rests[length++] = rest;
      }
    }
    return of(some, rests, length, scale);
  }

  /** The greatest power of two of which all coefficients are multiples. */
  int valuation() {
    int least = ANY;
    for (BigInteger numerator : numerators) {
      least = Math.min(least, numerator.getLowestSetBit());
    }
    return numerators.length == 0 ? ANY : least - scale;
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
  public BigInteger sum(IntFunction<BigInteger> values) {
    BigInteger sum = ZERO;
    for (int i = 0; i < atoms.length; i++) {
      sum = sum.add(numerators[i].multiply(values.apply(atoms[i])));
    }
    return sum;
  }

  /** The same modulo a prime. */
  public BigInteger residue(IntFunction<BigInteger> values, BigInteger prime) {
    return sum(values).multiply(ONE.shiftLeft(scale).modInverse(prime)).mod(prime);
  }

  /** Whether all coefficients are multiples of an odd number. */
  public boolean isMultipleOf(BigInteger odd) {
    return Arrays.stream(numerators).allMatch(numerator -> numerator.mod(odd).signum() == 0);
  }

  /** This form divided by an odd number, of which all coefficients are multiples. */
  public Form dividedBy(BigInteger odd) {
    BigInteger[] quotients = new BigInteger[numerators.length];
    Arrays.setAll(quotients, i -> numerators[i].divide(odd));
    return of(atoms, quotients, quotients.length, scale);
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

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("(");
    for (int i = 0; i < Math.min(atoms.length, 8); i++) {
      text.append(i == 0 ? "" : " + ")
          .append(numerators[i].shiftRight(numerators[i].getLowestSetBit()))
          .append("·2^")
          .append(numerators[i].getLowestSetBit() - scale)
          .append("·a")
          .append(atoms[i]);
    }
    return text.append(atoms.length > 8 ? " + …)" : ")").toString();
  }
}
