// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.math.BigInteger;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Measures which of two exponentiations is faster, as well as the JVM has compiled them by then.
 * Thread-safe.
 */
public final class ExponentiationRace {

  /** The greatest share of the other's time with which a race is won. */
  private static final double MARGIN = 0.85;

  /**
   * So often each is called at least. HotSpot has asked C2 for everything by then; where other
   * threads take the processors, it is not there yet, so that one race alone proves little.
   */
  private static final int FEWEST = 1_000;

  /**
   * So many turns suffice for a win: what other threads do often changes, and nothing might be
   * level for many seconds. As a rule, what falls afterwards falls for both.
   */
  private static final int FEWEST_FOR_WIN = 2_000;

  /** Where nothing becomes level, or others use all processors. */
  private static final long LONGEST = TimeUnit.SECONDS.toNanos(30);

  private final LongSupplier nanoTime;

  /**
   * A race by a clock.
   *
   * @param nanoTime the clock, in nanoseconds
   */
  public ExponentiationRace(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Whether the challenger wins clearly. Both raise the same numbers in turns until it has won or
   * both are level: for some tenths of a second of a processor, and for half a minute at most.
   *
   * @throws ArithmeticException if the two differ in a power
   */
  public boolean isWonBy(PublicExponentiation challenger, PublicExponentiation champion) {
    Bases bases = new Bases(champion.modulus());
    Level one = new Level(FEWEST);
    Level other = new Level(FEWEST);
    long start = nanoTime.getAsLong();
    long end = start;
    for (int turn = 0; !isOver(turn, other, one) && end - start < LONGEST; turn++) {
      byte[] base = bases.next();
      long begin = nanoTime.getAsLong();
      BigInteger power = champion.power(base);
      long between = nanoTime.getAsLong();
      BigInteger same = challenger.power(base);
      end = nanoTime.getAsLong();
      checkEqual(power, same);
      one.took(between - begin);
      other.took(end - between);
    }
    return wins(other, one);
  }

  private static boolean isOver(int turns, Level challenger, Level champion) {
    return (turns >= FEWEST_FOR_WIN && wins(challenger, champion))
        || (challenger.isReached() && champion.isReached());
  }

  private static boolean wins(Level challenger, Level champion) {
    return challenger.least() <= MARGIN * champion.least();
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
