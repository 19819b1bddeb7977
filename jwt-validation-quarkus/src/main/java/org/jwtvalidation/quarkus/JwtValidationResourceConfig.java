package org.jwtvalidation.quarkus;

import io.quarkus.runtime.annotations.ConfigGroup;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jwtvalidation.http.config.ResourceOptions;

/** Metadata of the service (RFC 9728). */
@ConfigGroup
public interface JwtValidationResourceConfig extends ResourceOptions {

  /** The resource identifier: the https URI of the service as its clients see it. */
  @Override
  Optional<URI> url();

  /** The issuers that clients can get tokens from. By default, those of the configuration. */
  @Override
  Optional<List<String>> authorizationServers();

  /** The scopes that clients can ask for. */
  @Override
  Optional<List<String>> scopes();

  /** The name of the service, for people to read. */
  @Override
  Optional<String> name();

  /** The page that says how to use the service. */
  @Override
  Optional<URI> documentation();
}
