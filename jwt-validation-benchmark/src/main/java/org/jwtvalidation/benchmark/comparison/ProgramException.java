// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.comparison;

/** A program has failed, or cannot be had; the message says why, in one line. */
final class ProgramException extends Exception {

  private static final long serialVersionUID = 1L;

  /** Whether the machine lacks what the program needs, which is no failure of the program. */
  private final boolean absent;

  private ProgramException(String why, boolean absent) {
    super(why);
    this.absent = absent;
  }

  static ProgramException failed(String why) {
    return new ProgramException(why, false);
  }

  static ProgramException absent(String why) {
    return new ProgramException(why, true);
  }

  /** {@code absent: why} or {@code failed: why}. */
  String outcome() {
    return (absent ? "absent: " : "failed: ") + getMessage();
  }

  boolean isAbsent() {
    return absent;
  }
}
