// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.httpserver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.http.requests.RequiredRules.PAY;
import static org.jwtvalidation.http.requests.RequiredRules.REFUND;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.InsufficientTokenException;
import org.jwtvalidation.http.config.DescribedResource;
import org.jwtvalidation.http.requests.RequiredRules;
import org.jwtvalidation.http.requests.ServedMetadata;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.AccessToken;

/** Rules that handlers require, and metadata, in the server of the JDK. */
@Timeout(300)
class RequiringHandlerTest {

  private final TestIssuer issuer = TestIssuer.start();
  private final TokenValidator validator = issuer.validator().build();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
  private final HttpServer server;

  RequiringHandlerTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  }

  @BeforeEach
  void start() {
    server.setExecutor(threads);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
    validator.close();
    issuer.close();
  }

  /** Sets a field for all, and sees what is thrown. */
  private final class Front extends Filter {

    @Override
    public String description() {
      return "front";
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
      exchange.getResponseHeaders().set("X-Front", "1");
      try {
        chain.doFilter(exchange);
      } catch (IOException | RuntimeException e) {
        failures.add(e);
        throw e;
      }
    }
  }

  private void serveTools(BearerAuthenticator bearer) {
    HttpContext context =
        server.createContext(
            "/tools/",
            new BearerHandler(
                bearer, AccessRule.scope("orders:read"), RequiringHandlerTest::useTool));
    context.getFilters().add(new Front());
  }

  private RequiredRules rules() {
    serveTools(BearerAuthenticator.builder(validator).build());
    return new RequiredRules(server.getAddress().getPort(), issuer);
  }

  private static void useTool(HttpExchange exchange, AccessToken token) throws IOException {
    Headers fields = exchange.getResponseHeaders();
    String way = exchange.getRequestURI().getPath().replaceFirst(".*/", "");
    switch (way) {
      case "typed" -> fields.set("Content-Type", "application/json");
      case "sized" -> fields.set("content-length", "6");
      case "encoded" -> fields.set("Content-Encoding", "gzip");
      case "read" -> exchange.getRequestBody().readAllBytes();
      case "closed" -> {
        // A body decides what runs, and parsers close it.
        try (InputStream body = exchange.getRequestBody()) {
          body.readAllBytes();
        }
      }
      case "late" -> {
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().flush();
      }
      case "broken" -> throw new IOException("broken", new IllegalStateException());
      default -> {}
    }
    try {
      (exchange.getRequestURI().getQuery() == null ? REFUND : PAY).require(token);
    } catch (InsufficientTokenException e) {
      switch (way) {
        case "io" -> throw new IOException(e);
        case "runtime" -> throw new IllegalStateException(new CompletionException(e));
        default -> throw e;
      }
    }
    fields.remove("Content-Encoding");
    if (!way.equals("closed")) {
      exchange.getRequestBody().readAllBytes();
    }
    byte[] body = "served".getBytes(UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private Throwable failure() {
    try {
      Throwable failure = failures.poll(1, TimeUnit.MINUTES);
      assertThat(failure).isNotNull();
      return failure;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void answersForHandlersThatRequireRules() {
    rules()
        .areAnswered(
            List.of("direct", "typed", "sized", "encoded", "read", "closed", "io", "runtime"));
    assertThat(failures).isEmpty();
  }

  @Test
  void saysThatARuleIsRequiredTooLate() throws IOException {
    rules().areTooLate("late", this::failure);
  }

  @Test
  void passesOnWhatElseIsThrown() throws IOException {
    serveTools(BearerAuthenticator.builder(validator).build());
    String token = issuer.token().scope("orders:read", "orders:refund").compact();
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort())) {
      String request =
          "GET /tools/broken HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + token + "\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(UTF_8));
      assertThat(socket.getInputStream().readAllBytes()).asString().doesNotContain("Bearer");
    }
    assertThat(failure()).isInstanceOf(IOException.class).hasMessage("broken");
  }

  @Test
  void servesMetadataToEverybody() {
    serveTools(DescribedResource.authenticator(validator));
    server.createContext(
        "/.well-known/oauth-protected-resource",
        BearerHandler.metadata(DescribedResource.metadata()));
    ServedMetadata metadata = new ServedMetadata(server.getAddress().getPort());
    metadata.areReadFromAnywhere();
    metadata.answerPreflights();
    metadata.areNoOtherResources();
    metadata.ignoreForgedAddresses(Map.of("/tools/direct", 401, "/other", 404));
    metadata.ignoreForgedAddresses(
        Map.of("/tools/direct", 403),
        "Authorization: Bearer " + issuer.token().scope("orders:read").compact());
    metadata.ignoreForgedAddresses(
        Map.of("/tools/direct", 403), "Authorization: Bearer " + issuer.token().compact());
  }
}
