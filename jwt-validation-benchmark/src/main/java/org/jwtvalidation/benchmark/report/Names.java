package org.jwtvalidation.benchmark.report;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** What readers call that which rows name by constants and classes. */
final class Names {

  /** The names of the libraries by the values of {@code peer}. */
  static final Map<String, String> LIBRARIES =
      Map.ofEntries(
          Map.entry("AUTH0", "Auth0 java-jwt"),
          Map.entry("FUSIONAUTH", "FusionAuth JWT"),
          Map.entry("JJWT", "JJWT"),
          Map.entry("JOSE4J", "jose4j"),
          Map.entry("NIMBUS", "Nimbus JOSE + JWT"),
          Map.entry("NIMBUS_AS_DOCUMENTED", "Nimbus JOSE + JWT"),
          Map.entry("NIMBUS_PREPARED", "Nimbus JOSE + JWT"),
          Map.entry("OIDC", "Quarkus OIDC"),
          Map.entry("OKTA", "Okta JWT Verifier"),
          Map.entry("SMALLRYE", "SmallRye JWT"),
          Map.entry("SMALLRYE_JWT", "SmallRye JWT"),
          Map.entry("SPRING_SECURITY", "Spring Security"),
          Map.entry("TINK", "Tink"),
          Map.entry("TOKEN_SHERIFF", "token-sheriff"),
          Map.entry("VERTX", "Vert.x"));

  /** Where several rows measure one library, and services by their frameworks. */
  private static final Map<String, String> OTHERS =
      Map.ofEntries(
          Map.entry("BARE_BOUNCY_CASTLE", "BouncyCastle's bare signature"),
          Map.entry("BARE_JDK", "the JDK's bare signature"),
          Map.entry("BARE_STRING", "the string alone"),
          Map.entry("ERRORS", "bad tokens"),
          Map.entry("JWT_VALIDATION", "jwt-validation"),
          Map.entry("JWT_VALIDATION_CACHED", "jwt-validation, cached"),
          Map.entry("JWT_VALIDATION_WARMED_UP", "jwt-validation, warmed up"),
          Map.entry("MIXED", "good and bad tokens"),
          Map.entry("NIMBUS_AS_DOCUMENTED", "Nimbus, as documented"),
          Map.entry("NIMBUS_PREPARED", "Nimbus, prepared"),
          Map.entry("PLAIN", "plain service"),
          Map.entry("QUARKUS", "Quarkus"),
          Map.entry("QUARKUS_OIDC", "Quarkus"),
          Map.entry("QUARKUS_SMALLRYE_JWT", "Quarkus"),
          Map.entry("SPRING_MVC", "Spring MVC"),
          Map.entry("SPRING_WEBFLUX", "Spring WebFlux"),
          Map.entry("STANDARD", "good tokens"),
          Map.entry("SpringMvc", "Spring MVC"),
          Map.entry("SpringWebFlux", "Spring WebFlux"),
          Map.entry("TLS", "TLS"),
          Map.entry("ZIPF", "Zipf"));

  private static final Map<String, String> ALL = new HashMap<>(LIBRARIES);

  static {
    ALL.putAll(OTHERS);
  }

  private Names() {}

  /** The names by the values of facts and by the types of rows. */
  static Map<String, String> all() {
    return Collections.unmodifiableMap(ALL);
  }

  /** The library that a row measures. */
  static String library(Row row) {
    String peer = row.facts().getOrDefault("peer", "");
    return LIBRARIES.getOrDefault(peer, peer);
  }

  /** The benchmark that a row belongs to, in words. */
  static String type(Row row) {
    return OTHERS.getOrDefault(row.type(), Named.words(row.type()));
  }
}
