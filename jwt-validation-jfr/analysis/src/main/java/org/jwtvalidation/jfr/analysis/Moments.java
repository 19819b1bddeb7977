// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

/** Mean and standard deviation of a stream of values. Not thread-safe. */
final class Moments {

  private long count;
  private double mean;
  private double squares;

  void add(double value) {
    count++;
    // Welford's recurrence: a plain sum of squares would lose its low digits.
    double distance = value - mean;
    mean += distance / count;
    squares += distance * (value - mean);
  }

  long count() {
    return count;
  }

  double mean() {
    return mean;
  }

  double standardDeviation() {
    return count < 2 ? 0 : Math.sqrt(squares / (count - 1));
  }

  /** The deviation as a multiple of the mean. */
  double coefficientOfVariation() {
    return mean == 0 ? 0 : standardDeviation() / mean;
  }
}
