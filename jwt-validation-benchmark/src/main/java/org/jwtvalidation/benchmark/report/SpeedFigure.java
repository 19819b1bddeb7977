// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.benchmark.report.Row.Role;

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
    Optional<Row> cached = cached(results, Role.OURS);
    Optional<Row> rs256 = peer(results, "RS256", Role.OURS);
    Optional<Row> otherRs256 = peer(results, "RS256", Role.OTHER);
    Optional<Row> es256 = peer(results, "ES256", Role.OURS);
    Optional<Row> otherEs256 = peer(results, "ES256", Role.OTHER);
    if (results.quick()
        || Stream.of(cached, rs256, otherRs256, es256, otherEs256).anyMatch(Optional::isEmpty)) {
      return List.of();
    }
    return List.of(
        figure("RS256, one of 600 cached tokens", cached.get(), cached(results, Role.OTHER)),
        figure("RS256, uncached token", rs256.get(), otherRs256),
        figure("ES256, uncached token", es256.get(), otherEs256));
  }

  private static SpeedFigure figure(String name, Row ours, Optional<Row> other) {
    Bar beside = new Bar(other.map(Names::library).orElse(NO_OTHER), other.orElse(null));
    return new SpeedFigure(name, List.of(new Bar(Names.library(ours), ours), beside));
  }

  private static Optional<Row> cached(Results results, Role role) {
    return fastest(
        Disturbance.without(results.of("standard")),
        row -> row.type().equals("CacheHit") && row.is("tokens", "600") && row.role() == role);
  }

  private static Optional<Row> peer(Results results, String algorithm, Role role) {
    return fastest(
        Disturbance.without(results.of("peers")),
        row ->
            row.method().equals("verify") && row.is("algorithm", algorithm) && row.role() == role);
  }

  static Optional<Row> fastest(List<Row> rows, Predicate<Row> candidate) {
    return rows.stream()
        .filter(row -> row.mode().equals("avgt") && row.is("threads", "1"))
        .filter(row -> !row.isAgain())
        .filter(SpeedFigure::isUsual)
        .filter(candidate)
        .filter(row -> Double.isFinite(row.score()))
        .min(Comparator.comparing(Row::score));
  }

  private static boolean isUsual(Row row) {
    return USUAL.entrySet().stream()
        .allMatch(usual ->
            row.facts().getOrDefault(usual.getKey(), usual.getValue()).equals(usual.getValue()));
  }
}
