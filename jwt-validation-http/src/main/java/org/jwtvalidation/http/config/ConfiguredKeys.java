// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeySource;

/** The key source of one issuer, as its section {@code keys} describes it. */
record ConfiguredKeys(KeySourceOptions options, Section section, Section ofIssuer) {

  /**
   * The source, or null if that of the preset is to be used, or there is none.
   *
   * @param issuer the issuer whose metadata name the keys by default, or null if that is a template
   * @param presetHasKeys whether a preset has set another source than the issuer's metadata
   */
  @Nullable KeySource source(@Nullable String issuer, boolean presetHasKeys) {
    refuseSeveralPlaces();
    String file = options.file();
    if (file != null) {
      refuseHttpOptions("set for keys in a file, which are not fetched", "drop it, or file");
      return section.get("file", () -> KeySource.file(Path.of(file)));
    }
    if (options.jwksUri() != null) {
      return fetched(HttpKeySource.jwksUri(options.jwksUri()));
    }
    String discovered = options.discovered();
    if (discovered != null) {
      section.run("discovered", () -> checkDiscoverable(discovered));
      return fetched(HttpKeySource.discovered(discovered));
    }
    if (presetHasKeys) {
      refuseHttpOptions(
          "set for a preset that names the place of its keys", "drop it, or set jwks-uri");
      return null;
    }
    if (issuer == null) {
      refuseHttpOptions("set for a template without keys", "set jwks-uri, discovered or file, too");
      return null;
    }
    ofIssuer.run("url", () -> checkDiscoverable(issuer));
    return fetched(HttpKeySource.discovered(issuer));
  }

  private void refuseSeveralPlaces() {
    Map<String, @Nullable Object> places = new LinkedHashMap<>();
    places.put("jwks-uri", options.jwksUri());
    places.put("file", options.file());
    places.put("discovered", options.discovered());
    places.values().removeIf(Objects::isNull);
    List<String> given = List.copyOf(places.keySet());
    if (given.size() > 1) {
      throw section.failure(
          given.get(1), "set besides " + given.get(0), "drop one, as keys have one place");
    }
  }

  private void refuseHttpOptions(String problem, String remedy) {
    section.refuse(KeySourceOptions.Rows.HTTP, options, problem, remedy);
  }

  /** Complains about the issuer alone. */
  private void checkDiscoverable(String issuer) {
    HttpKeySource.Builder builder = HttpKeySource.discovered(issuer);
    section.set(
        KeySourceOptions.Rows.HTTP.stream().filter(row -> row.key().startsWith("allow-")).toList(),
        options,
        builder);
    builder.build().close();
  }

  private KeySource fetched(HttpKeySource.Builder builder) {
    section.set(KeySourceOptions.Rows.HTTP, options, builder);
    if (options.firstRetry() != null && options.longestRetry() != null) {
      builder.retryBackoff(options.firstRetry(), options.longestRetry());
    } else if (options.firstRetry() != null) {
      throw withoutOther("longest-retry", "first-retry");
    } else if (options.longestRetry() != null) {
      throw withoutOther("first-retry", "longest-retry");
    }
    return section.build(builder::build);
  }

  private IllegalArgumentException withoutOther(String missing, String given) {
    return section.failure(missing, "none given besides " + given, "set both or neither");
  }
}
