package org.jwtvalidation.benchmark.suite.algorithms;

import static jdk.incubator.vector.VectorOperators.LSHR;

import java.math.BigInteger;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Powers modulo a number of at most 2,048 bits, by Montgomery multiplication of eight limbs at a
 * time. Immutable and thread-safe.
 *
 * <p>A number is 80 limbs of 28 bits in ten vectors of eight lanes. Limb {@code i} is lane {@code i
 * / 10} of vector {@code i mod 10}: to shift a number down by one limb, each vector takes the place
 * of the one before, and only the first, which becomes the last, moves its lanes.
 *
 * <p>A column of a product sums at most 74 products of two limbs of each kind. Limbs are below 2^28
 * + 2^9, so that the sum is below 2^64 and needs no intermediate carry. 2^(28 * 74) is more than
 * four times the modulus, so that no product needs a subtraction (Walter 1999).
 */
final class VectorExponentiation implements PublicExponentiation {

  private static final VectorSpecies<Long> EIGHT = LongVector.SPECIES_512;
  private static final int LIMB_BITS = 28;
  private static final int VECTORS = 10;
  private static final int LANES = 8;

  /** The number of limbs that may differ from zero. */
  private static final int STEPS = 74;

  private static final long MASK = (1L << LIMB_BITS) - 1;

  /** C2 multiplies lanes in one instruction if it can prove that their upper halves are zero. */
  private static final long UINT = 0xFFFF_FFFFL;

  private static final LongVector WITHOUT_FIRST = LongVector.broadcast(EIGHT, -1L).withLane(0, 0L);
  private static final VectorShuffle<Long> DOWN =
      VectorShuffle.fromValues(EIGHT, 1, 2, 3, 4, 5, 6, 7, 0);
  private static final VectorShuffle<Long> UP =
      VectorShuffle.fromValues(EIGHT, 7, 0, 1, 2, 3, 4, 5, 6);

  private final BigInteger modulus;
  private final long[] modulusLimbs;

  /** 2^(2 * 28 * 74) modulo the modulus, which converts a number to Montgomery form. */
  private final long[] intoForm;

  /** -1 / modulus, modulo 2^28. */
  private final long inverse;

  VectorExponentiation(BigInteger modulus) {
    BigInteger limb = BigInteger.ONE.shiftLeft(LIMB_BITS);
    this.modulus = modulus;
    this.modulusLimbs = limbs(modulus);
    this.intoForm = limbs(BigInteger.ONE.shiftLeft(2 * LIMB_BITS * STEPS).mod(modulus));
    this.inverse = limb.subtract(modulus.modInverse(limb)).longValue();
  }

  @Override
  public BigInteger power(BigInteger base) {
    long[] plain = limbs(base);
    long[] power = new long[VECTORS * LANES];
    multiply(plain, intoForm, power);
    for (int i = 0; i < SQUARINGS; i++) {
      multiply(power, power, power);
    }
    // Multiplying by the plain number converts the product back from Montgomery form.
    multiply(power, plain, power);
    BigInteger result = number(power);
    return result.compareTo(modulus) < 0 ? result : result.subtract(modulus);
  }

