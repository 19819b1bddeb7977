// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.metadata;

import java.util.Map;
import org.jwtvalidation.http.ProtectedResource;
import org.jwtvalidation.http.pop.BearerRequest;

/** What to answer to a request for metadata, of which method and path alone are read. */
public record MetadataAnswer(int status, Map<String, String> fields) {

  /** The answer, with the document if it is 200. */
  public static MetadataAnswer of(ProtectedResource resource, BearerRequest request) {
    if (!resource.metadataPath().equals(request.path())) {
      return new MetadataAnswer(404, Map.of());
    }
    String anyOrigin = "Access-Control-Allow-Origin";
    return switch (request.method()) {
      case "GET", "HEAD" ->
          new MetadataAnswer(200, Map.of(anyOrigin, "*", "Content-Type", "application/json"));
      // Clients in browsers add fields such as the version of their protocol.
      case "OPTIONS" ->
          new MetadataAnswer(204, Map.of(anyOrigin, "*", "Access-Control-Allow-Headers", "*"));
      default -> new MetadataAnswer(405, Map.of("Allow", "GET, HEAD, OPTIONS"));
    };
  }
}
