// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.comparison;

import java.time.Duration;

/**
 * How long a table is measured.
 *
 * @param rounds in each of which every entrant has one slot
 * @param slotMillis the least length of a slot
 * @param warmUpOfNative the least time that native code warms up
 * @param warmUpOfJava the least time that a JVM warms up
 * @param longestWarmUp the time after which it has to do
 * @param starts how often the first verifications of a process are measured
 * @param firsts how many these are
 * @param patience how long any answer may take
 */
record Effort(
    int rounds,
    int slotMillis,
    Duration warmUpOfNative,
    Duration warmUpOfJava,
    Duration longestWarmUp,
    int starts,
    int firsts,
    Duration patience) {

  /** Longer than a JVM takes to compute tables for a hundred keys. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  static final Effort FULL =
      new Effort(
          40,
          300,
          Duration.ofSeconds(1),
          Duration.ofSeconds(4),
          Duration.ofSeconds(60),
          3,
          1_000,
          PATIENCE);

  static final Effort QUICK =
      new Effort(
          2, 20, Duration.ZERO, Duration.ofMillis(100), Duration.ofMillis(500), 1, 100, PATIENCE);

  /** What a table of so many entrants takes. */
  double expectedSeconds(int entrants) {
    double warmUp = 1.5 * warmUpOfJava.toMillis();
    double slots = 1.05 * rounds * slotMillis;
    double starting = 3_000;
    return entrants * (warmUp + slots + starting) / 1e3;
  }
}
