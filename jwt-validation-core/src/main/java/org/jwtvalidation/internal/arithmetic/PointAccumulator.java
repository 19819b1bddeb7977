package org.jwtvalidation.internal.arithmetic;

import static org.jwtvalidation.internal.arithmetic.Limbs.LIMBS;

/**
 * A point of a curve to which others are added, in four coordinates, so that no addition takes a
 * division. Not thread-safe.
 *
 * @param <F> what the coordinates are of
 */
abstract class PointAccumulator<F extends PrimeField> {

  final F field;

  /** How many longs a stored point takes. */
  final int storedLength;

  final long[] x = new long[LIMBS];
  final long[] y = new long[LIMBS];

  /** What has to be inverted for x and y: Z of Ed25519, ZZZ of P-256. */
  final long[] denominator = new long[LIMBS];

  /** T of Ed25519, ZZ of P-256. */
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

  final PointAccumulator<F> copy() {
    PointAccumulator<F> copy = neutral();
    copy.set(x, y, denominator, fourth);
    return copy;
  }

  /** A sum of no points. */
  abstract PointAccumulator<F> neutral();

  /** Adds the point that is stored in {@code table} from {@code at} on, or its negative. */
  abstract void add(long[] table, int at, boolean negated);

  /** Adds the point to itself. */
  abstract void twice();

  /** Stores the point, given 1/denominator, for {@link #add}. */
  abstract void store(long[] table, int at, long[] inverse);
}
