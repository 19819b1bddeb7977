// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.frameworks;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.AuthenticationHandler;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.token.AccessToken;

/** The adapter for Vert.x, to the letter. */
final class VertxSnippets {

  private VertxSnippets() {}

  // tag::frameworks-vertx[]
  record BearerHandler(BearerAuthenticator bearer, AccessRule rule)
      implements AuthenticationHandler {

    static final String TOKEN = AccessToken.class.getName();

    @Override
    public void handle(RoutingContext context) {
      HttpServerRequest request = context.request().pause();
      BearerRequest bearerRequest =
          BearerRequest.of(request.method().name(), request.path(), request.headers()::getAll);
      Future.fromCompletionStage(
              bearer.authenticateAsync(bearerRequest, rule), context.vertx().getOrCreateContext())
          .onComplete(ignored -> request.resume())
          .onSuccess(answer -> {
            if (context.response().ended()) {
              return; // for example, after a timeout
            }
            answer.headers().forEach((name, values) -> context.response().putHeader(name, values));
            if (answer instanceof BearerAnswer.Authenticated authenticated) {
              context.put(TOKEN, authenticated.token()).next();
            } else {
              int status = ((BearerAnswer.Refused) answer).status();
              context.response().setStatusCode(status).end();
            }
          })
          .onFailure(context::fail);
    }
  }

  // end::frameworks-vertx[]

  static Router orders(Vertx vertx, BearerAuthenticator bearer) {
    // tag::frameworks-vertx-routes[]
    Router router = Router.router(vertx);
    router.route("/orders/*").handler(new BearerHandler(bearer, AccessRule.scope("orders:read")));
    router
        .get("/orders")
        .handler(context -> {
          AccessToken token = context.get(BearerHandler.TOKEN);
          context.end("orders of " + token.subject());
        });
    // end::frameworks-vertx-routes[]
    return router;
  }
}
