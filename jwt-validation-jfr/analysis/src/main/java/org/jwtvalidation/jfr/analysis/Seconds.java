// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The durations of the validations that ended in each second. A recording may span a day, so the
 * least recently used seconds are packed into some hundred octets each. Events come in no
 * particular order, because each thread writes its buffer as a whole.
 */
final class Seconds {

  private static final int OPEN = 1_024;

  /** One second; the steps by index. */
  static final class Second {

    private final Distribution whole = Distribution.coarse();
    private final long[] nanos;
    private final int[] counts;

    private Second(int steps) {
      nanos = new long[steps];
      counts = new int[steps];
    }

    void add(long wholeNanos) {
      whole.add(wholeNanos);
    }

    void addStep(int step, long stepNanos) {
      nanos[step] += stepNanos;
      counts[step]++;
    }

    Distribution whole() {
      return whole;
    }
  }

  private final Map<Long, Second> all = new TreeMap<>();
  private final Map<Long, Second> open =
      new LinkedHashMap<>(2 * OPEN, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Second> eldest) {
          if (size() <= OPEN) {
            return false;
          }
          eldest.getValue().whole.pack();
          return true;
        }
      };

  /** Returns a second since 1970, with room for this many steps. */
  Second at(long second, int steps) {
    return open.computeIfAbsent(second, s -> all.computeIfAbsent(second, t -> new Second(steps)));
  }

  /** All seconds in ascending order. */
  Map<Long, Second> all() {
    return all;
  }

  /** The coefficient of variation of the mean of the whole. */
  double variation() {
    Moments means = new Moments();
    all.values().forEach(second -> means.add(second.whole.mean()));
    return means.coefficientOfVariation();
  }

  /** The coefficient of variation of the mean of a step, over the seconds that have it. */
  double variation(int step) {
    Moments means = new Moments();
    all.values().stream()
        .filter(second -> second.counts[step] > 0)
        .forEach(second -> means.add((double) second.nanos[step] / second.counts[step]));
    return means.coefficientOfVariation();
  }
}
