// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.benchmark.report.Row.Role;
import org.jwtvalidation.benchmark.suite.peers.PeerEs256Benchmark;
import org.jwtvalidation.benchmark.suite.peers.PeerRs256Benchmark;

/**
 * How long this library takes to validate a token, beside others.
 *
 * @param bars in the order in which they are drawn
 */
record SpeedFigure(String name, List<Bar> bars) {

  /**
   * A library.
   *
   * @param name what it is called, or, without a row, why it has none
   */
  record Bar(String name, @Nullable Row row) {}

  private static final String NO_OTHER = "no other library of this run caches tokens";

  /** The facts of a row that measures what most services do. */
  private static final Map<String, String> USUAL =
      Map.of(
          "provider", "JDK", "sent", "VALID", "keys", "1", "dataLength", "usual", "also", "none");

  /** The three figures of the README; none if the run was quick or lacks one of their rows. */
  static List<SpeedFigure> of(Results results) {
    List<Row> cached =
        usual(
            results.of("standard"),
            row -> row.type().equals("CacheHit") && row.is("tokens", "600"));
    List<Row> rs256 = peers(results, "RS256");
    List<Row> es256 = peers(results, "ES256");
    if (results.quick()
        || fastest(cached, Role.OURS).isEmpty()
        || !areComplete(rs256, "RS256")
        || !areComplete(es256, "ES256")) {
      return List.of();
    }
    return List.of(
        figure("RS256, one of 600 cached tokens", cached),
        figure("RS256, uncached token", rs256),
        figure("ES256, uncached token", es256));
  }

  private static SpeedFigure figure(String name, List<Row> rows) {
    Row ours = fastest(rows, Role.OURS).orElseThrow();
    Optional<Row> other = fastest(rows, Role.OTHER);
    Bar beside = new Bar(other.map(Names::library).orElse(NO_OTHER), other.orElse(null));
    return new SpeedFigure(name, List.of(new Bar(Names.library(ours), ours), beside));
  }

  /** The undisturbed rows of what most services do. */
  static List<Row> peers(Results results, String algorithm) {
    return usual(
        results.of("peers"),
        row -> row.method().equals("verify") && row.is("algorithm", algorithm));
  }

  /** Whether these are all libraries, so that the fastest of them is the fastest one. */
  static boolean areComplete(List<Row> peers, String algorithm) {
    return peers.stream()
        .map(row -> row.facts().get("peer"))
        .toList()
        .containsAll(
            List.of(
                algorithm.equals("RS256")
                    ? PeerRs256Benchmark.available()
                    : PeerEs256Benchmark.available()));
  }

  private static List<Row> usual(List<Row> rows, Predicate<Row> candidate) {
    return Disturbance.without(rows).stream()
        .filter(row -> row.mode().equals("avgt") && row.is("threads", "1"))
        .filter(row -> !row.isAgain())
        .filter(SpeedFigure::isUsual)
        .filter(candidate)
        .filter(row -> Double.isFinite(row.score()))
        .toList();
  }

  static Optional<Row> fastest(List<Row> rows, Role role) {
    return rows.stream().filter(row -> row.role() == role).min(Comparator.comparing(Row::score));
  }

  private static boolean isUsual(Row row) {
    return USUAL.entrySet().stream()
        .allMatch(usual ->
            row.facts().getOrDefault(usual.getKey(), usual.getValue()).equals(usual.getValue()));
  }
}
