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

  public boolean contains(BigInteger number) {
    return contains(new Interval(number, number));
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
    return times(new Interval(factor, factor));
  }

  public Interval times(Interval other) {
    BigInteger a = least.multiply(other.least);
    BigInteger b = least.multiply(other.most);
    BigInteger c = most.multiply(other.least);
    BigInteger d = most.multiply(other.most);
    return new Interval(a.min(b).min(c.min(d)), a.max(b).max(c.max(d)));
  }

  public Interval squared() {
    BigInteger nearest = contains(ZERO) ? ZERO : least.abs().min(most.abs());
    return new Interval(nearest.pow(2), magnitude().pow(2));
  }

  /** The floors of all numbers divided by 2^{@code bits}. */
  Interval floors(int bits) {
    return new Interval(least.shiftRight(bits), most.shiftRight(bits));
  }

  /** The integers between the bounds divided by 2^{@code bits}; {@code bits} may be negative. */
  public Interval scaled(int bits) {
    return new Interval(least.negate().shiftRight(bits).negate(), most.shiftRight(bits));
  }

  BigInteger magnitude() {
    return least.abs().max(most.abs());
  }

  /** The bounds in hexadecimal digits. */
  @Override
  public String toString() {
    return "[" + least.toString(16) + "h, " + most.toString(16) + "h]";
  }
}
