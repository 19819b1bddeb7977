// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.runtime.annotations.ConfigGroup;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Metadata of the service (RFC 9728). */
@ConfigGroup
public interface JwtValidationResourceConfig {

  /** The resource identifier: the https URI of the service as its clients see it. */
  Optional<URI> url();

  /** The issuers that clients can get tokens from. By default, those of the configuration. */
  Optional<List<String>> authorizationServers();

  /** The scopes that clients can ask for. */
  Optional<List<String>> scopes();

  /** The name of the service, for people to read. */
  Optional<String> name();

  /** The page that says how to use the service. */
  Optional<URI> documentation();
}
