// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An HTTP server on loopback that answers as a test tells it and counts what it was asked. */
public final class KeyServer implements AutoCloseable {

  /** How a request is answered. */
  public interface Answer {
    void give(HttpExchange exchange) throws IOException, InterruptedException;
  }

  private final HttpServer server;
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final CountDownLatch closing = new CountDownLatch(1);

  public KeyServer() throws IOException {
    server =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 0);
    server.setExecutor(executor);
    server.createContext("/", this::answer);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    requests.add(exchange.getRequestURI().toString());
    try (exchange) {
      answers.getOrDefault(exchange.getRequestURI().getPath(), status(404, "")).give(exchange);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  public URI uri(String path) {
    return URI.create(origin() + path);
  }

  public void on(String path, Answer answer) {
    answers.put(path, answer);
  }

  public void json(String path, String body) {
    on(path, body("application/json", body));
  }

  /** The paths and queries asked for, oldest first. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  public static Answer body(@Nullable String contentType, String body) {
    return exchange -> {
      if (contentType != null) {
        exchange.getResponseHeaders().set("Content-Type", contentType);
      }
      byte[] octets = body.getBytes(UTF_8);
      exchange.sendResponseHeaders(200, octets.length);
      exchange.getResponseBody().write(octets);
    };
  }

  /** A body without Content-Length. */
  public static Answer chunked(String body) {
    return exchange -> {
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, 0);
      exchange.getResponseBody().write(body.getBytes(UTF_8));
    };
  }

  public static Answer status(int status, String body) {
    return exchange -> {
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      byte[] octets = body.getBytes(UTF_8);
      exchange.sendResponseHeaders(status, octets.length == 0 ? -1 : octets.length);
      exchange.getResponseBody().write(octets);
    };
  }

  public static Answer redirect(URI target) {
    return exchange -> {
      exchange.getResponseHeaders().set("Location", target.toString());
      exchange.sendResponseHeaders(302, -1);
    };
  }

  /** {@code answer}, once {@code gate} is open. */
  public Answer gated(CountDownLatch gate, Answer answer) {
    return exchange -> {
      while (!gate.await(5, TimeUnit.MILLISECONDS) && closing.getCount() > 0) {}
      answer.give(exchange);
    };
  }

  /** The beginning of a body, and then nothing until the server is closed. */
  public Answer stalled(String beginning) {
    return exchange -> {
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, 100_000);
      exchange.getResponseBody().write(beginning.getBytes(UTF_8));
      exchange.getResponseBody().flush();
      closing.await();
    };
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    executor.shutdownNow();
  }
}
