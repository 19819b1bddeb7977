// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.comparison;

import java.util.List;

/** How many keys have signed the tokens of a set, as the input file names it. */
final class Regime {

  private static final String ONE_KEY = "one-key";
  private static final String KEYS = "-keys";

  /** What follows the algorithm in the names of tables. */
  static final List<String> ALL = List.of(" " + ONE_KEY, " 100" + KEYS, " 10" + KEYS);

  private Regime() {}

  static boolean isOneKey(String regime) {
    return regime.equals(ONE_KEY);
  }

  /** The number of keys, as rows have it. */
  static String keys(String regime) {
    return isOneKey(regime) ? "1" : regime.replace(KEYS, "");
  }
}
