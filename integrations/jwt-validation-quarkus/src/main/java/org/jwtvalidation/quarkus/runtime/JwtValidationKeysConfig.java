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

  /** The URI of the key set (JWKS). */
  Optional<URI> jwksUri();

  /** A file with the key set, read again when it changes. */
  Optional<String> file();

  /** The issuer whose metadata names the key set, if it is not the issuer itself. */
  Optional<String> discovered();

  /** The issuer that the metadata must name. By default, the one that it is fetched from. */
  Optional<String> metadataIssuer();

  /** How long connecting may take. 2 seconds by default. */
  Optional<Duration> connectTimeout();

  /** How long a fetch may take; tokens wait up to a second longer. 5 seconds by default. */
  Optional<Duration> totalTimeout();

  /** The age at which keys are due for a refresh. 10 minutes by default. */
  Optional<Duration> refreshInterval();

  /** The minimum time between two fetches for tokens with unknown keys. 30 seconds by default. */
  Optional<Duration> unknownKeyCooldown();

  /** The wait after the first failed fetch; needs {@code longest-retry}. 1 second by default. */
  Optional<Duration> firstRetry();

  /** The longest wait after failed fetches; needs {@code first-retry}. 30 seconds by default. */
  Optional<Duration> longestRetry();

  /**
   * The age from which keys are no longer used, even if no newer ones could be fetched. 12 hours by
   * default.
   */
  Optional<Duration> hardExpiry();

  /** Header fields of requests for keys. Their values are not logged. */
  @ConfigDocMapKey("field")
  Map<String, String> header();

  /**
   * Relaxes: whether URIs on the loopback interface may be {@code http}, for tests and development.
   */
  @WithConverter(TrueOrFalse.class)
  @WithDefault("false")
  boolean allowLoopbackHttp();

  /** Relaxes: hosts whose URIs may be {@code http}, inside a trusted network. */
  Optional<List<String>> allowHttpFrom();
}
