package org.jwtvalidation.benchmark.suite;

import java.util.Collections;
import java.util.List;

/** When a program that warms up has become as fast as it will be. */
public final class Level {

  /** The number of periods that must agree. */
  public static final int PERIODS = 5;

  private static final double TOLERANCE = 0.03;

  private Level() {}

  /**
   * Whether the last {@link #PERIODS} periods agree within 3 percent, or, on a machine that is not
   * quiet enough for that, their median agrees with that of as many before.
   *
   * @param periods the rate or the time of each period
   * @return whether they do; false if there are fewer
   */
  public static boolean isReachedBy(List<Double> periods) {
    int last = periods.size() - PERIODS;
    if (last < 0) {
      return false;
    }
    List<Double> these = periods.subList(last, periods.size());
    return agree(Collections.min(these), Collections.max(these))
        || (last >= PERIODS && agree(median(these), median(periods.subList(last - PERIODS, last))));
  }

  /**
   * Returns the first period from which on a program was level: no other is better than it by more
   * than 3 percent, and at least {@link #PERIODS} of them come later. What else the machine does
   * only adds time, so that the best periods show the program.
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

  private static boolean agree(double one, double other) {
    return Math.abs(one - other) <= TOLERANCE * Math.min(one, other);
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

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }
}
