// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.frameworks;

import static java.util.concurrent.TimeUnit.MINUTES;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.BodyHandler;
import org.jwtvalidation.frameworks.VertxSnippets.BearerHandler;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAuthenticator;

/** On one event loop, which must not wait for anything. */
class VertxTest extends HttpContract {

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));

  @Override
  protected int start(BearerAuthenticator bearer) throws Exception {
    Router router = VertxSnippets.orders(vertx, bearer);
    router
        .post("/orders/new")
        .handler(BodyHandler.create())
        .handler(context -> context.end(context.body().buffer()));
    for (String name : new String[] {"public", "admin", ""}) {
      router
          .route("/" + name + (name.isEmpty() ? "*" : "/*"))
          .handler(new BearerHandler(bearer, AccessRule.anyToken()))
          .handler(context -> context.end("handler=" + (name.isEmpty() ? "other" : name)));
    }
    return vertx
        .createHttpServer()
        .requestHandler(router)
        .listen(0, "127.0.0.1")
        .toCompletionStage()
        .toCompletableFuture()
        .get(1, MINUTES)
        .actualPort();
  }

  @Override
  protected void stop() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(1, MINUTES);
  }
}
