// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a row's machine did beside the row, under {@link #MACHINE} in the file of results. */
public final class Disturbance {

  /** The object with the following numbers. */
  public static final String MACHINE = "machine";

  /** The greatest percentage of the processors that other programs had during one of the JVMs. */
  public static final String OTHER_PROGRAMS = "otherProgramsPercent";

  /** The number of periods in which a JVM had used up its share of the processors. */
  public static final String THROTTLED = "throttledPeriods";

  /** The object of {@code environment.json} with what other programs had before the run. */
  public static final String BEFORE = "loadBefore";

  /** The object of {@code environment.json} with what the machine did during the run. */
  public static final String DURING = "loadDuring";

  /** What the JVM's own tools take is less. */
  private static final double MOST = 10;

  private Disturbance() {}

  /**
   * Returns whether other programs had so much that a figure is not to be relied on.
   *
   * @param percent the percentage of all processors
   * @return whether it is too much
   */
  public static boolean isGreat(double percent) {
    return percent > MOST;
  }

  static boolean isGreat(Row row) {
    return isGreat(row.machine(OTHER_PROGRAMS));
  }

  /** Says so if they had so much during a whole run or, where that is not known, before it. */
  static Optional<String> ofRun(JsonNode environment) {
    for (String when : List.of(DURING, BEFORE)) {
      JsonNode percent = environment.path(when).path(OTHER_PROGRAMS);
      if (percent.isNumber()) {
        return isGreat(percent.asDouble())
            ? Optional.of(
                String.format(
                    Locale.ROOT,
                    "MACHINE BUSY: other programs had %.0f %% of the processors %s the run.",
                    percent.asDouble(),
                    when.equals(DURING) ? "during" : "before"))
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** The rows of which ratios may be drawn. */
  static List<Row> without(List<Row> rows) {
    return rows.stream().filter(row -> !isGreat(row)).toList();
  }
}
