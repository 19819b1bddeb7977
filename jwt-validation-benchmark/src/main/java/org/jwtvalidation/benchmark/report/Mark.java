// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What makes the score of a row doubtful. */
enum Mark {
  DISTURBED("measured beside other programs", Disturbance::isGreat),
  NOT_LEVEL("not level in every JVM", row -> row.unlevel() > 0),
  SENT_LATE("whose requests were sent late", row -> row.sentLate() > 0),
  UNCERTAIN("with quartiles more than a fifth apart", Row::isUncertain),
  WITHOUT_TABLES("without tables in some JVM", row -> row.counter("declined") > 0);

  private final String meaning;
  private final Predicate<Row> test;

  Mark(String meaning, Predicate<Row> test) {
    this.meaning = meaning;
    this.test = test;
  }

  /** What to say of rows that have it. */
  String meaning() {
    return meaning;
  }

  boolean isOn(Row row) {
    return test.test(row);
  }

  /** The first mark of a row that its own spread does not show. */
  static Optional<Mark> beyondSpread(Row row) {
    return Stream.of(values()).filter(mark -> mark != UNCERTAIN && mark.isOn(row)).findFirst();
  }

  /** Whether a row has one of them. */
  static boolean isOnAny(Row row) {
    return Stream.of(values()).anyMatch(mark -> mark.isOn(row));
  }
}
