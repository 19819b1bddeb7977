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

  private static OptionException outOf(
      String option, Object value, Object min, Object max, String remedy) {
    return new OptionException(option, value + " is not between " + min + " and " + max, remedy);
  }
}
