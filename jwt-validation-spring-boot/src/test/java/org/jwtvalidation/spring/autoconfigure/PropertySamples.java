package org.jwtvalidation.spring.autoconfigure;

import static org.jwtvalidation.spring.autoconfigure.PropertyKey.PREFIX;
import static org.jwtvalidation.spring.autoconfigure.PropertyKey.SHOP;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Right and wrong values of properties, each with what makes it the only possible mistake. */
final class PropertySamples {

  /** What every property is set beside; without a value it is not set. */
  private static final Map<String, String> BASE = new LinkedHashMap<>();

  static {
    BASE.put(SHOP + "url", "https://issuer.example");
    BASE.put(SHOP + "audience", "orders-api");
    BASE.put(SHOP + "keys.jwks-uri", "https://127.0.0.1:1/keys");
    BASE.put(PREFIX + "pop.dpop.public-base", "https://api.example");
    BASE.put(PREFIX + "pop.dpop.nonces", "shared");
    BASE.put(PREFIX + "pop.dpop.nonce-secret", "c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0");
  }

  /** Values that are not right for every property of their type, and what they need. */
  private static final Map<String, List<String>> OF_KEYS =
      Map.ofEntries(
          Map.entry("url", List.of("https://one.example")),
          Map.entry("preset", List.of("keycloak", "url=https://sso.example/realms/shop")),
          Map.entry("repositories", List.of("acme/one,acme/two", "preset=github-actions", "url=")),
          Map.entry("projects", List.of("acme/one", "preset=gitlab")),
          Map.entry("service-accounts", List.of("shop/one", "preset=kubernetes")),
          Map.entry(
              "own-account",
              List.of(
                  "src/test/resources",
                  "preset=in-kubernetes",
                  "service-accounts=shop/one",
                  "keys.jwks-uri=")),
          Map.entry("tenants", List.of("one,two", "url=https://issuer.example/{tenant}")),
          Map.entry("also-named", List.of("https://one.example")),
          Map.entry("any-audience", List.of("true", "audience=")),
          Map.entry("algorithms", List.of("RS256,ES256")),
          Map.entry("ignored-headers", List.of("jku,x5u")),
          Map.entry("keys.file", List.of("src/test/resources/keys.json", "keys.jwks-uri=")),
          Map.entry("keys.discovered", List.of("https://one.example", "keys.jwks-uri=")),
          Map.entry(
              "keys.metadata-issuer",
              List.of(
                  "https://one.example", "keys.jwks-uri=", "keys.discovered=https://two.example")),
          Map.entry("keys.connect-timeout", List.of("3s")),
          Map.entry("keys.first-retry", List.of("5s", "keys.longest-retry=30s")),
          Map.entry("keys.longest-retry", List.of("1m", "keys.first-retry=1s")),
          Map.entry("keys.refresh-interval", List.of("20m")),
          Map.entry("keys.hard-expiry", List.of("6h")),
          Map.entry("keys.jwks-uri", List.of("https://127.0.0.1:2/keys")),
          Map.entry("pop.dpop.public-base", List.of("https://one.example")),
          Map.entry("pop.dpop.algorithms", List.of("ES256,RS256")),
          Map.entry("pop.dpop.nonces", List.of("shared")),
          Map.entry("pop.dpop.replay-store-timeout", List.of("2s")),
          Map.entry("pop.dpop.nonce-secret", List.of("b".repeat(44))),
          Map.entry("pop.mutual-tls-proxies", List.of("10.0.0.1,10.0.0.2")),
          Map.entry("signature-provider", List.of("SunRsaSign")),
          Map.entry("protection", List.of("own")));

  private PropertySamples() {}

  /** The properties by which the key has this value and nothing else can be wrong. */
  static Map<String, String> beside(PropertyKey key, String value) {
    Map<String, String> properties = new LinkedHashMap<>(BASE);
    List<String> own = OF_KEYS.getOrDefault(option(key), List.of(""));
    for (String other : own.subList(1, own.size())) {
      int equals = other.indexOf('=');
      properties.put(SHOP + other.substring(0, equals), other.substring(equals + 1));
    }
    properties.values().removeIf(String::isEmpty);
    properties.put(key.name(), value);
    return properties;
  }

  private static String option(PropertyKey key) {
    return key.isOfIssuer() ? key.name().substring(SHOP.length()) : key.option();
  }

  /** A right value. */
  static String right(PropertyKey key) {
    List<String> own = OF_KEYS.get(option(key));
    return own == null ? rightOf(key.type()) : own.get(0);
  }

  private static String rightOf(String type) {
    return switch (type) {
      case "java.lang.Integer" -> "60";
      case "java.time.Duration" -> "1m";
      case "boolean", "java.lang.Boolean" -> "true";
      case "java.net.URI" -> "https://one.example";
      case "java.util.List<java.lang.String>" -> "one,two";
      default -> "one";
    };
  }

  /** Values of the wrong type, or out of every range. */
  static List<String> wrong(PropertyKey key) {
    return switch (key.type()) {
      case "java.lang.Integer" -> List.of("many", "-1", "0", "2147483647");
      case "java.time.Duration" -> List.of("soon", "-1s", "0s", "100000000d");
      case "boolean", "java.lang.Boolean" -> List.of("ture");
      case "java.net.URI" -> List.of("a b", "one");
      case "java.util.List<java.lang.String>" -> List.of(",", "one,,two");
      // Any text is a name or a header field; the rules of each are tested where they are.
      case "java.lang.String", "map" -> List.of();
      default -> List.of("other");
    };
  }
}
