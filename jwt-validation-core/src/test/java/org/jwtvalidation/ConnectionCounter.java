// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** A server on loopback that counts connections. */
public final class ConnectionCounter implements AutoCloseable {

  private final ServerSocket server;
  private final AtomicInteger connections = new AtomicInteger();
  private final Thread acceptor = new Thread(this::accept, "connection-counter");

  /** Begins to listen, on a free port of 127.0.0.1. */
  public ConnectionCounter() {
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    acceptor.setDaemon(true);
    acceptor.start();
  }

  /** Where it is, in a URI. */
  public String origin() {
    return "http://127.0.0.1:" + port();
  }

  /** The port that it listens on. */
  public int port() {
    return server.getLocalPort();
  }

  private void accept() {
    while (!server.isClosed()) {
      try (Socket accepted = server.accept()) {
        assertThat(accepted.isConnected()).isTrue();
        connections.incrementAndGet();
      } catch (IOException e) {
        return;
      }
    }
  }

  /** Makes one connection itself, to see that it would have seen others; then none may be left. */
  public void assertNoneButMine() {
    try (Socket mine = new Socket(server.getInetAddress(), server.getLocalPort())) {
      // The server hangs up once it has counted, and it takes connections in their order.
      assertThat(mine.getInputStream().read()).isEqualTo(-1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(connections.getAndSet(0)).isEqualTo(1);
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
