// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.options;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Right and wrong values of all keys, in any framework, each with what makes it the only possible
 * mistake. The issuer of keys below the issuers is "shop".
 */
public final class OptionSamples {

  private static final String PREFIX = "jwt-validation.";
  private static final String SHOP = PREFIX + "issuers.shop.";

  /** A folder that is there, for the tests of every module. */
  private static final String RESOURCES =
      project().resolve("integrations/jwt-validation-spring-boot/src/test/resources").toString();

  /** What every key is set beside; without a value it is not set. */
  private static final Map<String, String> BASE = new LinkedHashMap<>();

  static {
    BASE.put(SHOP + "url", "https://issuer.example");
    BASE.put(SHOP + "audience", "orders-api");
    BASE.put(SHOP + "keys.jwks-uri", "https://127.0.0.1:1/keys");
    BASE.put(PREFIX + "pop.dpop.public-base", "https://api.example");
    BASE.put(PREFIX + "pop.dpop.nonces", "shared");
    BASE.put(PREFIX + "pop.dpop.nonce-secret", "c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0");
  }

  /** Values that are not right for every key of their type, and what they need. */
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
                  RESOURCES,
                  "preset=in-kubernetes",
                  "service-accounts=shop/one",
                  "keys.jwks-uri=")),
          Map.entry("tenants", List.of("one,two", "url=https://issuer.example/{tenant}")),
          Map.entry("issuer-aliases", List.of("https://one.example")),
          Map.entry("any-audience", List.of("true", "audience=")),
          Map.entry("algorithms", List.of("RS256,ES256")),
          Map.entry("implied-scopes", List.of("admin > write read,write > read")),
          Map.entry("ignored-header-parameters", List.of("jku,x5u")),
          Map.entry("keys.file", List.of(RESOURCES + "/keys.json", "keys.jwks-uri=")),
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
          Map.entry("resource.url", List.of("https://api.example")),
          Map.entry(
              "resource.authorization-servers",
              List.of(
                  "https://one.example,https://two.example", "resource.url=https://api.example")),
          Map.entry("resource.scopes", List.of("one,two", "resource.url=https://api.example")),
          Map.entry("resource.name", List.of("one", "resource.url=https://api.example")),
          Map.entry(
              "resource.documentation",
              List.of("https://one.example", "resource.url=https://api.example")),
          Map.entry("signature-provider", List.of("SunRsaSign")),
          Map.entry("protection", List.of("own")));

  private static Path project() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("mvnw"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  private OptionSamples() {}

  /** The keys by which this one has this value and nothing else can be wrong. */
  public static Map<String, String> beside(String key, String value) {
    Map<String, String> values = new LinkedHashMap<>(BASE);
    List<String> own = OF_KEYS.getOrDefault(option(key), List.of(""));
    for (String other : own.subList(1, own.size())) {
      int equals = other.indexOf('=');
      String start = other.startsWith("resource.") ? PREFIX : SHOP;
      values.put(start + other.substring(0, equals), other.substring(equals + 1));
    }
    values.values().removeIf(String::isEmpty);
    values.put(key, value);
    return values;
  }

  private static String option(String key) {
    return key.substring((key.startsWith(SHOP) ? SHOP : PREFIX).length());
  }

  /** A right value of a key whose type the metadata call so. */
  public static String right(String key, String type) {
    List<String> own = OF_KEYS.get(option(key));
    return own == null ? rightOf(type) : own.get(0);
  }

  private static String rightOf(String type) {
    return switch (type) {
      case "java.lang.Integer", "java.util.OptionalInt" -> "60";
      case "java.time.Duration" -> "1m";
      case "boolean", "java.lang.Boolean" -> "true";
      case "java.net.URI" -> "https://one.example";
      default -> type.startsWith("java.util.List") ? "one,two" : "one";
    };
  }

  /** Values of the wrong type, or out of every range. */
  public static List<String> wrong(String type) {
    return switch (type) {
      case "java.lang.Integer", "java.util.OptionalInt" -> List.of("many", "-1", "0", "2147483647");
      case "java.time.Duration" -> List.of("soon", "-1s", "0s", "100000000d");
      case "boolean", "java.lang.Boolean" -> List.of("ture");
      case "java.net.URI" -> List.of("a b", "one");
      // Any text is a name, a path or a header field; the rules of each are tested where they are.
      case "java.lang.String", "java.nio.file.Path", "java.util.Map", "map" -> List.of();
      default -> type.startsWith("java.util.List") ? List.of(",", "one,,two") : List.of("other");
    };
  }
}
