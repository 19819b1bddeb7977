package org.jwtvalidation.internal.arithmetic;

import java.math.BigInteger;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Measures which of two exponentiations is faster, as the JVM has compiled them by now. Both raise
 * the same numbers in turns, so that what slows the machine for a moment slows both. Thread-safe.
 */
public final class ExponentiationRace {

  /** The rounds that decide, the latest ones, and how many of them the challenger has to win. */
  private static final int ROUNDS = 16;

  private static final int WINS = 13;

  /** The greatest share of the other's time with which a round is won. */
  private static final double MARGIN = 0.85;

  private static final long LONGEST = TimeUnit.MILLISECONDS.toNanos(20);

  private static final int WARM_UP = 100;
  private static final long LONGEST_WARM_UP = TimeUnit.MILLISECONDS.toNanos(10);

  private final LongSupplier nanoTime;

  /**
   * A race by a clock.
   *
   * @param nanoTime the clock, in nanoseconds
   */
  public ExponentiationRace(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Raises some numbers, for 10 milliseconds at most, so that the JVM begins to compile. */
  public void warmUp(PublicExponentiation exponentiation) {
    Bases bases = new Bases(exponentiation.modulus());
    long begin = nanoTime.getAsLong();
    for (int i = 0; i < WARM_UP && nanoTime.getAsLong() - begin < LONGEST_WARM_UP; i++) {
      var unused = exponentiation.power(bases.next());
    }
  }

  /**
   * Whether the challenger wins clearly, within 20 milliseconds. It may still have to be compiled:
   * then a later race may be won.
   *
   * @throws ArithmeticException if the two differ in a power
   */
  public boolean isWonBy(PublicExponentiation challenger, PublicExponentiation champion) {
    Bases bases = new Bases(champion.modulus());
    boolean[] won = new boolean[ROUNDS];
    int wins = 0;
    long begin = nanoTime.getAsLong();
    long now = begin;
    for (int round = 0; now - begin < LONGEST; round++) {
      byte[] base = bases.next();
      long first = nanoTime.getAsLong();
      BigInteger power = champion.power(base);
      long second = nanoTime.getAsLong();
      BigInteger other = challenger.power(base);
      now = nanoTime.getAsLong();
      checkEqual(power, other);
      int place = round % ROUNDS;
      wins -= won[place] ? 1 : 0;
      won[place] = now - second <= MARGIN * (second - first);
      wins += won[place] ? 1 : 0;
      if (wins >= WINS) {
        return true;
      }
    }
    return false;
  }

  /**
   * Compares some powers.
   *
   * @throws ArithmeticException if the two differ in one
   */
  public static void compare(PublicExponentiation one, PublicExponentiation other) {
    Bases bases = new Bases(one.modulus());
    for (int i = 0; i < 4; i++) {
      byte[] base = bases.next();
      checkEqual(one.power(base), other.power(base));
    }
  }

  private static void checkEqual(BigInteger power, BigInteger other) {
    if (!power.equals(other)) {
      throw new ArithmeticException("a power came out wrong");
    }
  }

  /** Numbers below a modulus, always the same. */
  private static final class Bases {

    private final SplittableRandom random = new SplittableRandom(65537);
    private final byte[] base;

    Bases(BigInteger modulus) {
      this.base = new byte[(modulus.bitLength() + 7) / 8];
    }

    byte[] next() {
      random.nextBytes(base);
      base[0] = 0;
      return base;
    }
  }
}
