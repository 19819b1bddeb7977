// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.services.plain;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.httpserver.BearerHandler;
import org.jwtvalidation.jfr.JfrHttpMonitor;
import org.jwtvalidation.jfr.JfrMonitor;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.services.accounts.Accounts;
import org.jwtvalidation.token.AccessToken;

/**
 * A service on the HTTP server of the JDK whose paths do more and more of what a request with a
 * token takes, so that the cost of a layer is the difference of two: {@code /health} reads no
 * header field, {@code /header} reads the token, {@code /mock} asks an already validated token for
 * the scope, and {@code /orders} does everything.
 */
public final class PlainService {

  private static final String SCOPE = "orders:read";

  /** Connections that may wait to be accepted. */
  private static final int BACKLOG = 1_024;

  private PlainService() {}

  /**
   * Serves until the JVM ends. The system properties {@code service.port}, {@code service.issuer},
   * {@code service.jwksUri}, {@code service.audience}, {@code service.cacheSize}, {@code
   * service.virtualThreads}, {@code service.warmUp}, {@code service.provider} and {@code
   * service.recorded} configure it. With the JDK's own property for a key store, it serves over
   * TLS.
   *
   * @param args none
   * @throws IOException if the port is not free
   * @throws NoSuchAlgorithmException if this JDK cannot serve over TLS
   */
  public static void main(String[] args) throws IOException, NoSuchAlgorithmException {
    // Otherwise the server of Java 17 sends head and body apart, and the body waits some 40 ms
    // until
    // the client has acknowledged the head.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    Accounts accounts = new Accounts();
    URI jwksUri = URI.create(System.getProperty("service.jwksUri"));
    TokenValidator.Builder builder =
        TokenValidator.builder()
            .issuer(
                IssuerConfig.builder(System.getProperty("service.issuer"))
                    .audience(System.getProperty("service.audience"))
                    .keySource(HttpKeySource.jwksUri(jwksUri).allowLoopbackHttp().build())
                    .build())
            .cacheSize(Integer.getInteger("service.cacheSize"))
            .signaturePolicy(policy(System.getProperty("service.provider", "")))
            .monitor(accounts.validations());
    boolean isRecorded = Boolean.getBoolean("service.recorded");
    if (isRecorded) {
      builder.monitor(new JfrMonitor());
    }
    TokenValidator validator = builder.build();
    BearerAuthenticator.Builder bearerBuilder =
        BearerAuthenticator.builder(validator).monitor(accounts.requests());
    if (isRecorded) {
      bearerBuilder.monitor(new JfrHttpMonitor());
    }
    BearerAuthenticator bearer = bearerBuilder.build();
    HttpServer server =
        server(
            new InetSocketAddress(
                InetAddress.getLoopbackAddress(), Integer.getInteger("service.port")));
    AtomicReference<@Nullable AccessToken> validated = new AtomicReference<>();
    server.createContext("/health", exchange -> respond(exchange, "alice"));
    server.createContext("/header", PlainService::afterHeader);
    server.createContext("/mock", afterMock(validated));
    server.createContext(
        "/orders",
        new BearerHandler(
            bearer,
            AccessRule.scope(SCOPE),
            (exchange, token) -> {
              validated.setPlain(token);
              respond(exchange, token.subject());
            }));
    server.createContext("/accounts", exchange -> send(exchange, 200, accounts.json()));
    server.setExecutor(RequestThreads.executor(System.getProperty("service.virtualThreads")));
    if (Boolean.getBoolean("service.warmUp")) {
      validator.warmUp();
    }
    server.start();
  }

  /** What verifies signatures: the provider of that name, or by default whatever is fastest. */
  private static SignaturePolicy policy(String provider) {
    return switch (provider) {
      case "" -> SignaturePolicy.fastest();
      case "BC" -> SignaturePolicy.provider(new BouncyCastleProvider());
      default -> SignaturePolicy.provider(provider);
    };
  }

  private static HttpServer server(InetSocketAddress address)
      throws IOException, NoSuchAlgorithmException {
    if (System.getProperty("javax.net.ssl.keyStore") == null) {
      return HttpServer.create(address, BACKLOG);
    }
    HttpsServer server = HttpsServer.create(address, BACKLOG);
    server.setHttpsConfigurator(new HttpsConfigurator(SSLContext.getDefault()));
    return server;
  }

  private static void afterHeader(HttpExchange exchange) throws IOException {
    String header = exchange.getRequestHeaders().getFirst("Authorization");
    if (header == null || !header.startsWith("Bearer ")) {
      send(exchange, 401, "");
    } else {
      respond(exchange, "alice");
    }
  }

  private static HttpHandler afterMock(AtomicReference<@Nullable AccessToken> validated) {
    return exchange -> {
      String header = exchange.getRequestHeaders().getFirst("Authorization");
      AccessToken token = validated.getPlain();
      if (header == null || !header.startsWith("Bearer ") || token == null) {
        send(exchange, 401, "");
      } else if (!token.hasScope(SCOPE)) {
        send(exchange, 403, "");
      } else {
        respond(exchange, token.subject());
      }
    };
  }

  private static void respond(HttpExchange exchange, @Nullable String subject) throws IOException {
    send(exchange, 200, "orders of " + subject);
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] octets = body.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain");
    exchange.sendResponseHeaders(status, octets.length == 0 ? -1 : octets.length);
    exchange.getResponseBody().write(octets);
    exchange.close();
  }
}
