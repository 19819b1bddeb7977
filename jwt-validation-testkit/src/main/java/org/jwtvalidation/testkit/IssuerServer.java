package org.jwtvalidation.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP server on loopback. Every request is answered by a thread of its own, so that a slow
 * answer delays no other.
 */
final class IssuerServer implements AutoCloseable {

  /** One path of the server: what it answers, and how often it was asked. */
  static final class Endpoint {

    private final String path;
    private final Supplier<TestResponse> document;
    private final AtomicLong requests = new AtomicLong();
    private volatile @Nullable TestResponse override;

    Endpoint(String path, Supplier<TestResponse> document) {
      this.path = path;
      this.document = document;
    }

    long requests() {
      return requests.get();
    }

    /** Answers with {@code response} from now on, or with the document again for null. */
    void respondWith(@Nullable TestResponse response) {
      override = response;
    }

    private TestResponse respond(HttpExchange exchange) {
      if (!exchange.getRequestURI().getPath().equals(path)) {
        // The JDK's server takes a path for a prefix.
        return TestResponse.status(404);
      }
      requests.incrementAndGet();
      TestResponse commanded = override;
      if (commanded != null) {
        return commanded;
      }
      return exchange.getRequestMethod().equals("GET")
          ? document.get()
          : TestResponse.status(405).header("Allow", "GET");
    }
  }

  private final HttpServer server;
  private final ExecutorService threads;

  IssuerServer() {
    try {
      InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
      server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException("no free port on 127.0.0.1", e);
    }
    threads =
        Executors.newCachedThreadPool(task -> {
          Thread thread = new Thread(task, "test-issuer-" + server.getAddress().getPort());
          thread.setDaemon(true);
          return thread;
        });
    server.setExecutor(threads);
  }

  /** Starts to answer; the origin is {@link #origin()}. */
  void start(Endpoint... endpoints) {
    for (Endpoint endpoint : endpoints) {
      server.createContext(endpoint.path, exchange -> send(endpoint.respond(exchange), exchange));
    }
    server.start();
  }

  String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private static void send(TestResponse response, HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!response.delay().isZero()) {
        Thread.sleep(response.delay().toMillis());
      }
      response.headers().forEach(exchange.getResponseHeaders()::set);
      // -1 says to the JDK's server that there is no body.
      exchange.sendResponseHeaders(
          response.status(), response.body().length == 0 ? -1 : response.body().length);
      try (OutputStream body = exchange.getResponseBody()) {
        body.write(response.body());
      }
    } catch (InterruptedException e) {
      // The server is closing; the exchange is closed without an answer.
      Thread.currentThread().interrupt();
    }
  }

  /** Closes the port and every connection at once. */
  @Override
  public void close() {
    // Newer JDKs wait in stop(), and lose the interruption of whoever closes.
    boolean interrupted = Thread.interrupted();
    server.stop(0);
    var unused = threads.shutdownNow();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
