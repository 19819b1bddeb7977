// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Where an option has to be written that is added: in its builder; here, with its accessor and its
 * row; and once in each framework, whose binding asks for that.
 */
@Tag("jdk-independent")
class OptionPlacesTest {

  private static final Path PROJECT = Path.of("").toAbsolutePath().getParent();

  private static final String HERE =
      "jwt-validation-http/src/main/java/org/jwtvalidation/http/config/";
  private static final String SPRING =
      "integrations/jwt-validation-spring-boot/src/main/java/org/jwtvalidation/spring/autoconfigure/";
  private static final String QUARKUS =
      "integrations/jwt-validation-quarkus/src/main/java/org/jwtvalidation/quarkus/runtime/";

  /** Keys in messages about several options, and defaults that depend on the framework. */
  private static final Map<String, Set<String>> FURTHER =
      Map.of(
          "first-retry", Set.of(HERE + "ConfiguredKeys.java", HERE + "Section.java"),
          "longest-retry", Set.of(HERE + "ConfiguredKeys.java"),
          "issuer-aliases", Set.of(HERE + "ResourceServerConfiguration.java"),
          "nonce-secret",
              Set.of(
                  HERE + "ConfiguredPossession.java",
                  HERE + "DpopNonceKind.java",
                  HERE + "ResourceServerConfiguration.java"),
          "nonce-window", Set.of(HERE + "ConfiguredPossession.java"),
          "any-audience", Set.of(SPRING + "SpringSecurityIssuer.java"),
          "allow-loopback-http", Set.of(SPRING + "SpringSecurityIssuer.java"),
          "challenge-scopes", Set.of(SPRING + "ReplacedKeys.java", QUARKUS + "ReplacedKeys.java"),
          "max-training",
              Set.of(SPRING + "ReplacedKeys.java", QUARKUS + "JwtValidationBeans.java"));

  private static Map<String, String> sources() throws IOException {
    Map<String, String> sources = new TreeMap<>();
    for (String folder : List.of(HERE, SPRING, QUARKUS)) {
      try (Stream<Path> files = Files.list(PROJECT.resolve(folder))) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            // What keys of other extensions mean here.
            .filter(file -> !file.endsWith("ForeignKeys.java"))
            .forEach(file -> sources.put(folder + file.getFileName(), text(file)));
      }
    }
    return sources;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String nameOf(String key) {
    return Pattern.compile("-([a-z])")
        .matcher(key)
        .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
  }

  private static Set<String> places(Map<String, String> sources, String key) {
    Pattern spellings = Pattern.compile("\\b(" + nameOf(key) + "|" + Pattern.quote(key) + ")\\b");
    return sources.entrySet().stream()
        .filter(source -> spellings.matcher(source.getValue()).find())
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void assertPlaces(
      Map<String, String> sources,
      List<? extends Option<?, ?, ?>> rows,
      String options,
      String properties,
      String mapping) {
    assertThat(rows).isNotEmpty();
    for (Option<?, ?, ?> row : rows) {
      Set<String> expected = new TreeSet<>(FURTHER.getOrDefault(row.key(), Set.of()));
      expected.add(HERE + options + ".java");
      expected.add(SPRING + properties + ".java");
      expected.add(QUARKUS + mapping + ".java");
      Set<String> places = places(sources, row.key());
      assertThat(places).as(row.key()).containsAll(expected);
      // Other names are words that have further meanings.
      if (row.key().contains("-")) {
        assertThat(places).as(row.key()).isEqualTo(expected);
      }
    }
  }

  /** Otherwise an option would be read, and never be in force. */
  @Test
  void hasARowForEachAccessorThatIsNotReadByName() {
    List<Option<ResourceServerOptions, ?, ?>> ofServer =
        new ArrayList<>(ResourceServerOptions.Rows.VALIDATOR);
    ofServer.addAll(ResourceServerOptions.Rows.AUTHENTICATOR);
    assertRows(
        ResourceServerOptions.class,
        ofServer,
        "issuers",
        "limits",
        "signatureProvider",
        "signaturesByProvidersOnly",
        "resource",
        "pop");
    assertRows(
        IssuerOptions.class,
        IssuerOptions.Rows.BUILDER,
        "url",
        "preset",
        "repositories",
        "projects",
        "serviceAccounts",
        "ownAccount",
        "tenants",
        "roles",
        "keys");
    assertRows(RolesOptions.class, RolesOptions.Rows.MAPPERS);
    assertRows(KeySourceOptions.class, KeySourceOptions.Rows.HTTP, "jwksUri", "file", "discovered");
    assertRows(LimitsOptions.class, LimitsOptions.Rows.LIMITS);
    assertRows(ResourceOptions.class, ResourceOptions.Rows.BUILDER, "url");
    assertRows(PopOptions.class, List.of(), "dpop", "mutualTls", "mutualTlsProxies", "required");
    List<Option<DpopOptions, ?, ?>> ofDpop = new ArrayList<>(DpopOptions.Rows.BUILDER);
    ofDpop.addAll(DpopOptions.Rows.NONCES);
    assertRows(DpopOptions.class, ofDpop, "publicBase");
  }

  private static void assertRows(
      Class<?> options, List<? extends Option<?, ?, ?>> rows, String... readByName) {
    Set<String> expected = new TreeSet<>(Set.of(readByName));
    rows.forEach(row -> expected.add(nameOf(row.key())));
    assertThat(Stream.of(options.getMethods()).map(Method::getName))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void isWrittenOnceHereAndOnceForEachFramework() throws IOException {
    Map<String, String> sources = sources();
    assertPlaces(
        sources,
        ResourceServerOptions.Rows.VALIDATOR,
        "ResourceServerOptions",
        "JwtValidationProperties",
        "JwtValidationConfig");
    assertPlaces(
        sources,
        ResourceServerOptions.Rows.AUTHENTICATOR,
        "ResourceServerOptions",
        "JwtValidationProperties",
        "JwtValidationConfig");
    assertPlaces(
        sources,
        IssuerOptions.Rows.BUILDER,
        "IssuerOptions",
        "IssuerProperties",
        "JwtValidationIssuerConfig");
    assertPlaces(
        sources,
        RolesOptions.Rows.MAPPERS,
        "RolesOptions",
        "IssuerProperties",
        "JwtValidationIssuerConfig");
    assertPlaces(
        sources,
        KeySourceOptions.Rows.HTTP,
        "KeySourceOptions",
        "KeysProperties",
        "JwtValidationKeysConfig");
    assertPlaces(
        sources,
        LimitsOptions.Rows.LIMITS,
        "LimitsOptions",
        "JwtValidationProperties",
        "JwtValidationConfig");
    assertPlaces(
        sources,
        DpopOptions.Rows.BUILDER,
        "DpopOptions",
        "PopProperties",
        "JwtValidationPopConfig");
    assertPlaces(
        sources, DpopOptions.Rows.NONCES, "DpopOptions", "PopProperties", "JwtValidationPopConfig");
  }
}
