// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Accepts connections at an address and tracks those that are open. Thread-safe except for {@link
 * #start}.
 */
final class Listener implements PortHolder {

  private static final int BACKLOG = 1024;

  /** Only a responder that ignores its interruption takes longer to end. */
  private static final Duration END_OF_THREADS = Duration.ofSeconds(5);

  private static final Duration BEFORE_NEXT_ACCEPT = Duration.ofMillis(10);

  private final ServerSocket socket;
  private final @Nullable SSLSocketFactory tls;
  private final Site site;
  private final Thread accepting;
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();

  private Listener(ServerSocket socket, @Nullable SSLSocketFactory tls, Site site) {
    this.socket = socket;
    this.tls = tls;
    this.site = site;
    this.accepting = new Thread(this::accept, "test-issuer-" + socket.getLocalPort());
    accepting.setDaemon(true);
  }

  /** Binds an address, with a free port for port 0; connections wait until {@link #start}. */
  static Listener bind(InetSocketAddress address, @Nullable SSLSocketFactory tls, Site site)
      throws IOException {
    ServerSocket socket = new ServerSocket();
    try {
      socket.setReuseAddress(true);
      socket.bind(address, BACKLOG);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
    return new Listener(socket, tls, site);
  }

  /** Starts to accept connections, if not started yet. */
  void start() {
    if (accepting.getState() == Thread.State.NEW) {
      accepting.start();
    }
  }

  int port() {
    return socket.getLocalPort();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket accepted = socket.accept();
        connections.removeIf(Connection::hasEnded);
        serve(accepted);
      } catch (IOException e) {
        // Closed, or temporarily out of resources.
        if (!socket.isClosed()) {
          Uninterrupted.sleep(BEFORE_NEXT_ACCEPT);
        }
      }
    }
  }

  private void serve(Socket accepted) throws IOException {
    try {
      Connection connection = new Connection(new Wire(accepted, tls), site, accepting.getName());
      connections.add(connection);
      if (socket.isClosed()) {
        // The thread that released the port may have missed this connection.
        connection.close();
      }
      connection.start();
    } catch (IOException e) {
      accepted.close();
      throw e;
    }
  }

  /** Closes the connections that are between two requests, and continues to listen. */
  void closeIdleConnections() {
    awaitEnd(connections.stream().filter(Connection::closeIfIdle).toList());
  }

  @Override
  public void release() {
    try {
      socket.close();
    } catch (IOException e) {
      // The socket is closed nevertheless.
    }
    connections.forEach(Connection::close);
  }

  /** Waits until all threads of a released listener have ended. */
  void awaitEnd() {
    Uninterrupted.join(accepting, System.nanoTime() + END_OF_THREADS.toNanos());
    awaitEnd(List.copyOf(connections));
  }

  private static void awaitEnd(List<Connection> ending) {
    long deadline = System.nanoTime() + END_OF_THREADS.toNanos();
    for (Connection connection : ending) {
      // A responder may close its own issuer.
      if (connection.thread() != Thread.currentThread()) {
        Uninterrupted.join(connection.thread(), deadline);
      }
    }
  }
}
