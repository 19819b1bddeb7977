package org.jwtvalidation.quarkus;

import io.quarkus.runtime.annotations.ConfigDocMapKey;
import io.quarkus.runtime.annotations.ConfigGroup;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jwtvalidation.http.config.KeySourceOptions;

/** Where the keys of an issuer come from. */
@ConfigGroup
public interface JwtValidationKeysConfig extends KeySourceOptions {

  /** The URI of the JWK Set. */
  @Override
  Optional<URI> jwksUri();

  /** A file with the JWK Set, which is read again when it changes. */
  @Override
  Optional<Path> file();

  /** The issuer whose metadata name the JWK Set, if it is not the issuer itself. */
  @Override
  Optional<String> discovered();

  /** What the metadata must name as issuer. The issuer by default. */
  @Override
  Optional<String> metadataIssuer();

  /** How long connecting may take. 2 seconds by default. */
  @Override
  Optional<Duration> connectTimeout();

  /** How long a fetch may take, and how long a token waits for it. 5 seconds by default. */
  @Override
  Optional<Duration> totalTimeout();

  /** Octets of a document, 1 to 524,288. 524,288 by default. */
  @Override
  OptionalInt bodyLimit();

  /** The age at which keys are due to be replaced. 10 minutes by default. */
  @Override
  Optional<Duration> refreshInterval();

  /** The least that a server can shorten the interval to. 60 seconds by default. */
  @Override
  Optional<Duration> minRefreshInterval();

  /**
   * The part of the interval after which keys are replaced in the background, 1 to 100. 80 by
   * default.
   */
  @Override
  OptionalInt refreshAheadPercent();

  /** The minimum time between two fetches for tokens with unknown keys. 30 seconds by default. */
  @Override
  Optional<Duration> unknownKeyCooldown();

  /** The wait after the first failed fetch, with {@code longest-retry}. 1 second by default. */
  @Override
  Optional<Duration> firstRetry();

  /** The longest wait after failed fetches, with {@code first-retry}. 30 seconds by default. */
  @Override
  Optional<Duration> longestRetry();

  /**
   * The age from which keys are no longer used although no newer ones could be fetched. 12 hours by
   * default.
   */
  @Override
  Optional<Duration> hardExpiry();

  /** Relaxes: how long a key is used that is no longer in the set. 0 by default. */
  @Override
  Optional<Duration> rotatedKeyGrace();

  /** Header fields of requests for keys. Their values are not logged. */
  @Override
  @ConfigDocMapKey("name")
  Map<String, String> header();

  /** Relaxes: whether URIs of the loopback interface may be http, for tests and development. */
  @Override
  @WithConverter(TrueOrFalse.class)
  @WithDefault("false")
  boolean allowLoopbackHttp();

  /** Relaxes: hosts whose URIs may be http, inside a network that is trusted. */
  @Override
  Optional<List<String>> allowHttpFrom();
}
