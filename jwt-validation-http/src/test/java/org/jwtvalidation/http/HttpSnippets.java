// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.httpserver.BearerHandler;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.http.servlet.BearerFilter;
import org.jwtvalidation.token.AccessToken;

/** The examples of the page about HTTP, to the letter. */
final class HttpSnippets {

  private HttpSnippets() {}

  record Response(int status, Map<String, List<String>> headers, String body) {}

  static BearerAuthenticator authenticator(TokenValidator validator) {
    // tag::http-authenticator[]
    BearerAuthenticator bearer = BearerAuthenticator.builder(validator).realm("orders").build();
    // end::http-authenticator[]
    return bearer;
  }

  static void serve(HttpServer server, BearerAuthenticator bearer) {
    // tag::http-server[]
    server.createContext(
        "/orders",
        new BearerHandler(
            bearer,
            AccessRule.scope("orders:read"),
            (exchange, token) -> {
              exchange.sendResponseHeaders(204, -1); // for token.subject()
              exchange.close();
            }));
    // end::http-server[]
  }

  static void filter(ServletContext context, BearerAuthenticator bearer) {
    // tag::http-servlet[]
    FilterRegistration.Dynamic orders =
        context.addFilter("orders", new BearerFilter(bearer, AccessRule.scope("orders:read")));
    orders.setAsyncSupported(true);
    orders.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/orders/*");
    // end::http-servlet[]
  }

  static List<AccessRule> rules() {
    // tag::http-rules[]
    AccessRule read = AccessRule.anyScope("orders:read", "orders:admin");
    AccessRule refund =
        AccessRule.allScopes("orders:read", "orders:refund").and(AccessRule.anyRole("clerk"));
    AccessRule ofShop = AccessRule.matching(token -> "shop".equals(token.clientId()));
    AccessRule byDesk = read.and(AccessRule.actor("https://issuer.example", "desk"));
    AccessRule ofGroup = read.and(AccessRule.anyGroup("accounting"));
    // end::http-rules[]
    return List.of(read, refund, ofShop, byDesk, ofGroup);
  }

  /** What a request asks for in its body. */
  record Call(String tool) {

    static Call read(InputStream body) throws IOException {
      return new Call(new String(body.readAllBytes(), UTF_8));
    }

    void answer(HttpExchange exchange) throws IOException {
      exchange.sendResponseHeaders(204, -1);
    }
  }

  static BearerHandler tools(BearerAuthenticator bearer) {
    // tag::http-require[]
    AccessRule refund = AccessRule.scope("orders:refund");
    BearerHandler tools =
        new BearerHandler(
            bearer,
            AccessRule.anyToken(),
            (exchange, token) -> {
              Call call = Call.read(exchange.getRequestBody());
              if (call.tool().equals("refund")) {
                refund.require(token);
              }
              call.answer(exchange);
            });
    // end::http-require[]
    return tools;
  }

  static AccessRule stepUp() {
    // tag::http-step-up[]
    AccessRule pay =
        AccessRule.scope("orders:pay")
            .and(AccessRule.authentication().acr("gold", "silver").within(Duration.ofMinutes(5)));
    // end::http-step-up[]
    return pay;
  }

  private static String ordersOf(AccessToken token) {
    return "orders of " + token.subject();
  }

  static BearerRequest request(String method, String target, Map<String, List<String>> headers) {
    // tag::http-request[]
    BearerRequest request =
        BearerRequest.of(
            method,
            target.split("[?#]", 2)[0],
            name -> headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()));
    // end::http-request[]
    return request;
  }

  static Response answer(BearerAuthenticator bearer, BearerRequest request, AccessRule read) {
    // tag::http-framework[]
    BearerAnswer answer = bearer.authenticate(request, read);
    if (answer instanceof BearerAnswer.Authenticated authenticated) {
      return new Response(200, answer.headers(), ordersOf(authenticated.token()));
    }
    BearerAnswer.Refused refused = (BearerAnswer.Refused) answer;
    return new Response(refused.status(), answer.headers(), "");
    // end::http-framework[]
  }

  static BearerAuthenticator resource(TokenValidator validator, HttpServer server) {
    // tag::http-resource[]
    ProtectedResource orders =
        ProtectedResource.builder(URI.create("https://orders.example"))
            .authorizationServers("https://issuer.example")
            .scopes("orders:read", "orders:refund")
            .build();
    BearerAuthenticator bearer = BearerAuthenticator.builder(validator).resource(orders).build();
    server.createContext("/.well-known/oauth-protected-resource", BearerHandler.metadata(orders));
    // end::http-resource[]
    return bearer;
  }

  static void metadata(ServletContext context, ProtectedResource orders) {
    // tag::http-servlet-resource[]
    context
        .addFilter("metadata", BearerFilter.metadata(orders))
        .addMappingForUrlPatterns(
            EnumSet.of(DispatcherType.REQUEST), false, "/.well-known/oauth-protected-resource/*");
    // end::http-servlet-resource[]
  }

  static BearerAuthenticator watched(TokenValidator validator) {
    // tag::http-metrics[]
    HttpMetricsMonitor metrics = new HttpMetricsMonitor();
    BearerAuthenticator bearer = BearerAuthenticator.builder(validator).monitor(metrics).build();
    // end::http-metrics[]
    return bearer;
  }
}
