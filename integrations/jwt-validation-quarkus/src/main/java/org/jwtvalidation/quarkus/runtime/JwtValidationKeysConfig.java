// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.runtime.annotations.ConfigDocMapKey;
import io.quarkus.runtime.annotations.ConfigGroup;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where the keys of an issuer come from. */
@ConfigGroup
public interface JwtValidationKeysConfig {

  /** The URI of the JWK Set. */
  Optional<URI> jwksUri();

  /** A file with the JWK Set, which is read again when it changes. */
  Optional<String> file();

  /** The issuer whose metadata name the JWK Set, if it is not the issuer itself. */
  Optional<String> discovered();

  /** What the metadata must name as issuer. The issuer by default. */
  Optional<String> metadataIssuer();

  /** How long connecting may take. 2 seconds by default. */
  Optional<Duration> connectTimeout();

  /** How long a fetch may take, and how long a token waits for it. 5 seconds by default. */
  Optional<Duration> totalTimeout();

  /** The age at which keys are due to be replaced. 10 minutes by default. */
  Optional<Duration> refreshInterval();

  /** The minimum time between two fetches for tokens with unknown keys. 30 seconds by default. */
  Optional<Duration> unknownKeyCooldown();

  /** The wait after the first failed fetch, with {@code longest-retry}. 1 second by default. */
  Optional<Duration> firstRetry();

  /** The longest wait after failed fetches, with {@code first-retry}. 30 seconds by default. */
  Optional<Duration> longestRetry();

  /**
   * The age from which keys are no longer used although no newer ones could be fetched. 12 hours by
   * default.
   */
  Optional<Duration> hardExpiry();

  /** Header fields of requests for keys. Their values are not logged. */
  @ConfigDocMapKey("name")
  Map<String, String> header();

  /** Relaxes: whether URIs of the loopback interface may be http, for tests and development. */
  @WithConverter(TrueOrFalse.class)
  @WithDefault("false")
  boolean allowLoopbackHttp();

  /** Relaxes: hosts whose URIs may be http, inside a network that is trusted. */
  Optional<List<String>> allowHttpFrom();
}
