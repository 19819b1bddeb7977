// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What must be known to read the score of a row, in a few words each. */
final class Notes {

  /** Of so many operations in a hundred, chance decides whether they are above the P99. */
  private static final double KNEE_BEGINS = 0.5;

  private static final double KNEE_ENDS = 2;

  private Notes() {}

  static List<String> of(Row row) {
    List<String> notes = new ArrayList<>();
    double wait = row.meanWait();
    if (Double.isFinite(wait)) {
      double heldUp = row.counter("heldUpPercent");
      notes.add("mean wait " + Quantity.text(wait, Row.TIME));
      notes.add(number("%.0f in flight", row.counter("inFlight")));
      notes.add(number("%.2f %% above 1 ms", heldUp));
      if (heldUp >= KNEE_BEGINS && heldUp <= KNEE_ENDS) {
        notes.add("P99 ON THE KNEE");
      }
    }
    if (row.type().equals("JmhThreads")) {
      notes.add("JMH'S SUM OF THREADS, not the machine's");
    }
    if (row.counter("tables") > 0) {
      notes.add(keys(row.counter("tables")) + " with tables");
    }
    if (row.counter("declined") > 0) {
      notes.add(keys(row.counter("declined")) + " WITHOUT TABLES");
    }
    if (Disturbance.isGreat(row)) {
      notes.add(
          number(
              "MACHINE BUSY, %.0f %% by other programs", row.machine(Disturbance.OTHER_PROGRAMS)));
    }
    double throttled = row.machine(Disturbance.THROTTLED);
    if (throttled > 0) {
      notes.add(number("THROTTLED in %.0f periods", throttled));
    }
    if (row.isUncertain()) {
      notes.add(
          number(
              "UNCERTAIN, quartiles %.0f %% apart", 100 * (row.high() - row.low()) / row.score()));
    }
    addInJvms("NOT LEVEL", row.unlevel(), row, notes);
    addInJvms("SENT LATE", row.sentLate(), row, notes);
    return notes;
  }

  /** Adds what is so in some of a row's JVMs. */
  private static void addInJvms(String note, int jvms, Row row, List<String> notes) {
    int all = row.jvms();
    if (jvms > 0) {
      notes.add(jvms == all ? note : note + " in " + jvms + " of " + all + " JVMs");
    }
  }

  /** A mean of JVMs that differ has decimals. */
  private static String keys(double count) {
    return count == Math.rint(count) ? number("%.0f keys", count) : number("%.2f keys", count);
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
