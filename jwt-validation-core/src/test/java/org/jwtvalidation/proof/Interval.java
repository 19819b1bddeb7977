package org.jwtvalidation.proof;

import java.math.BigInteger;

/** The integers from {@code least} to {@code most}. */
public record Interval(BigInteger least, BigInteger most) {

  public static final Interval LONG = of(Long.MIN_VALUE, Long.MAX_VALUE);

  public static Interval of(long least, long most) {
    return new Interval(BigInteger.valueOf(least), BigInteger.valueOf(most));
  }

  /** From −{@code bound} to {@code bound}. */
  public static Interval within(BigInteger bound) {
    return new Interval(bound.negate(), bound);
  }

  /** The numbers of so many bits, without a sign. */
  public static Interval bits(int bits) {
    return new Interval(BigInteger.ZERO, BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE));
  }

  public boolean contains(Interval other) {
    return least.compareTo(other.least) <= 0 && most.compareTo(other.most) >= 0;
  }

  /** What both contain; that is not empty, because a value is in both. */
  Interval and(Interval other) {
    return new Interval(least.max(other.least), most.min(other.most));
  }

  public Interval plus(Interval other) {
    return new Interval(least.add(other.least), most.add(other.most));
  }

  public Interval negated() {
    return new Interval(most.negate(), least.negate());
  }

  public Interval times(Interval other) {
    BigInteger a = least.multiply(other.least);
    BigInteger b = least.multiply(other.most);
    BigInteger c = most.multiply(other.least);
    BigInteger d = most.multiply(other.most);
    return new Interval(a.min(b).min(c.min(d)), a.max(b).max(c.max(d)));
  }

  Interval squared() {
    BigInteger bound = magnitude().pow(2);
    boolean hasZero = least.signum() <= 0 && most.signum() >= 0;
    BigInteger nearest = least.abs().min(most.abs()).pow(2);
    return new Interval(hasZero ? BigInteger.ZERO : nearest, bound);
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

  /** This interval as multiples of a unit, to tell people. */
  @Override
  public String toString() {
    return "[" + signedHex(least) + ", " + signedHex(most) + "]";
  }

  private static String signedHex(BigInteger number) {
    return number.toString(16) + "h";
  }
}
