package org.jwtvalidation.benchmark.report;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.benchmark.report.Row.Role;

/**
 * How long this library takes to validate a token, beside the fastest other library of its kind.
 *
 * @param other null if no other library of the run caches tokens
 */
record SpeedFigure(String name, Row ours, @Nullable Row other, String otherName) {

  /** The names of the libraries by the names of their rows. */
  static final Map<String, String> LIBRARIES =
      Map.ofEntries(
          Map.entry("AUTH0", "Auth0 java-jwt"),
          Map.entry("FUSIONAUTH", "FusionAuth JWT"),
          Map.entry("JJWT", "JJWT"),
          Map.entry("JOSE4J", "jose4j"),
          Map.entry("NIMBUS_AS_DOCUMENTED", "Nimbus JOSE + JWT"),
          Map.entry("NIMBUS_PREPARED", "Nimbus JOSE + JWT"),
          Map.entry("OKTA", "Okta JWT Verifier"),
          Map.entry("TOKEN_SHERIFF", "token-sheriff"),
          Map.entry("SMALLRYE", "SmallRye JWT"),
          Map.entry("SPRING_SECURITY", "Spring Security"),
          Map.entry("TINK", "Tink"),
          Map.entry("VERTX", "Vert.x"));

  /** The facts of a row that measures what most services do. */
  private static final Map<String, String> USUAL =
      Map.of(
          "provider", "JDK", "sent", "VALID", "keys", "1", "dataLength", "usual", "also", "none");

  /** What the report calls the rows of libraries, by the values of {@code peer}. */
  static Map<String, String> names() {
    Map<String, String> names = new HashMap<>(LIBRARIES);
    names.put("JWT_VALIDATION", "jwt-validation");
    names.put("JWT_VALIDATION_WARMED_UP", "jwt-validation, warmed up");
    names.put("NIMBUS_PREPARED", "Nimbus, prepared");
    names.put("NIMBUS_AS_DOCUMENTED", "Nimbus, as documented");
    names.put("BARE_JDK", "the JDK's bare signature");
    names.put("BARE_BOUNCY_CASTLE", "BouncyCastle's bare signature");
    names.put("BARE_STRING", "the string alone");
    return names;
  }

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
    return new SpeedFigure(
        name, ours, other.orElse(null), other.map(SpeedFigure::library).orElse(""));
  }

  private static Optional<Row> cached(Results results, Role role) {
    return fastest(
        results.of("standard"),
        row -> row.type().equals("CacheHit") && row.is("tokens", "600") && row.role() == role);
  }

  private static Optional<Row> peer(Results results, String algorithm, Role role) {
    return fastest(
        results.of("peers"),
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

  static String library(Row row) {
    String peer = row.facts().getOrDefault("peer", "");
    return LIBRARIES.getOrDefault(peer, peer);
  }
}
