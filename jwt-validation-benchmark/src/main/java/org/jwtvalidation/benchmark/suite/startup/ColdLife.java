// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.startup;

import java.util.Arrays;
import java.util.stream.Stream;
import org.jwtvalidation.benchmark.suite.peers.ColdService;

/**
 * What a new JVM has done in its first seconds. Compared by identity.
 *
 * @param millisToReady the milliseconds in which the library was set up
 * @param usesTables whether signatures are verified by tables in the end
 * @param first the nanoseconds from then to the first validation
 * @param thousandth the nanoseconds from then until all threads together have done a thousand
 * @param counts the validations of each slot of time
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ColdLife(
    long millisToReady, boolean usesTables, long first, long thousandth, long[] counts) {

  private static final int SLOTS_A_SECOND = (int) (1_000 / ColdService.SLOT_MILLIS);

  /** What is shorter depends on the slots in which a collector or a compiler is at work. */
  private static final int WINDOW = SLOTS_A_SECOND / 2;

  private static final double NEARLY = 0.9;

  /** Reads what {@link ColdService} prints. */
  static ColdLife of(String line) {
    long[] numbers = Stream.of(line.trim().split(" ", -1)).mapToLong(Long::parseLong).toArray();
    return new ColdLife(
        numbers[0],
        numbers[1] > 0,
        numbers[2],
        numbers[3],
        Arrays.copyOfRange(numbers, 4, numbers.length));
  }

  /** The milliseconds from the set-up to the first validation. */
  double millisToFirst() {
    return first / 1e6;
  }

  /** The milliseconds from the set-up until all threads together have done a thousand. */
  double millisToThousandth() {
    return thousandth / 1e6;
  }

  /** The validations in the first seconds; NaN if it has lived for fewer. */
  double in(int seconds) {
    int slots = seconds * SLOTS_A_SECOND;
    return slots > counts.length ? Double.NaN : sum(0, slots);
  }

  /** The validations a second in the last fifth of its life. */
  double level() {
    int slots = Math.max(1, counts.length / 5);
    return (double) sum(counts.length - slots, counts.length) * SLOTS_A_SECOND / slots;
  }

  /** The milliseconds until it has validated 90 % of its level for half a second. */
  double millisToLevel() {
    double enough = NEARLY * level() * WINDOW / SLOTS_A_SECOND;
    for (int end = WINDOW; end < counts.length; end++) {
      if (sum(end - WINDOW, end) >= enough) {
        return end * ColdService.SLOT_MILLIS;
      }
    }
    return counts.length * ColdService.SLOT_MILLIS;
  }

  private long sum(int from, int to) {
    long sum = 0;
    for (int slot = from; slot < to; slot++) {
      sum += counts[slot];
    }
    return sum;
  }
}
