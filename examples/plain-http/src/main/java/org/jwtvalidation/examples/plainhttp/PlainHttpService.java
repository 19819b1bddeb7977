// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.plainhttp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.httpserver.BearerHandler;
import org.jwtvalidation.http.httpserver.ReadinessHandler;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.micrometer.HttpMeters;
import org.jwtvalidation.micrometer.ValidationMeters;

/** A service on the HTTP server of the JDK, with bearer tokens, health and metrics. */
public final class PlainHttpService {

  static {
    // Otherwise the server of Java 17 sends head and body apart, and the body waits some 40 ms
    // until the client has acknowledged the head. Read when the first server is made.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private PlainHttpService() {}

  /**
   * Serves at port 8080.
   *
   * @param args the issuer and the audience of the tokens
   * @throws IOException if the port is not free
   */
  public static void main(String[] args) throws IOException {
    // Plain HTTP is for an issuer on this machine alone.
    KeySource keys = HttpKeySource.discovered(args[0]).allowLoopbackHttp().build();
    serve(IssuerConfig.builder(args[0]).keySource(keys).audience(args[1]).build(), 8080);
  }

  static HttpServer serve(IssuerConfig issuer, int port) throws IOException {
    ValidationMeters validations = new ValidationMeters();
    TokenValidator validator = TokenValidator.builder().issuer(issuer).monitor(validations).build();
    HttpMeters requests = new HttpMeters();
    BearerAuthenticator bearer = BearerAuthenticator.builder(validator).monitor(requests).build();
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    validations.watch(validator).bindTo(registry);
    requests.bindTo(registry);
    HttpServer server = HttpServer.create(new InetSocketAddress(port), 0);
    AccessRule read = AccessRule.scope("orders:read");
    BearerHandler.Authenticated orders =
        (http, token) -> respond(http, "orders of " + token.subject());
    server.createContext("/orders", new BearerHandler(bearer, read, orders));
    server.createContext("/health", new ReadinessHandler(validator));
    server.createContext("/metrics", exchange -> respond(exchange, registry.scrape()));
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
    return server;
  }

  private static void respond(HttpExchange exchange, String body) throws IOException {
    byte[] octets = body.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
    exchange.sendResponseHeaders(200, octets.length);
    exchange.getResponseBody().write(octets);
    exchange.close();
  }
}
