// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.metadata;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.ProtectedResource;

/**
 * What to answer to a request for metadata, of which method and path alone are read.
 *
 * @param hasBody whether the document follows
 */
public record MetadataAnswer(int status, Map<String, String> fields, boolean hasBody) {

  /** What the path of all metadata begins with (RFC 9728 section 3.1). */
  public static final String PATH = "/.well-known/oauth-protected-resource";

  private static final String ORIGINS = "Access-Control-Allow-Origin";

  /** Whether a path is that of metadata, of whatever resource. */
  public static boolean isAt(String path) {
    return path.equals(PATH) || path.startsWith(PATH + "/");
  }

  /**
   * The answer.
   *
   * @param resource what has the metadata, or null if there are none
   * @param path the path as the client has sent it
   */
  public static MetadataAnswer of(
      @Nullable ProtectedResource resource, String method, @Nullable String path) {
    if (resource == null || !resource.metadataPath().equals(path)) {
      return new MetadataAnswer(404, Map.of(), false);
    }
    return switch (method) {
      case "GET", "HEAD" -> {
        String length = Integer.toString(resource.json().length);
        yield new MetadataAnswer(
            200,
            Map.of(ORIGINS, "*", "Content-Type", "application/json", "Content-Length", length),
            method.equals("GET"));
      }
      // Clients in browsers add fields such as the version of their protocol.
      case "OPTIONS" ->
          new MetadataAnswer(204, Map.of(ORIGINS, "*", "Access-Control-Allow-Headers", "*"), false);
      default -> new MetadataAnswer(405, Map.of("Allow", "GET, HEAD, OPTIONS"), false);
    };
  }
}
