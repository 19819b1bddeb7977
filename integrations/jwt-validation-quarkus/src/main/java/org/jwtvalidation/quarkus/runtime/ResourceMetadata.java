// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.FrameworkAuthenticator;
import org.jwtvalidation.http.ProtectedResource;
import org.jwtvalidation.http.config.ResourceServerConfiguration;

/**
 * Serves the metadata of the service (RFC 9728), if they are configured: at one path, to everybody,
 * and without a word of the request in the answer.
 */
@Singleton
public class ResourceMetadata {

  private final @Nullable String path;
  private final @Nullable Buffer json;

  ResourceMetadata(JwtValidationConfig config, BearerAuthenticator authenticator) {
    ProtectedResource resource =
        JwtValidationBeans.configured(() ->
            new ResourceServerConfiguration(MappedOptions.of(config))
                .resource(FrameworkAuthenticator.of(authenticator).proofOfPossession()));
    this.path = resource == null ? null : resource.metadataPath();
    this.json = resource == null ? null : Buffer.buffer(resource.json());
  }

  void answer(RoutingContext context) {
    if (path == null || json == null || !isOfMetadata(context.normalizedPath())) {
      context.next();
      return;
    }
    HttpServerResponse response = context.response();
    // As it was sent: a path that is equal only once it is normalized is another one.
    if (!path.equals(context.request().path())) {
      response.setStatusCode(404).end();
      return;
    }
    response.putHeader("Access-Control-Allow-Origin", "*");
    switch (context.request().method().name()) {
      case "GET" -> head(response, json).end(json);
      case "HEAD" -> head(response, json).end();
      // Of a page that sends fields of its own, such as a version of its protocol.
      case "OPTIONS" ->
          response.setStatusCode(204).putHeader("Access-Control-Allow-Headers", "*").end();
      default -> response.setStatusCode(405).putHeader("Allow", "GET, HEAD, OPTIONS").end();
    }
  }

  private static HttpServerResponse head(HttpServerResponse response, Buffer json) {
    return response
        .putHeader("Content-Type", "application/json")
        .putHeader("Content-Length", Integer.toString(json.length()));
  }

  private static boolean isOfMetadata(String path) {
    return path.equals(MetadataRoute.PATH) || path.startsWith(MetadataRoute.PATH + "/");
  }
}
