// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.runtime.annotations.ConfigGroup;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Optional;

/** Proofs of possession. */
@ConfigGroup
public interface JwtValidationPopConfig {

  /** DPoP (RFC 9449). */
  JwtValidationDpopConfig dpop();

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
}
