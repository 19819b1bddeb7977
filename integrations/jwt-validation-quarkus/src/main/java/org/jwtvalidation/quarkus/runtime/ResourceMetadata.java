// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.FrameworkAuthenticator;
import org.jwtvalidation.http.ProtectedResource;
import org.jwtvalidation.internal.metadata.MetadataAnswer;

/**
 * Serves the metadata that the challenges name (RFC 9728): at one path, to everybody, and without a
 * word of the request in the answer.
 */
@Singleton
public class ResourceMetadata {

  private final @Nullable ProtectedResource resource;

  ResourceMetadata(BearerAuthenticator authenticator) {
    this.resource = FrameworkAuthenticator.of(authenticator).resource();
  }

  void answer(RoutingContext context) {
    if (resource == null || !MetadataAnswer.isAt(context.normalizedPath())) {
      context.next();
      return;
    }
    HttpServerRequest request = context.request();
    // As it was sent: a path that is equal only once it is normalized is another one.
    MetadataAnswer answer = MetadataAnswer.of(resource, request.method().name(), request.path());
    HttpServerResponse response = context.response().setStatusCode(answer.status());
    answer.fields().forEach(response::putHeader);
    if (answer.hasBody()) {
      response.end(Buffer.buffer(resource.json()));
    } else {
      response.end();
    }
  }
}
