// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.frameworks;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.Collections;
import java.util.List;
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
      BearerAnswer answer = bearer.authenticate(new ContextRequest(context), rule);
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

  record ContextRequest(Context context) implements BearerRequest {

    @Override
    public String method() {
      return context.req().getMethod();
    }

    @Override
    public String path() {
      return context.req().getRequestURI();
    }

    @Override
    public List<String> headerValues(String name) {
      return Collections.list(context.req().getHeaders(name));
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
