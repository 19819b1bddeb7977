// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.ZERO;

import java.math.BigInteger;

/** The integers from {@code least} to {@code most}, of which there is at least one. */
public record Interval(BigInteger least, BigInteger most) {

  public static final Interval LONG = of(Long.MIN_VALUE, Long.MAX_VALUE);

  public Interval {
    if (least.compareTo(most) > 0) {
      throw new Refusal("no integer is from " + least + " to " + most);
    }
  }

  public static Interval of(long least, long most) {
    return new Interval(BigInteger.valueOf(least), BigInteger.valueOf(most));
  }

  /** From −{@code bound} to {@code bound}. */
  public static Interval within(BigInteger bound) {
    return new Interval(bound.negate(), bound);
  }

  /** From 0 to less than {@code end}. */
  public static Interval below(BigInteger end) {
    return new Interval(ZERO, end.subtract(ONE));
  }

  /** The numbers of so many bits, without a sign. */
  public static Interval bits(int bits) {
    return below(ONE.shiftLeft(bits));
  }

  public boolean contains(Interval other) {
    return least.compareTo(other.least) <= 0 && most.compareTo(other.most) >= 0;
  }

  /** What both contain. */
  Interval and(Interval other) {
    return new Interval(least.max(other.least), most.min(other.most));
  }

  public Interval plus(Interval other) {
    return new Interval(least.add(other.least), most.add(other.most));
  }

  public Interval negated() {
    return new Interval(most.negate(), least.negate());
  }

  public Interval times(BigInteger factor) {
    BigInteger a = least.multiply(factor);
    BigInteger b = most.multiply(factor);
    return new Interval(a.min(b), a.max(b));
  }

  public Interval times(Interval other) {
    Interval a = times(other.least);
    Interval b = times(other.most);
    return new Interval(a.least.min(b.least), a.most.max(b.most));
  }

  public Interval squared() {
    Interval product = times(this);
    return new Interval(product.least.max(ZERO), product.most);
  }

  /** The integers between the bounds divided by 2^{@code bits}; {@code bits} may be negative. */
  public Interval scaled(int bits) {
    return new Interval(least.negate().shiftRight(bits).negate(), most.shiftRight(bits));
  }
}
