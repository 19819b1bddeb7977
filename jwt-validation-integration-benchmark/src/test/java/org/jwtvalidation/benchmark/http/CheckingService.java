// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.httpserver.BearerHandler;
import org.jwtvalidation.keysource.HttpKeySource;

/** A service that answers as it must, until its accounts are read for the second time. */
final class CheckingService {

  private CheckingService() {}

  public static void main(String[] args) throws IOException {
    URI keys = URI.create(System.getProperty("service.jwksUri"));
    TokenValidator validator =
        TokenValidator.builder()
            .issuer(
                IssuerConfig.builder(System.getProperty("service.issuer"))
                    .audience(System.getProperty("service.audience"))
                    .keySource(HttpKeySource.jwksUri(keys).allowLoopbackHttp().build())
                    .build())
            .build();
    HttpServer server =
        HttpServer.create(
            new InetSocketAddress(
                InetAddress.getLoopbackAddress(), Integer.getInteger("service.port")),
            100);
    server.createContext("/health", OpenService::answer);
    server.createContext(
        "/orders",
        new BearerHandler(
            BearerAuthenticator.builder(validator).build(),
            AccessRule.scope("orders:read"),
            (exchange, token) -> OpenService.answer(exchange)));
    AtomicInteger read = new AtomicInteger();
    server.createContext(
        "/accounts",
        exchange -> {
          exchange.sendResponseHeaders(200, 2);
          exchange.getResponseBody().write('{');
          exchange.getResponseBody().flush();
          if (read.incrementAndGet() == 2) {
            Runtime.getRuntime().halt(1);
          }
          exchange.getResponseBody().write('}');
          exchange.close();
        });
    server.start();
  }
}
