// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.lang.Math.multiplyHigh;
import static org.jwtvalidation.internal.arithmetic.Limbs.LIMBS;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Division modulo an odd prime by the division steps of Bernstein and Yang ("Fast constant-time gcd
 * computation and modular inversion", 2019), in variable time. Two numbers are divided by the same
 * divisor at once, which saves the multiplications by its inverse. Thread-safe.
 *
 * <p>A quotient is right whatever the jumps do: their factors and their number are checked, so that
 * all sums are exact, and f must be 1 or −1 in the end.
 */
final class ModularDivision {

  /** Chosen so that the sums of products below do not overflow. */
  static final int RADIX = 56;

  /** Enough for the 741 division steps that the paper proves sufficient. */
  static final int MOST_JUMPS = 14;

  private static final long MASK = (1L << RADIX) - 1;
  private static final long[] ONE = {1, 0, 0, 0, 0};
  private static final long[] MINUS_ONE = {MASK, MASK, MASK, MASK, -1};

  /** The form of dividends and divisors, in limbs of 56 bits. */
  final Limbs limbs;

  private final long negatedInverse;

  ModularDivision(BigInteger prime) {
    this.limbs = new Limbs(prime, RADIX);
    this.negatedInverse = prime.modInverse(BigInteger.TWO.pow(RADIX)).negate().longValue();
  }

  /**
   * Divides {@code a} and {@code b} in place by {@code divisor}. If the divisor is 0, so are the
   * quotients.
   *
   * @param a from 0 to less than 2^256
   * @param b from 0 to less than 2^256
   * @param divisor from 0 to less than the prime
   * @throws ArithmeticException if the quotients are not certain to be right, which never happens
   *     in a correct JVM
   */
  void divide(long[] a, long[] b, long[] divisor) {
    divide(a, b, divisor, new Transition());
  }

  void divide(long[] a, long[] b, long[] divisor, Transition transition) {
    // Modulo the prime, divisor·d = a·f and divisor·e = a·g; likewise for b.
    Pair fg = new Pair(limbs.prime, divisor);
    Pair deOfA = new Pair(new long[LIMBS], a);
    Pair deOfB = new Pair(new long[LIMBS], b);
    int jumps = 0;
    while (!Limbs.isZero(fg.second)) {
      // With an even f, a jump would not end.
      require(jumps < MOST_JUMPS && (fg.first[0] & 1) != 0);
      transition.jump(fg.first[0], fg.second[0]);
      jumps++;
      require(transition.isBounded());
      transition.apply(fg);
      transition.apply(deOfA);
      transition.apply(deOfB);
    }
    boolean negated = Arrays.equals(fg.first, MINUS_ONE);
    // Without a jump the divisor is 0, and so is d.
    require(negated || jumps == 0 || Arrays.equals(fg.first, ONE));
    for (int i = 0; i < LIMBS; i++) {
      a[i] = negated ? -deOfA.first[i] : deOfA.first[i];
      b[i] = negated ? -deOfB.first[i] : deOfB.first[i];
    }
    limbs.normalize(a);
    limbs.normalize(b);
  }

  private static void require(boolean certain) {
    if (!certain) {
      throw new ArithmeticException("a modular division went wrong");
    }
  }

  /** Two numbers that the division steps change together, with room for the next two. */
  private static final class Pair {

    private long[] first;
    private long[] second;
    private long[] nextFirst = new long[LIMBS];
    private long[] nextSecond = new long[LIMBS];

    Pair(long[] first, long[] second) {
      this.first = first.clone();
      this.second = second.clone();
    }

    void proceed() {
      long[] oldFirst = first;
      long[] oldSecond = second;
      first = nextFirst;
      second = nextSecond;
      nextFirst = oldFirst;
      nextSecond = oldSecond;
    }
  }

  /** 56 division steps at once: (f, g) becomes (uf + vg, qf + rg) / 2^56. */
  class Transition {

    private long delta = 1;
    long u;
    long v;
    long q;
    long r;

    /** Computes the steps from the lowest limbs of f and g alone, which determine all steps. */
    void jump(long lowF, long lowG) {
      long f = lowF;
      long g = lowG;
      u = r = 1;
      v = q = 0;
      int left = RADIX;
      while (true) {
        int zeros = Long.numberOfTrailingZeros(g | 1L << left);
        g >>= zeros;
        u <<= zeros;
        v <<= zeros;
        delta += zeros;
        left -= zeros;
        if (left == 0) {
          return;
        }
        if (delta > 0) {
          delta = -delta;
          long newG = -f;
          long newQ = -u;
          long newR = -v;
          f = g;
          u = q;
          v = r;
          g = newG;
          q = newQ;
          r = newR;
        }
        // f(f² − 2) is −1/f modulo 64, so that adding a multiple of f clears up to six bits of g.
        long bits = Math.min(Math.min(1 - delta, left), 6);
        long w = g * f * (f * f - 2) & (1L << bits) - 1;
        g += w * f;
        q += w * u;
        r += w * v;
      }
    }

    /** Whether both sums keep their bounds, whatever these factors are. */
    final boolean isBounded() {
      return isBounded(u, v) && isBounded(q, r);
    }

    /** Whether |a| + |b| is at most 2^56. */
    private static boolean isBounded(long a, long b) {
      // For Long.MIN_VALUE, whose absolute value is itself, this is negative, too.
      long most = (1L << RADIX) - Math.abs(a);
      return -most <= b && b <= most;
    }

    final void apply(Pair pair) {
      sum(u, pair.first, v, pair.second, pair.nextFirst);
      sum(q, pair.first, r, pair.second, pair.nextSecond);
      pair.proceed();
    }

    /**
     * Sets {@code sum} to (ua + vb + mp) / 2^56, with the m that makes the division exact. u and v
     * are within ±2^56, m within ±2^55, a and b within ±9p, and all limbs but the last from 0 to
     * 2^56 − 1. Because |u| + |v| is at most 2^56, the result is at most p/2 greater than the
     * greater of |a| and |b|. Dividends begin below 2^256, which is 2p and a little for 2^255 − 19,
     * and 741 steps are enough by the paper: after 14 jumps all are within 9p + 2^10. The low 60
     * bits of three products add up to less than 2^62.
     */
    private void sum(long u, long[] a, long v, long[] b, long[] sum) {
      long m = ((u * a[0] + v * b[0]) * negatedInverse) << 8 >> 8;
      long carry = 0;
      for (int i = 0; i < LIMBS; i++) {
        long p = limbs.prime[i];
        long high =
            multiplyHigh(u << 4, a[i]) + multiplyHigh(v << 4, b[i]) + multiplyHigh(m << 4, p);
        carry += u * a[i] + v * b[i] + m * p - (high << 60);
        sum[Math.max(i - 1, 0)] = carry & MASK;
        carry = (carry >> RADIX) + (high << 4);
      }
      sum[4] = carry;
    }
  }
}
