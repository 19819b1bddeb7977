// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

/** The time between two reports. */
final class Period {

  private long begin = System.nanoTime();

  /** Returns the nanoseconds since the last call or since creation, and restarts. */
  long elapsed() {
    long now = System.nanoTime();
    long elapsed = now - begin;
    begin = now;
    return elapsed;
  }
}
