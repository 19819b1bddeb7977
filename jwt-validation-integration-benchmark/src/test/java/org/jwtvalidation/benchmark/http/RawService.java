// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A service that answers every request alike, and shows what it does to accept connections. */
final class RawService implements AutoCloseable {

  /** The processor time that {@link #main} takes for a connection before its first answer. */
  static final Duration TO_ACCEPT = Duration.ofMillis(500);

  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".getBytes(US_ASCII);

  private final ServerSocket socket;
  private final Runnable accepted;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger requests = new AtomicInteger();

  RawService(int port, Runnable accepted) throws IOException {
    this.socket = new ServerSocket(port, 100, InetAddress.getLoopbackAddress());
    this.accepted = accepted;
    threads.execute(this::accept);
  }

  public static void main(String[] args) throws IOException {
    new RawService(Integer.getInteger("service.port"), RawService::work);
  }

  private static void work() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long begin = threads.getCurrentThreadCpuTime();
    while (threads.getCurrentThreadCpuTime() - begin < TO_ACCEPT.toNanos()) {
      Thread.onSpinWait();
    }
  }

  int port() {
    return socket.getLocalPort();
  }

  /** How many connections it has accepted. */
  int connections() {
    return connections.get();
  }

  /** How many requests it has read. */
  int requests() {
    return requests.get();
  }

  private void accept() {
    try {
      while (true) {
        Socket connection = socket.accept();
        connections.incrementAndGet();
        threads.execute(() -> serve(connection));
      }
    } catch (IOException e) {
      // It is closed.
    }
  }

  private void serve(Socket accepted) {
    try (Socket connection = accepted) {
      this.accepted.run();
      BufferedReader input =
          new BufferedReader(new InputStreamReader(connection.getInputStream(), US_ASCII));
      OutputStream output = connection.getOutputStream();
      String line = input.readLine();
      while (line != null) {
        // A request without a body ends with an empty line.
        if (line.isEmpty()) {
          requests.incrementAndGet();
          output.write(ANSWER);
        }
        line = input.readLine();
      }
    } catch (IOException e) {
      // The client has gone.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
    threads.shutdownNow();
  }
}
