package org.jwtvalidation.benchmark.suite;

import java.util.Collections;
import java.util.List;

/** When a program that warms up has become as fast as it will be. */
public final class Level {

  /** The number of periods that must agree. */
  public static final int PERIODS = 5;

  private static final double TOLERANCE = 0.03;

  /** The fewest periods that show what follows. */
  private static final int ENOUGH = 3;

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
    return agree(these)
        || (last >= PERIODS && agree(median(these), median(periods.subList(last - PERIODS, last))));
  }

  /**
   * Returns the first period from which on a program was level: the next {@link #PERIODS} agree
   * with each other and with most of those that follow, or are no further apart than these. A
   * program may become faster again when it seems to be level.
   *
   * @param periods the rate or the time of each period
   * @return its index, or -1 if there is none
   */
  public static int firstOf(List<Double> periods) {
    for (int first = 0; first + PERIODS <= periods.size(); first++) {
      List<Double> next = periods.subList(first, first + PERIODS);
      List<Double> rest = periods.subList(first + PERIODS, periods.size());
      if ((agree(next) || isOf(rest, next))
          && (rest.isEmpty() || agree(median(next), median(rest)))) {
        return first;
      }
    }
    return -1;
  }

  /** Whether values are no further apart than these. */
  private static boolean isOf(List<Double> these, List<Double> values) {
    return these.size() >= ENOUGH
        && Collections.min(values) >= (1 - TOLERANCE) * Collections.min(these)
        && Collections.max(values) <= (1 + TOLERANCE) * Collections.max(these);
  }

  private static boolean agree(List<Double> values) {
    return agree(Collections.min(values), Collections.max(values));
  }

  private static boolean agree(double one, double other) {
    return Math.abs(one - other) <= TOLERANCE * Math.min(one, other);
  }

  /**
   * Returns the periods that count.
   *
   * @param periods the rate or the time of each period
   * @return those from the first on at which the program was level, or the last {@link #PERIODS} if
   *     it never was
   */
  public static List<Double> partOf(List<Double> periods) {
    int first = firstOf(periods);
    int last = Math.max(0, periods.size() - PERIODS);
    return periods.subList(first < 0 ? last : first, periods.size());
  }

  /**
   * Returns what the periods that count have shown.
   *
   * @param periods the rate or the time of each period, at least one
   * @return the mean of {@link #partOf}
   */
  public static double meanOf(List<Double> periods) {
    return partOf(periods).stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }
}
