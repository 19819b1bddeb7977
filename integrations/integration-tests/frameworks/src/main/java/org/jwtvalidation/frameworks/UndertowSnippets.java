// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.frameworks;

import io.undertow.Handlers;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.handlers.PathHandler;
import io.undertow.util.AttachmentKey;
import io.undertow.util.HeaderValues;
import io.undertow.util.HttpString;
import java.util.List;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.token.AccessToken;

/** The adapter for Undertow, to the letter. */
final class UndertowSnippets {

  private UndertowSnippets() {}

  // tag::frameworks-undertow[]
  record BearerHandler(BearerAuthenticator bearer, AccessRule rule, HttpHandler next)
      implements HttpHandler {

    static final AttachmentKey<AccessToken> TOKEN = AttachmentKey.create(AccessToken.class);

    @Override
    public void handleRequest(HttpServerExchange exchange) throws Exception {
      if (exchange.isInIoThread()) {
        exchange.dispatch(this);
        return;
      }
      BearerAnswer answer =
          bearer.authenticate(
              BearerRequest.of(
                  exchange.getRequestMethod().toString(),
                  exchange.getRequestURI(),
                  name -> fields(exchange, name)),
              rule);
      answer
          .headers()
          .forEach(
              (name, values) -> exchange.getResponseHeaders().putAll(new HttpString(name), values));
      if (answer instanceof BearerAnswer.Authenticated authenticated) {
        exchange.putAttachment(TOKEN, authenticated.token());
        next.handleRequest(exchange);
      } else {
        exchange.setStatusCode(((BearerAnswer.Refused) answer).status()).endExchange();
      }
    }

    private static List<String> fields(HttpServerExchange exchange, String name) {
      HeaderValues values = exchange.getRequestHeaders().get(name);
      return values == null ? List.of() : values;
    }
  }

  // end::frameworks-undertow[]

  static PathHandler orders(BearerAuthenticator bearer) {
    // tag::frameworks-undertow-routes[]
    HttpHandler orders =
        exchange -> {
          AccessToken token = exchange.getAttachment(BearerHandler.TOKEN);
          exchange.getResponseSender().send("orders of " + token.subject());
        };
    PathHandler paths =
        Handlers.path()
            .addPrefixPath(
                "/orders", new BearerHandler(bearer, AccessRule.scope("orders:read"), orders));
    // end::frameworks-undertow-routes[]
    return paths;
  }
}
