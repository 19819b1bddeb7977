// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jwtvalidation.benchmark.run.Turn;

/**
 * The order in which rows are measured. All services of a group run side by side, and each is
 * warmed up first. Then the closed loops take turns of a few seconds, in several rounds of which
 * every other one runs backwards, so that what slows the machine for a minute slows all that are
 * compared. The other rows follow, each once.
 */
final class HttpTurns {

  private static final int STARTS = 3;

  private HttpTurns() {}

  static List<Turn> of(List<HttpRow> rows, HttpOptions options) {
    List<Turn> turns = new ArrayList<>();
    rows.stream()
        .collect(groupingBy(HttpRow::group, LinkedHashMap::new, toList()))
        .values()
        .forEach(group -> addGroup(group, options, turns));
    return turns;
  }

  private static void addGroup(List<HttpRow> group, HttpOptions options, List<Turn> turns) {
    if (group.get(0).isOfNewService()) {
      int starts = group.get(0).isStartUp() ? STARTS : 1;
      Collections.nCopies(starts, group).forEach(turns::addAll);
      return;
    }
    group.stream()
        .collect(groupingBy(HttpRow::session, LinkedHashMap::new, toList()))
        .forEach((session, rows) ->
            turns.add(new ServiceStart(group.get(0).group(), session, connections(rows), options)));
    List<HttpRow> closed = new ArrayList<>(group.stream().filter(HttpRow::isInTurns).toList());
    for (int round = 0; round < options.rounds(); round++) {
      turns.addAll(closed);
      Collections.reverse(closed);
    }
    group.stream().filter(row -> !row.isInTurns()).forEach(turns::add);
  }

  private static Map<RequestKind, Integer> connections(List<HttpRow> rows) {
    List<HttpRow> inReverse = new ArrayList<>(rows);
    Collections.reverse(inReverse);
    Map<RequestKind, Integer> connections = new LinkedHashMap<>();
    for (HttpRow row : inReverse) {
      row.kinds().forEach(kind -> connections.merge(kind, row.load().connections(), Math::max));
    }
    return connections;
  }
}
