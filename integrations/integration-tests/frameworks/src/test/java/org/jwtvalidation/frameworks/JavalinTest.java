// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.frameworks;

import io.javalin.Javalin;
import org.jwtvalidation.frameworks.JavalinSnippets.BearerHandler;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAuthenticator;

/** Without other resources: Javalin does not decode a path before it compares it with routes. */
class JavalinTest extends HttpContract {

  private Javalin javalin = Javalin.create();

  @Override
  protected int start(BearerAuthenticator bearer) {
    javalin =
        Javalin.create(config -> {
          config.startup.showJavalinBanner = false;
          JavalinSnippets.orders(config, bearer);
          BearerHandler any = new BearerHandler(bearer, AccessRule.anyToken());
          config.routes.before("/orders/new", any);
          config.routes.post("/orders/new", context -> context.result(context.body()));
          config.routes.before(context -> {
            // A proof passes once: not here if there is another adapter.
            if (!context.path().startsWith("/orders")) {
              any.handle(context);
            }
          });
          for (String name : new String[] {"public", "admin"}) {
            config.routes.get("/" + name, context -> context.result("handler=" + name));
            config.routes.get("/" + name + "/*", context -> context.result("handler=" + name));
          }
        });
    return javalin.start("127.0.0.1", 0).port();
  }

  @Override
  protected void stop() {
    javalin.stop();
  }
}
