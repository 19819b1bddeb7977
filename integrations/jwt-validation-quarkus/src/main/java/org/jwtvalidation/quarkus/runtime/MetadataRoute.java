// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.arc.Arc;
import io.quarkus.vertx.http.runtime.security.SecurityHandlerPriorities;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/** Leads requests to the metadata of the service, wherever the paths of the application begin. */
public final class MetadataRoute implements Handler<RoutingContext> {

  /** Ahead of what authenticates, and of the answers to other origins that Quarkus has. */
  public static final int ORDER = -1 - SecurityHandlerPriorities.CORS;

  /** Creates the handler, which finds its bean in the running application. */
  public MetadataRoute() {}

  @Override
  public void handle(RoutingContext context) {
    Arc.container().instance(ResourceMetadata.class).get().answer(context);
  }
}
