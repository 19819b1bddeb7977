// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.comparison;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a program has done in its turn.
 *
 * @param operations how many verifications
 * @param nanos how long it took
 * @param processorNanos what all its threads took, those of compiler and collector included
 */
record Slot(long operations, long nanos, long processorNanos) {

  private static final Pattern ANSWER =
      Pattern.compile(
          "slot operations=(\\d{1,15}) nanos=(\\d{1,18}) accepted=(\\d{1,15}) cpu=(\\d{1,18})");

  /**
   * Reads the answer to {@code slot}.
   *
   * @throws ProgramException if it is no such answer, or not all of the good tokens were accepted
   */
  static Slot parse(String answer) throws ProgramException {
    Matcher fields = ANSWER.matcher(answer);
    if (!fields.matches()) {
      throw ProgramException.failed("\"" + answer + "\" is no answer to slot");
    }
    long operations = Long.parseLong(fields.group(1));
    long nanos = Long.parseLong(fields.group(2));
    long accepted = Long.parseLong(fields.group(3));
    if (operations == 0 || nanos == 0) {
      throw ProgramException.failed("\"" + answer + "\" has measured nothing");
    }
    if (accepted != operations) {
      throw ProgramException.failed(
          "it accepted " + accepted + " of " + operations + " good tokens");
    }
    return new Slot(operations, nanos, Long.parseLong(fields.group(4)));
  }

  double nanosPerOperation() {
    return (double) nanos / operations;
  }

  double processorNanosPerOperation() {
    return (double) processorNanos / operations;
  }
}
