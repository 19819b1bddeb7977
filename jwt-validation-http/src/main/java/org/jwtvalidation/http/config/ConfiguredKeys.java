package org.jwtvalidation.http.config;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeySource;

/** The key source of one issuer, as its section {@code keys} describes it. */
final class ConfiguredKeys {

  private static final List<HttpOption<?>> HTTP_OPTIONS =
      List.of(
          new HttpOption<>(
              "metadata-issuer",
              KeySourceOptions::metadataIssuer,
              HttpKeySource.Builder::metadataIssuer),
          new HttpOption<>(
              "connect-timeout",
              KeySourceOptions::connectTimeout,
              HttpKeySource.Builder::connectTimeout),
          new HttpOption<>(
              "total-timeout", KeySourceOptions::totalTimeout, HttpKeySource.Builder::totalTimeout),
          new HttpOption<>(
              "body-limit", keys -> boxed(keys.bodyLimit()), HttpKeySource.Builder::bodyLimit),
          new HttpOption<>(
              "refresh-interval",
              KeySourceOptions::refreshInterval,
              HttpKeySource.Builder::refreshInterval),
          new HttpOption<>(
              "min-refresh-interval",
              KeySourceOptions::minRefreshInterval,
              HttpKeySource.Builder::minRefreshInterval),
          new HttpOption<>(
              "refresh-ahead-percent",
              keys -> boxed(keys.refreshAheadPercent()),
              HttpKeySource.Builder::refreshAheadPercent),
          new HttpOption<>(
              "unknown-key-cooldown",
              KeySourceOptions::unknownKeyCooldown,
              HttpKeySource.Builder::unknownKeyCooldown),
          // The builder takes both at once, so that each is checked in the place of both.
          new HttpOption<>(
              "first-retry",
              KeySourceOptions::firstRetry,
              (builder, first) -> builder.retryBackoff(first, first)),
          new HttpOption<>(
              "longest-retry",
              KeySourceOptions::longestRetry,
              (builder, longest) -> builder.retryBackoff(longest, longest)),
          new HttpOption<>(
              "hard-expiry", KeySourceOptions::hardExpiry, HttpKeySource.Builder::hardExpiry),
          new HttpOption<>(
              "rotated-key-grace",
              KeySourceOptions::rotatedKeyGrace,
              HttpKeySource.Builder::rotatedKeyGrace),
          new HttpOption<>(
              "header",
              keys -> Optional.of(keys.header()).filter(fields -> !fields.isEmpty()),
              (builder, fields) -> fields.forEach(builder::header)),
          new HttpOption<>(
              "allow-loopback-http",
              keys -> Optional.of(keys.allowLoopbackHttp()).filter(isSet -> isSet),
              (builder, isSet) -> builder.allowLoopbackHttp()),
          new HttpOption<>(
              "allow-http-from",
              KeySourceOptions::allowHttpFrom,
              (builder, hosts) -> builder.allowHttpFrom(hosts.toArray(String[]::new))));

  private final KeySourceOptions options;
  private final Section ofIssuer;
  private final Section section;

  ConfiguredKeys(KeySourceOptions options, Section ofIssuer) {
    this.options = options;
    this.ofIssuer = ofIssuer;
    this.section = ofIssuer.below("keys");
  }

  /** An option of sources that fetch by HTTP. */
  private record HttpOption<T>(
      String key,
      Function<KeySourceOptions, Optional<T>> value,
      BiConsumer<HttpKeySource.Builder, T> setter) {

    void set(HttpKeySource.Builder builder, KeySourceOptions options, Section section) {
      section.set(key, value.apply(options), given -> setter.accept(builder, given));
    }

    boolean isIn(KeySourceOptions options) {
      return value.apply(options).isPresent();
    }
  }

  /**
   * The source, or null if that of the preset is to be used, or there is none.
   *
   * @param issuer the issuer whose metadata name the keys by default, or null if that is a template
   * @param presetHasKeys whether a preset has set another source than the issuer's metadata
   */
  @Nullable KeySource source(@Nullable String issuer, boolean presetHasKeys) {
    refuseSeveralPlaces();
    if (options.file().isPresent()) {
      refuseHttpOptions("set for keys in a file, which are not fetched; drop it, or file");
      return section.get("file", () -> KeySource.file(options.file().orElseThrow()));
    }
    if (options.jwksUri().isPresent()) {
      return fetched(HttpKeySource.jwksUri(options.jwksUri().orElseThrow()));
    }
    if (options.discovered().isPresent()) {
      String named = options.discovered().orElseThrow();
      section.run("discovered", () -> checkDiscoverable(named));
      return fetched(HttpKeySource.discovered(named));
    }
    if (presetHasKeys) {
      refuseHttpOptions(
          "set for a preset that names the place of its keys; drop it, or set jwks-uri");
      return null;
    }
    if (issuer == null) {
      refuseHttpOptions("set for a template without keys; set jwks-uri, discovered or file, too");
      return null;
    }
    ofIssuer.run("url", () -> checkDiscoverable(issuer));
    return fetched(HttpKeySource.discovered(issuer));
  }

  private void refuseSeveralPlaces() {
    List<String> places =
        Stream.of(
                options.jwksUri().map(place -> "jwks-uri"),
                options.file().map(place -> "file"),
                options.discovered().map(place -> "discovered"))
            .flatMap(Optional::stream)
            .toList();
    if (places.size() > 1) {
      throw section.failure(
          places.get(1), "set besides " + places.get(0) + "; drop one, as keys have one place");
    }
  }

  private void refuseHttpOptions(String problemAndRemedy) {
    for (HttpOption<?> option : HTTP_OPTIONS) {
      if (option.isIn(options)) {
        throw section.failure(option.key, problemAndRemedy);
      }
    }
  }

  /** Complains about the issuer alone. */
  private void checkDiscoverable(String issuer) {
    HttpKeySource.Builder builder = HttpKeySource.discovered(issuer);
    HTTP_OPTIONS.stream()
        .filter(option -> option.key.startsWith("allow-"))
        .forEach(option -> option.set(builder, options, section));
    builder.build().close();
  }

  private KeySource fetched(HttpKeySource.Builder builder) {
    HTTP_OPTIONS.forEach(option -> option.set(builder, options, section));
    if (options.firstRetry().isPresent() != options.longestRetry().isPresent()) {
      throw options.firstRetry().isPresent()
          ? section.failure("longest-retry", "none given besides first-retry; set both or neither")
          : section.failure("first-retry", "none given besides longest-retry; set both or neither");
    }
    options
        .firstRetry()
        .ifPresent(first -> builder.retryBackoff(first, options.longestRetry().orElseThrow()));
    return section.build(builder::build);
  }

  private static Optional<Integer> boxed(OptionalInt value) {
    return value.isPresent() ? Optional.of(value.getAsInt()) : Optional.empty();
  }
}
