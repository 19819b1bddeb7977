// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.runtime.annotations.ConfigGroup;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jwtvalidation.http.config.DpopNonceKind;

/** Proofs of possession. */
@ConfigGroup
public interface JwtValidationPopConfig {

  /** DPoP (RFC 9449). */
  DpopConfig dpop();

  /** Whether the certificates of directly connected clients are checked (RFC 8705). */
  @WithConverter(TrueOrFalse.class)
  @WithDefault("false")
  boolean mutualTls();

  /**
   * The IP addresses of proxies that forward client certificates in {@code Client-Cert} (RFC 9440)
   * and remove that field from incoming requests. None by default.
   */
  Optional<List<String>> mutualTlsProxies();

  /** Whether tokens that are not bound to a key are refused. */
  @WithConverter(TrueOrFalse.class)
  @WithDefault("false")
  boolean required();

  /** DPoP (RFC 9449). */
  @ConfigGroup
  interface DpopConfig {

    /** The public URI of the service, with any path prefix that a proxy removes. Enables DPoP. */
    Optional<URI> publicBase();

    /** The accepted algorithms of proofs, such as {@code ES256}. All by default. */
    Optional<List<String>> algorithms();

    /**
     * How far the {@code iat} of a proof may be from the current time, at most 5 minutes. 60
     * seconds by default.
     */
    Optional<Duration> window();

    /** How many clients' keys are kept in memory, 1 to 1,000,000. 1,000 by default. */
    OptionalInt maxKnownKeys();

    /**
     * How long a {@code ReplayStore} may take before the response is 503, at most 30 seconds. 1
     * second by default.
     */
    Optional<Duration> replayStoreTimeout();

    /**
     * The nonces that proofs need: none, random ones of one node, or those shared by all nodes with
     * the same secret. None by default.
     */
    Optional<DpopNonceKind> nonces();

    /** The secret of shared nonces: at least 32 bytes from a secure random generator, in base64. */
    Optional<String> nonceSecret();

    /** How long a nonce stays current, 10 seconds to 1 hour. 5 minutes by default. */
    Optional<Duration> nonceWindow();
  }
}
