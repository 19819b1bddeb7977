package org.jwtvalidation.http.config;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * Configuration options of the metadata of a protected resource, as text: those of {@link
 * org.jwtvalidation.http.ProtectedResource.Builder}. Without {@link #url} there are no metadata.
 */
public interface ResourceOptions {

  /**
   * Returns the resource identifier.
   *
   * @return the URI for {@link org.jwtvalidation.http.ProtectedResource#builder}
   */
  default Optional<URI> url() {
    return Optional.empty();
  }

  /**
   * Returns the issuers that clients can get tokens from.
   *
   * @return the issuers; if they are missing, those of the configuration that are URIs and no
   *     templates
   */
  default Optional<List<String>> authorizationServers() {
    return Optional.empty();
  }

  /**
   * Returns the scopes that clients can ask for.
   *
   * @return scope tokens
   */
  default Optional<List<String>> scopes() {
    return Optional.empty();
  }

  /**
   * Returns the name of the resource, for people to read.
   *
   * @return the name
   */
  default Optional<String> name() {
    return Optional.empty();
  }

  /**
   * Returns the page that says how to use the resource.
   *
   * @return its URI
   */
  default Optional<URI> documentation() {
    return Optional.empty();
  }
}
