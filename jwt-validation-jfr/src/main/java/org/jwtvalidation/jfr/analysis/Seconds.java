package org.jwtvalidation.jfr.analysis;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * How long validations took that ended in each second. A recording may have a day of them, so those
 * that nothing was added to for a while are kept packed, in some hundred octets. They come in no
 * order: what a thread had in its buffer is written at once.
 */
final class Seconds {

  private static final int OPEN = 1_024;

  /** What is known of one second; the steps by their index. */
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

  /** The one since 1970 that a validation with so many steps ended in. */
  Second at(long second, int steps) {
    return open.computeIfAbsent(second, s -> all.computeIfAbsent(second, t -> new Second(steps)));
  }

  /** All of them, in their order. */
  Map<Long, Second> all() {
    return all;
  }

  /** How the mean of the whole differs from second to second. */
  double variation() {
    Moments means = new Moments();
    all.values().forEach(second -> means.add(second.whole.mean()));
    return means.coefficientOfVariation();
  }

  /** How the mean of a step differs from second to second, of those that have it. */
  double variation(int step) {
    Moments means = new Moments();
    all.values().stream()
        .filter(second -> second.counts[step] > 0)
        .forEach(second -> means.add((double) second.nanos[step] / second.counts[step]));
    return means.coefficientOfVariation();
  }
}
