// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.frameworks;

import io.undertow.Undertow;
import io.undertow.server.HttpHandler;
import io.undertow.server.handlers.PathHandler;
import java.net.InetSocketAddress;
import org.jwtvalidation.frameworks.UndertowSnippets.BearerHandler;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAuthenticator;

/** With one thread for input and output, which must not wait for anything. */
class UndertowTest extends HttpContract {

  private Undertow undertow = Undertow.builder().build();

  @Override
  protected int start(BearerAuthenticator bearer) {
    PathHandler paths =
        UndertowSnippets.orders(bearer)
            .addExactPath(
                "/orders/new",
                behind(
                    bearer,
                    exchange ->
                        exchange
                            .getRequestReceiver()
                            .receiveFullString(
                                (same, body) -> same.getResponseSender().send(body))));
    for (String name : new String[] {"public", "admin", ""}) {
      String answer = "handler=" + (name.isEmpty() ? "other" : name);
      paths.addPrefixPath(
          "/" + name, behind(bearer, exchange -> exchange.getResponseSender().send(answer)));
    }
    undertow =
        Undertow.builder()
            .setIoThreads(1)
            .addHttpListener(0, "127.0.0.1")
            .setHandler(paths)
            .build();
    undertow.start();
    return ((InetSocketAddress) undertow.getListenerInfo().get(0).getAddress()).getPort();
  }

  private static HttpHandler behind(BearerAuthenticator bearer, HttpHandler next) {
    return new BearerHandler(bearer, AccessRule.anyToken(), next);
  }

  @Override
  protected void stop() {
    undertow.stop();
  }
}
