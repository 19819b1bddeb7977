// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.options;

import java.time.Duration;

/** Checks the bounds of options. */
public final class Bounds {

  private Bounds() {}

  /**
   * Returns a value that is between two bounds, or is one of them.
   *
   * @throws OptionException if it is not
   */
  public static int check(String option, int value, int min, int max, String remedy) {
    if (value < min || value > max) {
      throw outOf(option, value, min, max, remedy);
    }
    return value;
  }

  /**
   * Returns a duration that is between two bounds, or is one of them.
   *
   * @throws OptionException if it is not
   */
  public static Duration check(
      String option, Duration value, Duration min, Duration max, String remedy) {
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw outOf(option, value, min, max, remedy);
    }
    return value;
  }

  /**
   * Returns a duration of more than zero that is at most another one.
   *
   * @throws OptionException if it is not
   */
  public static Duration checkPositive(String option, Duration value, Duration max) {
    if (value.isNegative() || value.isZero() || value.compareTo(max) > 0) {
      String problem = value + " is not more than zero and at most " + max;
      throw new OptionException(option, problem, "choose a duration in between");
    }
    return value;
  }

  /**
   * Returns a number of seconds that is between two bounds, or is one of them.
   *
   * @throws OptionException if it is not, or has a fraction
   */
  public static Duration checkSeconds(String option, Duration value, Duration min, Duration max) {
    boolean isWhole = value.equals(Duration.ofSeconds(value.toSeconds()));
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0 || !isWhole) {
      String problem = value + " is not a number of seconds between " + min + " and " + max;
      throw new OptionException(option, problem, "choose a length in between");
    }
    return value;
  }

  private static OptionException outOf(
      String option, Object value, Object min, Object max, String remedy) {
    return new OptionException(option, value + " is not between " + min + " and " + max, remedy);
  }
}
