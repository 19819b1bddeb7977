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
 * A listener that accepts nobody, with as many connections waiting for it as it may have. The
 * system has no room for another and drops its SYN; the client tries again and again.
 */
final class FullBacklog implements PortHolder {

  /** Far longer than a connection takes that finds room. */
  private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(200);

  /** Linux has room for two. */
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
    throw new IOException("this system takes more connections than the backlog has room for");
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
      // It is closed all the same.
    }
  }
}
