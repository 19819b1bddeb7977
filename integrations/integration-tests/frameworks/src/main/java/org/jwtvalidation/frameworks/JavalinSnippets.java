// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.frameworks;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.token.AccessToken;

/** The adapter for Javalin, to the letter. */
final class JavalinSnippets {

  private JavalinSnippets() {}

  // tag::frameworks-javalin[]
  record BearerHandler(BearerAuthenticator bearer, AccessRule rule) implements Handler {

    static final String TOKEN = AccessToken.class.getName();

    @Override
    public void handle(Context context) {
      HttpServletRequest request = context.req();
      BearerAnswer answer =
          bearer.authenticate(
              BearerRequest.of(
                  request.getMethod(),
                  request.getRequestURI(),
                  name -> Collections.list(request.getHeaders(name))),
              rule);
      answer
          .headers()
          .forEach((name, values) -> values.forEach(value -> context.res().addHeader(name, value)));
      if (answer instanceof BearerAnswer.Authenticated authenticated) {
        context.attribute(TOKEN, authenticated.token());
      } else {
        context.status(((BearerAnswer.Refused) answer).status()).skipRemainingHandlers();
      }
    }
  }

  // end::frameworks-javalin[]

  static void orders(JavalinConfig config, BearerAuthenticator bearer) {
    // tag::frameworks-javalin-routes[]
    BearerHandler read = new BearerHandler(bearer, AccessRule.scope("orders:read"));
    config.routes.before("/orders", read);
    config.routes.get(
        "/orders",
        context -> {
          AccessToken token = context.attribute(BearerHandler.TOKEN);
          context.result("orders of " + token.subject());
        });
    // end::frameworks-javalin-routes[]
  }
}