  /**
   * Puts {@code a * b / 2^(28 * 74)} into {@code product}, which may be {@code a} or {@code b}.
   *
   * <p>Written out, because arrays of vectors would be allocated on the heap, as would the vectors
   * that other methods take or return once the inlining limit is reached.
   */
  private void multiply(long[] a, long[] b, long[] product) {
    long[] n = modulusLimbs;
    LongVector b0 = LongVector.fromArray(EIGHT, b, 0).and(UINT);
    LongVector b1 = LongVector.fromArray(EIGHT, b, 8).and(UINT);
    LongVector b2 = LongVector.fromArray(EIGHT, b, 16).and(UINT);
    LongVector b3 = LongVector.fromArray(EIGHT, b, 24).and(UINT);
    LongVector b4 = LongVector.fromArray(EIGHT, b, 32).and(UINT);
    LongVector b5 = LongVector.fromArray(EIGHT, b, 40).and(UINT);
    LongVector b6 = LongVector.fromArray(EIGHT, b, 48).and(UINT);
    LongVector b7 = LongVector.fromArray(EIGHT, b, 56).and(UINT);
    LongVector b8 = LongVector.fromArray(EIGHT, b, 64).and(UINT);
    LongVector b9 = LongVector.fromArray(EIGHT, b, 72).and(UINT);
    LongVector n0 = LongVector.fromArray(EIGHT, n, 0).and(UINT);
    LongVector n1 = LongVector.fromArray(EIGHT, n, 8).and(UINT);
    LongVector n2 = LongVector.fromArray(EIGHT, n, 16).and(UINT);
    LongVector n3 = LongVector.fromArray(EIGHT, n, 24).and(UINT);
    LongVector n4 = LongVector.fromArray(EIGHT, n, 32).and(UINT);
    LongVector n5 = LongVector.fromArray(EIGHT, n, 40).and(UINT);
    LongVector n6 = LongVector.fromArray(EIGHT, n, 48).and(UINT);
    LongVector n7 = LongVector.fromArray(EIGHT, n, 56).and(UINT);
    LongVector n8 = LongVector.fromArray(EIGHT, n, 64).and(UINT);
    LongVector n9 = LongVector.fromArray(EIGHT, n, 72).and(UINT);
    LongVector t0 = LongVector.zero(EIGHT);
    LongVector t1 = LongVector.zero(EIGHT);
    LongVector t2 = LongVector.zero(EIGHT);
    LongVector t3 = LongVector.zero(EIGHT);
    LongVector t4 = LongVector.zero(EIGHT);
    LongVector t5 = LongVector.zero(EIGHT);
    LongVector t6 = LongVector.zero(EIGHT);
    LongVector t7 = LongVector.zero(EIGHT);
    LongVector t8 = LongVector.zero(EIGHT);
    LongVector t9 = LongVector.zero(EIGHT);
    // The first two columns are also summed as scalars, which yields the multiplier of the next
    // step sooner.
    long firstB = b[0];
    long secondB = b[LANES];
    long firstN = n[0];
    long secondN = n[LANES];
    int place = 0;
    long limb = a[0];
    long column = limb * firstB;
    for (int i = 0; i < STEPS; i++) {
      long multiple = (column * inverse) & MASK;
      long carry = (column + multiple * firstN) >>> LIMB_BITS;
      place += LANES;
      if (place >= VECTORS * LANES) {
        place -= VECTORS * LANES - 1;
      }
      long next = a[place];
      column = t1.lane(0) + limb * secondB + next * firstB + multiple * secondN + carry;
      LongVector x = LongVector.broadcast(EIGHT, limb).and(UINT);
      LongVector y = LongVector.broadcast(EIGHT, multiple).and(UINT);
      LongVector first = t0.add(x.mul(b0)).add(y.mul(n0));
      t0 = t1.add(x.mul(b1)).add(y.mul(n1));
      t1 = t2.add(x.mul(b2)).add(y.mul(n2));
      t2 = t3.add(x.mul(b3)).add(y.mul(n3));
      t3 = t4.add(x.mul(b4)).add(y.mul(n4));
      t4 = t5.add(x.mul(b5)).add(y.mul(n5));
      t5 = t6.add(x.mul(b6)).add(y.mul(n6));
      t6 = t7.add(x.mul(b7)).add(y.mul(n7));
      t7 = t8.add(x.mul(b8)).add(y.mul(n8));
      t8 = t9.add(x.mul(b9)).add(y.mul(n9));
      t9 = first.and(WITHOUT_FIRST).rearrange(DOWN);
      limb = next;
    }
    t0 = t0.withLane(0, column);
    t1 = t1.add(t0.lanewise(LSHR, LIMB_BITS));
    t0 = t0.and(MASK);
    t2 = t2.add(t1.lanewise(LSHR, LIMB_BITS));
    t1 = t1.and(MASK);
    t3 = t3.add(t2.lanewise(LSHR, LIMB_BITS));
    t2 = t2.and(MASK);
    t4 = t4.add(t3.lanewise(LSHR, LIMB_BITS));
    t3 = t3.and(MASK);
    t5 = t5.add(t4.lanewise(LSHR, LIMB_BITS));
    t4 = t4.and(MASK);
    t6 = t6.add(t5.lanewise(LSHR, LIMB_BITS));
    t5 = t5.and(MASK);
    t7 = t7.add(t6.lanewise(LSHR, LIMB_BITS));
    t6 = t6.and(MASK);
    t8 = t8.add(t7.lanewise(LSHR, LIMB_BITS));
    t7 = t7.and(MASK);
    t9 = t9.add(t8.lanewise(LSHR, LIMB_BITS));
    t8 = t8.and(MASK);
    t0 = t0.add(t9.lanewise(LSHR, LIMB_BITS).rearrange(UP));
    t9 = t9.and(MASK);
    t1 = t1.add(t0.lanewise(LSHR, LIMB_BITS));
    t0 = t0.and(MASK);
    t0.intoArray(product, 0);
    t1.intoArray(product, 8);
    t2.intoArray(product, 16);
    t3.intoArray(product, 24);
    t4.intoArray(product, 32);
    t5.intoArray(product, 40);
    t6.intoArray(product, 48);
    t7.intoArray(product, 56);
    t8.intoArray(product, 64);
    t9.intoArray(product, 72);
  }

  private static long[] limbs(BigInteger number) {
    long[] limbs = new long[VECTORS * LANES];
    byte[] octets = number.toByteArray();
    long bits = 0;
    int count = 0;
    int limb = 0;
    for (int i = octets.length - 1; i >= 0; i--) {
      bits |= (octets[i] & 0xFFL) << count;
      count += Byte.SIZE;
      if (count >= LIMB_BITS) {
        limbs[place(limb++)] = bits & MASK;
        bits >>>= LIMB_BITS;
        count -= LIMB_BITS;
      }
    }
    limbs[place(limb)] = bits;
    return limbs;
  }

  private static BigInteger number(long[] limbs) {
    byte[] octets = new byte[STEPS * LIMB_BITS / Byte.SIZE];
    long bits = 0;
    int count = 0;
    int octet = octets.length;
    for (int limb = 0; limb < STEPS; limb++) {
      bits += limbs[place(limb)] << count;
      count += LIMB_BITS;
      while (count >= Byte.SIZE) {
        octets[--octet] = (byte) bits;
        bits >>>= Byte.SIZE;
        count -= Byte.SIZE;
      }
    }
    return new BigInteger(1, octets);
  }

  private static int place(int limb) {
    return limb % VECTORS * LANES + limb / VECTORS;
  }
}
