// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/** What readers call that which rows name by constants and classes. */
final class Names {

  /** What JMH measures by its mode. */
  static final Map<String, String> MODES =
      Map.of(
          "thrpt", "throughput",
          "avgt", "average time",
          "sample", "latency",
          "ss", "one shot");

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

  /** Where several rows measure one library, services by their frameworks, and other values. */
  private static final Map<String, String> OTHERS =
      Map.ofEntries(
          Map.entry("AWS_LC", "AWS-LC"),
          Map.entry("BARE_BOUNCY_CASTLE", "BouncyCastle's bare signature"),
          Map.entry("BARE_JDK", "the JDK's bare signature"),
          Map.entry("BARE_STRING", "the string alone"),
          Map.entry("coldKeyBare", "First bare verification with a key"),
          Map.entry("coldKeyWhole", "First whole validation with a key"),
          Map.entry("firstBare", "First thousand bare verifications of a process, the mean"),
          Map.entry("firstWhole", "First thousand whole validations of a process, the mean"),
          Map.entry("memoryBare", "Kept of a key, bare verification"),
          Map.entry("memoryWhole", "Kept of a key, whole validation"),
          Map.entry("-Dno.flag", "without the flag"),
          Map.entry("BOUNCYCASTLE", "BouncyCastle"),
          Map.entry("ERRORS", "bad tokens"),
          Map.entry("FUSIONAUTH_PAYLOAD", "FusionAuth JWT, claims alone"),
          Map.entry("GO", "Go's crypto"),
          Map.entry("GOLANG_JWT", "golang-jwt (Go)"),
          Map.entry("GOLANG_JWT_TYPED", "golang-jwt (Go), typed claims"),
          Map.entry("JDK", "the JDK"),
          Map.entry("JSONWEBTOKEN", "jsonwebtoken (Rust)"),
          Map.entry("JSONWEBTOKEN_TYPED", "jsonwebtoken (Rust), typed claims"),
          Map.entry("JWT_VALIDATION", "jwt-validation"),
          Map.entry("JWT_VALIDATION_BY_BOUNCY_CASTLE", "jwt-validation by BouncyCastle"),
          Map.entry("JWT_VALIDATION_BY_JDK", "jwt-validation by the JDK"),
          Map.entry("JWT_VALIDATION_CACHED", "jwt-validation, cached"),
          Map.entry("JWT_VALIDATION_KNOWN_HEADER", "jwt-validation, known header"),
          Map.entry("JWT_VALIDATION_WARMED_UP", "jwt-validation, warmed up"),
          Map.entry("MIXED", "good and bad tokens"),
          Map.entry("NIMBUS_AFTER_OUR_RESOLVER", "Nimbus after our resolver"),
          Map.entry("NIMBUS_AS_DOCUMENTED", "Nimbus, as documented"),
          Map.entry("NIMBUS_PREPARED", "Nimbus, prepared"),
          Map.entry("OPENSSL", "OpenSSL of the system"),
          Map.entry("OPENSSL_BUILT", "OpenSSL 4.0"),
          Map.entry("PLAIN", "plain service"),
          Map.entry("PLATFORM", "platform threads"),
          Map.entry("QUARKUS", "Quarkus"),
          Map.entry("QUARKUS_OIDC", "Quarkus"),
          Map.entry("QUARKUS_SMALLRYE_JWT", "Quarkus"),
          Map.entry("SPRING_MVC", "Spring MVC"),
          Map.entry("SPRING_WEBFLUX", "Spring WebFlux"),
          Map.entry("STANDARD", "good tokens"),
          Map.entry("SpringMvc", "Spring MVC"),
          Map.entry("SpringWebFlux", "Spring WebFlux"),
          Map.entry("TLS", "TLS"),
          Map.entry("VIRTUAL", "virtual threads"),
          Map.entry("ZIPF", "Zipf"));

  /** Facts whose name says what their value does not. */
  private static final Map<String, String> FACTS =
      Map.of(
          "also none", "no other algorithm",
          "cpuTime false", "without processor time",
          "cpuTime true", "with processor time",
          "jvm ", "no JVM options",
          "keys 1", "one key",
          "recorded CPU_TIME", "validations and processor time recorded",
          "recorded NONE", "nothing recorded",
          "recorded VALIDATIONS", "validations recorded");

  private static final Map<String, String> PROVIDERS =
      Map.of("ACCP", "ACCP", "BC", "BouncyCastle", "CONSCRYPT", "Conscrypt", "JDK", "the JDK");

  /** A provider, alone or with an algorithm. */
  private static final Pattern OFFER =
      Pattern.compile("(" + String.join("|", PROVIDERS.keySet()) + ")(?:_(\\w+))?");

  private static final Pattern GATE = Pattern.compile("(verifications|fair|unfair):(\\d+)");

  private static final Map<String, String> ALL = new HashMap<>(LIBRARIES);

  static {
    ALL.putAll(OTHERS);
    for (SignatureAlgorithm algorithm : SignatureAlgorithm.values()) {
      ALL.put(algorithm.name(), algorithm.joseName());
    }
  }

  private Names() {}

  /** The names of types, among others. */
  static Map<String, String> all() {
    return Collections.unmodifiableMap(ALL);
  }

  /** A fact in words: {@code cacheSize 60} is "cache size 60", {@code gate none} is "no gate". */
  static String fact(String name, String value) {
    String known = name.equals("mode") ? MODES.get(value) : FACTS.get(name + " " + value);
    if (known != null) {
      return known;
    }
    if (name.equals("peer")) {
      return value(value);
    }
    String words = Named.words(name).toLowerCase(Locale.ROOT);
    if (value.matches("[\\d.]+")) {
      return (name.equals("jdk") ? "Java" : words) + " " + value;
    }
    Matcher gate = GATE.matcher(value);
    if (gate.matches()) {
      return gate.group(1).equals("verifications")
          ? "at most " + gate.group(2) + " verifications at once"
          : gate.group(1) + " gate of " + gate.group(2);
    }
    Matcher offer = OFFER.matcher(value);
    if (offer.matches()) {
      String algorithm = offer.group(2) == null ? "" : value(offer.group(2)) + " ";
      return algorithm + "by " + PROVIDERS.get(offer.group(1));
    }
    return switch (value) {
      case "true" -> words;
      case "false" -> "not " + words;
      case "none", "NONE" -> "no " + words;
      default -> value(value);
    };
  }

  private static String value(String value) {
    return ALL.getOrDefault(value, value.matches("[A-Z_]+") ? Named.inWords(value) : value);
  }

  /** The library that a row measures. */
  static String library(Row row) {
    String peer = row.facts().getOrDefault("peer", "");
    return LIBRARIES.getOrDefault(peer, value(peer));
  }

  /** The benchmark of a row or a profile, in words. */
  static String type(Named row) {
    return OTHERS.getOrDefault(row.type(), Named.words(row.type()));
  }
}
