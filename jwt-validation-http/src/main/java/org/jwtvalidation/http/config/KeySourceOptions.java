// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.keysource.HttpKeySource;

/**
 * Configuration options of the keys of one issuer, as text. Without {@link #jwksUri}, {@link #file}
 * and {@link #discovered}, the metadata of the issuer name the place of the keys.
 */
public interface KeySourceOptions {

  /** {@return the place of the JWK Set: {@link HttpKeySource#jwksUri}} */
  @Nullable URI jwksUri();

  /**
   * {@return the path of a file with the JWK Set: {@link
   * org.jwtvalidation.keysource.KeySource#file}}
   */
  @Nullable String file();

  /**
   * {@return the issuer whose metadata name the place of the keys, where that is not the issuer
   * itself: {@link HttpKeySource#discovered}}
   */
  @Nullable String discovered();

  /**
   * {@return the issuer that the metadata must name: {@link HttpKeySource.Builder#metadataIssuer}}
   */
  @Nullable String metadataIssuer();

  /** {@return how long connecting may take: {@link HttpKeySource.Builder#connectTimeout}} */
  @Nullable Duration connectTimeout();

  /** {@return how long a fetch may take: {@link HttpKeySource.Builder#totalTimeout}} */
  @Nullable Duration totalTimeout();

  /**
   * {@return the age at which keys are to be replaced: {@link
   * HttpKeySource.Builder#refreshInterval}}
   */
  @Nullable Duration refreshInterval();

  /**
   * {@return the minimum time between two fetches for unknown keys: {@link
   * HttpKeySource.Builder#unknownKeyCooldown}}
   */
  @Nullable Duration unknownKeyCooldown();

  /**
   * {@return the wait after the first failed fetch, only together with {@link #longestRetry}: the
   * first of {@link HttpKeySource.Builder#retryBackoff}}
   */
  @Nullable Duration firstRetry();

  /**
   * {@return the longest wait after failed fetches, only together with {@link #firstRetry}: the
   * second of {@link HttpKeySource.Builder#retryBackoff}}
   */
  @Nullable Duration longestRetry();

  /**
   * {@return the age from which keys are no longer used: {@link HttpKeySource.Builder#hardExpiry}}
   */
  @Nullable Duration hardExpiry();

  /**
   * {@return the header fields of requests for keys ({@code header.<name>}), whose values no
   * message shows: {@link HttpKeySource.Builder#header(String, String)}}
   */
  Map<String, String> header();

  /** {@return whether {@link HttpKeySource.Builder#allowLoopbackHttp} is called} */
  boolean allowLoopbackHttp();

  /**
   * {@return the hosts whose URIs may be {@code http}: {@link HttpKeySource.Builder#allowHttpFrom}}
   */
  @Nullable List<String> allowHttpFrom();

  /** The rows; in a class, since an interface has public fields only. */
  final class Rows {

    /** The rows of sources that fetch by HTTP, without those of {@code retryBackoff}. */
    static final List<Option<KeySourceOptions, HttpKeySource.Builder, ?>> HTTP =
        List.of(
            new Option<>(
                "metadata-issuer",
                KeySourceOptions::metadataIssuer,
                HttpKeySource.Builder::metadataIssuer),
            new Option<>(
                "connect-timeout",
                KeySourceOptions::connectTimeout,
                HttpKeySource.Builder::connectTimeout),
            new Option<>(
                "total-timeout",
                KeySourceOptions::totalTimeout,
                HttpKeySource.Builder::totalTimeout),
            new Option<>(
                "refresh-interval",
                KeySourceOptions::refreshInterval,
                HttpKeySource.Builder::refreshInterval),
            new Option<>(
                "unknown-key-cooldown",
                KeySourceOptions::unknownKeyCooldown,
                HttpKeySource.Builder::unknownKeyCooldown),
            // The builder takes both at once, so that each is checked in the place of both.
            new Option<>(
                "first-retry",
                KeySourceOptions::firstRetry,
                (builder, first) -> builder.retryBackoff(first, first)),
            new Option<>(
                "longest-retry",
                KeySourceOptions::longestRetry,
                (builder, longest) -> builder.retryBackoff(longest, longest)),
            new Option<>(
                "hard-expiry", KeySourceOptions::hardExpiry, HttpKeySource.Builder::hardExpiry),
            new Option<>(
                "header",
                keys -> keys.header().isEmpty() ? null : keys.header(),
                (builder, fields) -> fields.forEach(builder::header)),
            Option.flag(
                "allow-loopback-http",
                KeySourceOptions::allowLoopbackHttp,
                HttpKeySource.Builder::allowLoopbackHttp),
            Option.list(
                "allow-http-from",
                KeySourceOptions::allowHttpFrom,
                HttpKeySource.Builder::allowHttpFrom));

    private Rows() {}
  }
}
