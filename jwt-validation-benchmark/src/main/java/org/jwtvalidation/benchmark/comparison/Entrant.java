// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.comparison;

import java.util.Locale;

/**
 * A library in a table.
 *
 * @param program the program that measures it
 * @param measurement regime, algorithm, form and library, as commands name it
 */
record Entrant(Program program, String measurement) {

  private String word(int place) {
    return measurement.split(" ", -1)[place];
  }

  boolean isBare() {
    return word(2).equals("bare");
  }

  /** The library, as rows name what they measure. */
  String peer() {
    return word(3).toUpperCase(Locale.ROOT).replace('-', '_');
  }

  boolean isJava() {
    return program.jdk() != null;
  }
}
