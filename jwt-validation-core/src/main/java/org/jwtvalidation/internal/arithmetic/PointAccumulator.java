// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static org.jwtvalidation.internal.arithmetic.Limbs.LIMBS;

/**
 * A point of a curve to which others are added. It has four coordinates, so that an addition needs
 * no division. Not thread-safe.
 *
 * @param <F> the field of the coordinates
 */
abstract class PointAccumulator<F extends PrimeField> {

  /** The length of the coordinates of a point in longs, as {@link #save} writes them. */
  static final int LENGTH = 4 * LIMBS;

  final F field;

  /** The length of a stored point in longs. */
  final int storedLength;

  final long[] x = new long[LIMBS];
  final long[] y = new long[LIMBS];

  /** The coordinate whose inverse gives x and y: Z of Ed25519, ZZZ of P-256. */
  final long[] denominator = new long[LIMBS];

  /** The other coordinate: T of Ed25519, ZZ of P-256. */
  final long[] fourth = new long[LIMBS];

  PointAccumulator(F field, int storedLength) {
    this.field = field;
    this.storedLength = storedLength;
  }

  final void set(long[] newX, long[] newY, long[] newDenominator, long[] newFourth) {
    System.arraycopy(newX, 0, x, 0, LIMBS);
    System.arraycopy(newY, 0, y, 0, LIMBS);
    System.arraycopy(newDenominator, 0, denominator, 0, LIMBS);
    System.arraycopy(newFourth, 0, fourth, 0, LIMBS);
  }

  /** Writes the coordinates as those of the {@code i}-th point. */
  final void save(long[] coordinates, int i) {
    int at = i * LENGTH;
    System.arraycopy(x, 0, coordinates, at, LIMBS);
    System.arraycopy(y, 0, coordinates, at + LIMBS, LIMBS);
    System.arraycopy(denominator, 0, coordinates, at + 2 * LIMBS, LIMBS);
    System.arraycopy(fourth, 0, coordinates, at + 3 * LIMBS, LIMBS);
  }

  /** Reads what {@link #save} has written. */
  final void load(long[] coordinates, int i) {
    int at = i * LENGTH;
    System.arraycopy(coordinates, at, x, 0, LIMBS);
    System.arraycopy(coordinates, at + LIMBS, y, 0, LIMBS);
    System.arraycopy(coordinates, at + 2 * LIMBS, denominator, 0, LIMBS);
    System.arraycopy(coordinates, at + 3 * LIMBS, fourth, 0, LIMBS);
  }

  /** Adds the point that is stored at index {@code at} of {@code table}, or its negative. */
  abstract void add(long[] table, int at, boolean negated);

  /** Doubles the point. */
  abstract void twice();

  /** Stores the point for {@link #add}; {@code inverse} is 1/denominator. */
  abstract void store(long[] table, int at, long[] inverse);
}
