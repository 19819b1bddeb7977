// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.config.KeySourceOptions;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of the keys of an issuer.
 *
 * @param jwksUri Place of the JWK Set, an https URI.
 * @param file File with the JWK Set.
 * @param discovered Issuer whose metadata name the place of the keys, if it is another one.
 * @param metadataIssuer Issuer that the metadata must name, if it is another one.
 * @param connectTimeout How long connecting may take; 2 seconds by default.
 * @param totalTimeout How long a fetch may take, and a request waits for it; 5 seconds by default.
 * @param refreshInterval Age at which keys are replaced; 10 minutes by default.
 * @param unknownKeyCooldown Minimum time between two fetches for unknown keys; 30 seconds by
 *     default.
 * @param firstRetry Wait after the first failed fetch, only together with the longest; 1 second by
 *     default.
 * @param longestRetry Longest wait after failed fetches, only together with the first; 30 seconds
 *     by default.
 * @param hardExpiry Age from which keys are no longer used; 12 hours by default.
 * @param header Header fields of requests for keys.
 * @param allowLoopbackHttp Whether URIs of the loopback interface may be http, for tests and
 *     development.
 * @param allowHttpFrom Hosts whose URIs may be http.
 */
record KeysProperties(
    @Nullable URI jwksUri,
    @Nullable String file,
    @Nullable String discovered,
    @Nullable String metadataIssuer,
    @Nullable Duration connectTimeout,
    @Nullable Duration totalTimeout,
    @Nullable Duration refreshInterval,
    @Nullable Duration unknownKeyCooldown,
    @Nullable Duration firstRetry,
    @Nullable Duration longestRetry,
    @Nullable Duration hardExpiry,
    @DefaultValue Map<String, String> header,
    @DefaultValue("false") boolean allowLoopbackHttp,
    @Nullable List<String> allowHttpFrom)
    implements KeySourceOptions {

  KeysProperties {
    file = Given.text(file);
    discovered = Given.text(discovered);
  }

  /** Shows no header fields, which have secrets. */
  @Override
  public String toString() {
    return "KeysProperties[jwksUri="
        + jwksUri
        + ", file="
        + file
        + ", discovered="
        + discovered
        + "]";
  }
}
