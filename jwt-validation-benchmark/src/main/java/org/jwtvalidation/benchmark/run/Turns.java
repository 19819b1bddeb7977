// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * The order in which JVMs measure rows. Rows of one class take turns, one JVM each, until all JVMs
 * have run; rows that differ only in the method run next to each other, and every other round runs
 * backwards. A disturbance of a minute then slows all rows that are compared.
 */
final class Turns {

  private Turns() {}

  /** Returns each row once for each of its JVMs. */
  static List<PlannedRow> of(List<PlannedRow> rows) {
    List<PlannedRow> turns = new ArrayList<>();
    rows.stream()
        .collect(groupingBy(PlannedRow::benchmarkClass, LinkedHashMap::new, toList()))
        .values()
        .forEach(ofClass -> {
          List<PlannedRow> rivals = sideBySide(ofClass);
          int rounds = rivals.stream().mapToInt(row -> row.time().forks()).max().orElse(0);
          for (int round = 0; round < rounds; round++) {
            int number = round;
            rivals.stream()
                .filter(row -> number < row.time().forks())
                .map(PlannedRow::inOneJvm)
                .forEach(turns::add);
            Collections.reverse(rivals);
          }
        });
    return turns;
  }

  private static List<PlannedRow> sideBySide(List<PlannedRow> rows) {
    return rows.stream()
        .collect(groupingBy(PlannedRow::params, LinkedHashMap::new, toList()))
        .values()
        .stream()
        .flatMap(List::stream)
        .sorted(Comparator.comparing(PlannedRow::again))
        .collect(toList());
  }
}
