// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Whether the valid token of a request suffices. Quarkus checks after the authentication, in
 * several places, and tells its refusals alone: what was not refused until the response, was not.
 */
final class Sufficiency {

  private static final String KEY = Sufficiency.class.getName();

  private Sufficiency() {}

  /**
   * {@return false if the token is refused, or else true when the response begins or ends; true at
   * once if the request asks for a WebSocket, since Vert.x does not tell that it has begun}
   */
  static CompletionStage<Boolean> of(RoutingContext context) {
    HttpServerResponse response = context.response();
    boolean isUpgrade =
        context.request().headers().contains(HttpHeaders.UPGRADE, HttpHeaders.WEBSOCKET, true);
    if (isUpgrade || response.headWritten() || response.ended()) {
      return CompletableFuture.completedFuture(true);
    }
    CompletableFuture<Boolean> sufficient = new CompletableFuture<>();
    context.put(KEY, sufficient);
    context.addHeadersEndHandler(unused -> sufficient.complete(true));
    // A client may go before there is a response, and a request that is routed anew has lost the
    // other handler.
    context.addEndHandler(unused -> sufficient.complete(true));
    return sufficient;
  }

  static void refused(RoutingContext context) {
    @Nullable CompletableFuture<Boolean> sufficient = context.get(KEY);
    if (sufficient != null) {
      sufficient.complete(false);
    }
  }
}
