// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A listener that accepts no connection and whose backlog is full. The system drops the SYN of
 * further connections, and the client retries until it times out.
 */
final class FullBacklog implements PortHolder {

  /** Far longer than a connection takes if the backlog has room. */
  private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(200);

  /** Linux has room for two connections. */
  private static final int MAX_CONNECTIONS = 64;

  private final ServerSocket listener = new ServerSocket();
  private final List<Socket> waiting = new ArrayList<>();

  FullBacklog(InetSocketAddress address) throws IOException {
    try {
      listener.setReuseAddress(true);
      listener.bind(address, 1);
      fill(address);
    } catch (IOException e) {
      release();
      throw e;
    }
  }

  private void fill(InetSocketAddress address) throws IOException {
    while (waiting.size() < MAX_CONNECTIONS) {
      Socket socket = new Socket();
      waiting.add(socket);
      try {
        socket.connect(address, (int) CONNECT_TIMEOUT.toMillis());
      } catch (SocketTimeoutException e) {
        return;
      }
    }
    throw new IOException("this system accepts more connections than the backlog allows");
  }

  @Override
  public void release() {
    waiting.forEach(FullBacklog::close);
    close(listener);
  }

  private static void close(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      // The socket is closed nevertheless.
    }
  }
}
