package org.jwtvalidation.spring.autoconfigure;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jwtvalidation.http.config.KeySourceOptions;

/**
 * The options of a key source, from the properties of an issuer.
 *
 * @param keys the properties
 */
record ConfiguredKeys(KeysProperties keys) implements KeySourceOptions {

  @Override
  public Optional<URI> jwksUri() {
    return Optional.ofNullable(keys.jwksUri());
  }

  @Override
  public Optional<Path> file() {
    return GivenText.of(keys.file()).map(Path::of);
  }

  @Override
  public Optional<String> discovered() {
    return GivenText.of(keys.discovered());
  }

  @Override
  public Optional<String> metadataIssuer() {
    return Optional.ofNullable(keys.metadataIssuer());
  }

  @Override
  public Optional<Duration> connectTimeout() {
    return Optional.ofNullable(keys.connectTimeout());
  }

  @Override
  public Optional<Duration> totalTimeout() {
    return Optional.ofNullable(keys.totalTimeout());
  }

  @Override
  public OptionalInt bodyLimit() {
    return GivenNumber.of(keys.bodyLimit());
  }

  @Override
  public Optional<Duration> refreshInterval() {
    return Optional.ofNullable(keys.refreshInterval());
  }

  @Override
  public Optional<Duration> minRefreshInterval() {
    return Optional.ofNullable(keys.minRefreshInterval());
  }

  @Override
  public OptionalInt refreshAheadPercent() {
    return GivenNumber.of(keys.refreshAheadPercent());
  }

  @Override
  public Optional<Duration> unknownKeyCooldown() {
    return Optional.ofNullable(keys.unknownKeyCooldown());
  }

  @Override
  public Optional<Duration> firstRetry() {
    return Optional.ofNullable(keys.firstRetry());
  }

  @Override
  public Optional<Duration> longestRetry() {
    return Optional.ofNullable(keys.longestRetry());
  }

  @Override
  public Optional<Duration> hardExpiry() {
    return Optional.ofNullable(keys.hardExpiry());
  }

  @Override
  public Optional<Duration> rotatedKeyGrace() {
    return Optional.ofNullable(keys.rotatedKeyGrace());
  }

  @Override
  public Map<String, String> header() {
    Map<String, String> fields = keys.header();
    return fields == null ? Map.of() : fields;
  }

  @Override
  public boolean allowLoopbackHttp() {
    return keys.allowLoopbackHttp();
  }

  @Override
  public Optional<List<String>> allowHttpFrom() {
    return Optional.ofNullable(keys.allowHttpFrom());
  }
}
