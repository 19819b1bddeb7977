package org.jwtvalidation.benchmark.run;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * In which order JVMs measure rows: those of one class take turns, a JVM each, until all have had
 * theirs, and those that differ in the method alone run one after the other. What slows the machine
 * down for a minute then slows all that are compared.
 */
final class Turns {

  private Turns() {}

  /** Each row as often as it has JVMs, in one of them each time. */
  static List<PlannedRow> of(List<PlannedRow> rows) {
    List<PlannedRow> turns = new ArrayList<>();
    rows.stream()
        .collect(groupingBy(PlannedRow::benchmarkClass, LinkedHashMap::new, toList()))
        .values()
        .forEach(ofClass -> {
          List<PlannedRow> rivals = sideBySide(ofClass);
          int rounds = rivals.stream().mapToInt(row -> row.time().forks()).max().orElse(0);
          for (int round = 0; round < rounds; round++) {
            for (PlannedRow row : rivals) {
              if (round < row.time().forks()) {
                turns.add(row.inOneJvm());
              }
            }
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
        .toList();
  }
}
