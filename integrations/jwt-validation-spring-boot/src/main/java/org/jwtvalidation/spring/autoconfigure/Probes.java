// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;

/** The requests of liveness and readiness probes, which send no token. */
final class Probes {

  private static final EndpointId HEALTH = EndpointId.of("health");

  private static final Set<String> METHODS = Set.of("GET", "HEAD");

  private static final Set<String> GROUPS = Set.of("/liveness", "/readiness");

  /** The paths of the two groups on the port of the application. */
  private static final Set<String> ADDITIONAL_PATHS = Set.of("/livez", "/readyz");

  private final ObjectProvider<PathMappedEndpoints> endpoints;

  /** Asks for the endpoints when there is a request: they are created later than filters. */
  Probes(ObjectProvider<PathMappedEndpoints> endpoints) {
    this.endpoints = endpoints;
  }

  /** Whether a request for a path of the health endpoint is that of a probe. */
  boolean sendToEndpoint(String method, String path) {
    PathMappedEndpoints known = endpoints.getIfAvailable();
    String health = known == null ? null : known.getPath(HEALTH);
    return health != null
        && METHODS.contains(method)
        && path.startsWith(health)
        && GROUPS.contains(path.substring(health.length()));
  }

  /** Whether a request for an additional path of the health endpoint is that of a probe. */
  boolean sendToAdditionalPath(String method, String path) {
    if (!METHODS.contains(method) || !ADDITIONAL_PATHS.contains(path)) {
      return false;
    }
    PathMappedEndpoints known = endpoints.getIfAvailable();
    return known != null
        && known.getAdditionalPaths(WebServerNamespace.SERVER, HEALTH).contains(path);
  }
}
