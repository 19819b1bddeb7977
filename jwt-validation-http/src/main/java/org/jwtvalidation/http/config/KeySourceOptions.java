package org.jwtvalidation.http.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Configuration options of the keys of an issuer, as text: one of three places, and the options of
 * {@link org.jwtvalidation.keysource.HttpKeySource.Builder}. Without a place the keys are
 * discovered from the issuer's metadata.
 */
public interface KeySourceOptions {

  /**
   * Returns the place of the JWK Set.
   *
   * @return the URI for {@link org.jwtvalidation.keysource.HttpKeySource#jwksUri}
   */
  default Optional<URI> jwksUri() {
    return Optional.empty();
  }

  /**
   * Returns the file with the JWK Set.
   *
   * @return the path for {@link org.jwtvalidation.keysource.KeySource#file}
   */
  default Optional<Path> file() {
    return Optional.empty();
  }

  /**
   * Returns the issuer whose metadata name the place of the keys, where that is not the issuer
   * itself.
   *
   * @return the issuer for {@link org.jwtvalidation.keysource.HttpKeySource#discovered}
   */
  default Optional<String> discovered() {
    return Optional.empty();
  }

  /**
   * Returns the issuer that the metadata must name.
   *
   * @return the name for {@link org.jwtvalidation.keysource.HttpKeySource.Builder#metadataIssuer}
   */
  default Optional<String> metadataIssuer() {
    return Optional.empty();
  }

  /**
   * Returns how long connecting may take.
   *
   * @return the duration for {@link
   *     org.jwtvalidation.keysource.HttpKeySource.Builder#connectTimeout}
   */
  default Optional<Duration> connectTimeout() {
    return Optional.empty();
  }

  /**
   * Returns how long a fetch may take.
   *
   * @return the duration for {@link org.jwtvalidation.keysource.HttpKeySource.Builder#totalTimeout}
   */
  default Optional<Duration> totalTimeout() {
    return Optional.empty();
  }

  /**
   * Returns the most octets of a document.
   *
   * @return the number for {@link org.jwtvalidation.keysource.HttpKeySource.Builder#bodyLimit}
   */
  default OptionalInt bodyLimit() {
    return OptionalInt.empty();
  }

  /**
   * Returns the age at which keys are to be replaced.
   *
   * @return the duration for {@link
   *     org.jwtvalidation.keysource.HttpKeySource.Builder#refreshInterval}
   */
  default Optional<Duration> refreshInterval() {
    return Optional.empty();
  }

  /**
   * Returns the least that a server can shorten the interval to.
   *
   * @return the duration for {@link
   *     org.jwtvalidation.keysource.HttpKeySource.Builder#minRefreshInterval}
   */
  default Optional<Duration> minRefreshInterval() {
    return Optional.empty();
  }

  /**
   * Returns the part of the interval after which keys are replaced in the background.
   *
   * @return the number for {@link
   *     org.jwtvalidation.keysource.HttpKeySource.Builder#refreshAheadPercent}
   */
  default OptionalInt refreshAheadPercent() {
    return OptionalInt.empty();
  }

  /**
   * Returns the minimum time between two fetches for unknown keys.
   *
   * @return the duration for {@link
   *     org.jwtvalidation.keysource.HttpKeySource.Builder#unknownKeyCooldown}
   */
  default Optional<Duration> unknownKeyCooldown() {
    return Optional.empty();
  }

  /**
   * Returns the wait after the first failed fetch; only together with {@link #longestRetry}.
   *
   * @return the first duration for {@link
   *     org.jwtvalidation.keysource.HttpKeySource.Builder#retryBackoff}
   */
  default Optional<Duration> firstRetry() {
    return Optional.empty();
  }

  /**
   * Returns the longest wait after failed fetches; only together with {@link #firstRetry}.
   *
   * @return the second duration for {@link
   *     org.jwtvalidation.keysource.HttpKeySource.Builder#retryBackoff}
   */
  default Optional<Duration> longestRetry() {
    return Optional.empty();
  }

  /**
   * Returns the age from which keys are no longer used.
   *
   * @return the duration for {@link org.jwtvalidation.keysource.HttpKeySource.Builder#hardExpiry}
   */
  default Optional<Duration> hardExpiry() {
    return Optional.empty();
  }

  /**
   * Returns how long a key is used that is no longer in the set.
   *
   * @return the duration for {@link
   *     org.jwtvalidation.keysource.HttpKeySource.Builder#rotatedKeyGrace}
   */
  default Optional<Duration> rotatedKeyGrace() {
    return Optional.empty();
  }

  /**
   * Returns the header fields of requests for keys ({@code header.<name>}), whose values no message
   * shows.
   *
   * @return fields for {@link org.jwtvalidation.keysource.HttpKeySource.Builder#header(String,
   *     String)}
   */
  default Map<String, String> header() {
    return Map.of();
  }

  /**
   * Returns whether {@link org.jwtvalidation.keysource.HttpKeySource.Builder#allowLoopbackHttp} is
   * called.
   *
   * @return false if the option is not set
   */
  default boolean allowLoopbackHttp() {
    return false;
  }

  /**
   * Returns the hosts whose URIs may be {@code http}.
   *
   * @return hosts for {@link org.jwtvalidation.keysource.HttpKeySource.Builder#allowHttpFrom}
   */
  default Optional<List<String>> allowHttpFrom() {
    return Optional.empty();
  }
}
