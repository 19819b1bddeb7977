// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.jwtvalidation.http.ProtectedResource;
import org.jwtvalidation.http.config.ResourceServerConfiguration;

/** Serves the metadata of the service (RFC 9728), if they are configured. */
@Singleton
public class ResourceMetadata {

  ResourceMetadata() {}

  void serve(@Observes Router router, JwtValidationConfig config) {
    ProtectedResource resource =
        new ResourceServerConfiguration(MappedOptions.of(config)).resource();
    if (resource != null) {
      Buffer json = Buffer.buffer(resource.json());
      router
          .get(resource.metadataPath())
          .handler(context ->
              context.response().putHeader("Content-Type", "application/json").end(json));
    }
  }
}
