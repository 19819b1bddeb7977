// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.arc.Arc;
import io.quarkus.vertx.http.runtime.security.SecurityHandlerPriorities;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import org.jwtvalidation.internal.metadata.MetadataAnswer;

/** Leads requests to the metadata of the service, wherever the paths of the application begin. */
public final class MetadataRoute implements Handler<RoutingContext> {

  /** What the path of all metadata begins with (RFC 9728 section 3.1). */
  public static final String PATH = MetadataAnswer.PATH;

  /** Ahead of what authenticates, and of the answers to other origins that Quarkus has. */
  public static final int ORDER = -1 - SecurityHandlerPriorities.CORS;

  /** Creates the handler, which finds its bean in the running application. */
  public MetadataRoute() {}

  @Override
  public void handle(RoutingContext context) {
    Arc.container().instance(ResourceMetadata.class).get().answer(context);
  }
}
