// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.runtime.annotations.ConfigDocMapKey;
import io.quarkus.runtime.annotations.ConfigGroup;
import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** What requests with bearer tokens must have. */
@ConfigMapping(prefix = "jwt-validation")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface JwtValidationConfig {

  /** Trusted issuers, each by a name that is for operators only. */
  @ConfigDocMapKey("name")
  Map<String, JwtValidationIssuerConfig> issuers();

  /**
   * How many validated access tokens are cached, 0 to 10,000,000; 0 disables the cache. 1,000 by
   * default.
   */
  OptionalInt cacheSize();

  /** How many threads verify signatures at the same time, 1 to 10,000. No limit by default. */
  OptionalInt maxConcurrentVerifications();

  /** How many issuers of an {@code IssuerResolver} are kept, 1 to 100,000. 1,000 by default. */
  OptionalInt maxResolvedIssuers();

  /**
   * How long readiness is delayed until the JVM has compiled validation, up to a minute. 5 seconds
   * by default, and zero in dev and test mode.
   */
  Optional<Duration> maxTraining();

  /** Limits of a token. */
  LimitsConfig limits();

  /**
   * The installed provider of the Java Cryptography Architecture that verifies all signatures. By
   * default, this library and the JDK do.
   */
  Optional<String> signatureProvider();

  /** Whether only providers verify signatures, without the arithmetic of this library. */
  @WithConverter(TrueOrFalse.class)
  @WithDefault("false")
  boolean signaturesByProvidersOnly();

  /**
   * The realm in {@code WWW-Authenticate} challenges: visible ASCII characters and spaces. {@code
   * api} by default.
   */
  Optional<String> realm();

  /**
   * The scopes that a 401 names where those of the endpoint are not known, so that clients ask for
   * them at once. None by default.
   */
  Optional<List<String>> challengeScopes();

  /** Metadata of the service (RFC 9728), served without authentication if it has a URL. */
  JwtValidationResourceConfig resource();

  /**
   * Proofs of possession. If neither DPoP nor mutual TLS is enabled, tokens that are bound to a key
   * are refused.
   */
  JwtValidationPopConfig pop();

  /** Limits of a token. */
  @ConfigGroup
  interface LimitsConfig {

    /** Characters of a token, 1 to 1,048,576. 16,384 by default. */
    OptionalInt tokenLength();

    /** Characters of the encoded JOSE header, 1 to 1,048,576. 4,096 by default. */
    OptionalInt headerLength();

    /** Characters of a string or name in header or claims, 1 to 1,048,576. 8,192 by default. */
    OptionalInt stringLength();

    /** Members of all objects in the header, and in the claims, 1 to 1,048,576. 256 by default. */
    OptionalInt members();

    /** Nesting of objects and arrays, 1 to 64. 16 by default. */
    OptionalInt depth();
  }
}
