// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import java.util.Collections;
import java.util.List;

/** When a program that warms up has become as fast as it will be. */
public final class Level {

  /** The fewest periods that show whether a program becomes faster. */
  private static final int PERIODS = 5;

  private static final double TOLERANCE = 0.03;

  private Level() {}

  /**
   * Whether a program has been level for the last ten periods.
   *
   * @param periods the time of an operation in each
   * @return whether none of these is better than an earlier one by more than 3 percent; false if
   *     there are no earlier ones
   */
  public static boolean isReachedBy(List<Double> periods) {
    int first = firstOf(periods);
    return first >= 0 && first < periods.size() - 2 * PERIODS;
  }

  /**
   * Returns whether the last periods of a program are alike, as those of one that is level.
   *
   * @param periods the time of each
   * @return whether the last five differ by no more than 3 percent, or {@link #isReachedBy}
   */
  public static boolean isShownByTheLastOf(List<Double> periods) {
    if (periods.size() < PERIODS) {
      return false;
    }
    List<Double> last = periods.subList(periods.size() - PERIODS, periods.size());
    return Collections.max(last) <= (1 + TOLERANCE) * Collections.min(last) || isReachedBy(periods);
  }

  /**
   * Returns the first period from which on a program was level: no other is better than it by more
   * than 3 percent, and at least five of them come later. What else the machine does only adds
   * time, so that the best periods show the program.
   *
   * @param periods the time of each, which should be short
   * @return its index, or -1 if there is none or the periods are too few to show it
   */
  public static int firstOf(List<Double> periods) {
    if (!isShownBy(periods)) {
      return -1;
    }
    double bound = (1 + TOLERANCE) * Collections.min(periods);
    for (int first = 0; first + PERIODS < periods.size(); first++) {
      if (periods.get(first) <= bound) {
        return first;
      }
    }
    return -1;
  }

  /**
   * Returns whether so many periods can show that a program is level.
   *
   * @param periods the time of each
   * @return whether there are enough of them
   */
  public static boolean isShownBy(List<Double> periods) {
    return periods.size() >= 2 * PERIODS;
  }

  /**
   * Returns the periods that count.
   *
   * @param periods the time of each period
   * @return those from the first on at which the program was level, or the later half if it never
   *     was; all of them if they are too few to show it
   */
  public static List<Double> partOf(List<Double> periods) {
    if (!isShownBy(periods)) {
      return periods;
    }
    int first = firstOf(periods);
    return periods.subList(first < 0 ? periods.size() / 2 : first, periods.size());
  }

  /**
   * Returns what the periods that count have shown.
   *
   * @param periods the time of each period, at least one
   * @return the mean of {@link #partOf}
   */
  public static double meanOf(List<Double> periods) {
    return partOf(periods).stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }
}
