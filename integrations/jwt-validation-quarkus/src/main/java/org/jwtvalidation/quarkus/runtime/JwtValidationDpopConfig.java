// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.runtime.annotations.ConfigGroup;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jwtvalidation.http.config.DpopNonceKind;

/** DPoP (RFC 9449). */
@ConfigGroup
public interface JwtValidationDpopConfig {

  /**
   * The URI by which clients reach the service, without the path that the service sees. It switches
   * DPoP on.
   */
  Optional<URI> publicBase();

  /** The accepted algorithms of proofs, such as {@code ES256}. All by default. */
  Optional<List<String>> algorithms();

  /**
   * How far {@code iat} of a proof may be before or after now, at most 5 minutes. 60 seconds by
   * default.
   */
  Optional<Duration> window();

  /** How many clients' keys are kept, 1 to 1,000,000. 1,000 by default. */
  OptionalInt maxKnownKeys();

  /**
   * How long a {@code ReplayStore} may take before the answer is 503, at most 30 seconds. 1 second
   * by default.
   */
  Optional<Duration> replayStoreTimeout();

  /**
   * The nonces that proofs need: none, random ones of one node, or those that nodes with the same
   * secret share. None by default.
   */
  Optional<DpopNonceKind> nonces();

  /**
   * The secret of shared nonces: at least 32 octets from a secure source of random numbers, in
   * base64.
   */
  Optional<String> nonceSecret();

  /** How long a nonce is the current one, 10 seconds to 1 hour. 5 minutes by default. */
  Optional<Duration> nonceWindow();
}
