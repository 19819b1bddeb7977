// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.runtime.annotations.ConfigGroup;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Metadata of the service (RFC 9728). */
@ConfigGroup
public interface JwtValidationResourceConfig {

  /**
   * The resource identifier: the https URI of the service as clients see it. Enables the metadata.
   */
  Optional<URI> url();

  /**
   * The issuers from which clients can get tokens. By default, the trusted ones. Required if only
   * tenants are trusted.
   */
  Optional<List<String>> authorizationServers();

  /** The scopes that clients can request. */
  Optional<List<String>> scopes();

  /** The name of the service, for users. */
  Optional<String> name();

  /** The page that explains how to use the service. */
  Optional<URI> documentation();
}
