// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

/**
 * Whether an operation that is repeated has become as fast as it gets. Its least time counts, which
 * other threads cannot prolong: it falls while the JVM compiles, and the operation is level when it
 * has not fallen since half of the repetitions. Used by one thread at a time.
 */
public final class Level {

  /** A shorter time by less than this is chance. */
  private static final double FALL = 0.95;

  private final long fewest;
  private long repetitions;
  private long lastFall;
  private long beforeFall = Long.MAX_VALUE;
  private long least = Long.MAX_VALUE;

  /**
   * Nothing is known yet.
   *
   * @param fewest the repetitions without which nothing is level
   */
  public Level(long fewest) {
    this.fewest = fewest;
  }

  /**
   * Counts a repetition.
   *
   * @param nanos how long it took
   */
  public void took(long nanos) {
    repetitions++;
    least = Math.min(least, Math.max(1, nanos));
    if (least < FALL * beforeFall) {
      beforeFall = least;
      lastFall = repetitions;
    }
  }

  /** {@return whether the operation has become as fast as it gets} */
  public boolean isReached() {
    return repetitions >= fewest && repetitions >= 2 * lastFall;
  }

  /** {@return how often the operation has been repeated} */
  public long repetitions() {
    return repetitions;
  }

  /** {@return the least time in nanoseconds; the greatest {@code long} if there is none yet} */
  public long least() {
    return least;
  }
}
