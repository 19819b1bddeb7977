// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.ProtectedResource;

/**
 * What to answer at the well-known path of metadata (RFC 9728 section 3.1): to nobody what Spring
 * Security would make of the request.
 */
final class ServedMetadata {

  private static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";

  private final @Nullable ProtectedResource resource;

  ServedMetadata(@Nullable ProtectedResource resource) {
    this.resource = resource;
  }

  /** Whether a decoded path is at the well-known one or below. */
  static boolean isAt(String path) {
    return path.startsWith(WELL_KNOWN)
        && (path.length() == WELL_KNOWN.length() || path.charAt(WELL_KNOWN.length()) == '/');
  }

  /**
   * The answer.
   *
   * @param path the path of the request line within the application, as the client has sent it
   */
  Answer answer(String method, String path) {
    if (resource == null || !path.equals(resource.metadataPath())) {
      return new Answer(404, Map.of());
    }
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("Access-Control-Allow-Origin", "*");
    return switch (method) {
      case "GET", "HEAD" -> {
        fields.put("Content-Type", "application/json");
        yield new Answer(200, fields);
      }
      // Clients in browsers add fields such as the version of their protocol.
      case "OPTIONS" -> {
        fields.put("Access-Control-Allow-Headers", "*");
        yield new Answer(204, fields);
      }
      default -> new Answer(405, Map.of("Allow", "GET, HEAD, OPTIONS"));
    };
  }

  /** What follows the header of an answer, except to HEAD. */
  byte[] body(Answer answer) {
    return answer.status() == 200 && resource != null ? resource.json() : new byte[0];
  }

  /** Status and header fields. */
  record Answer(int status, Map<String, String> fields) {}
}
