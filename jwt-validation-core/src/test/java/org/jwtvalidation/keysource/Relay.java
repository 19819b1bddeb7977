// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/**
 * A port of loopback behind which is whatever server a test puts there, one after the other. Octets
 * are passed on as they come.
 */
public final class Relay implements AutoCloseable {

  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private final ServerSocket listener;
  private final boolean isProxy;
  private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
  private final LongAdder octets = new LongAdder();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private volatile int server;

  private Relay(int server, boolean isProxy) {
    this.server = server;
    this.isProxy = isProxy;
    try {
      listener = new ServerSocket(0, 50, LOOPBACK);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start(this::accept);
  }

  /** Leads to a port of loopback. */
  public static Relay to(int server) {
    return new Relay(server, false);
  }

  /** Is asked to {@code CONNECT}, and leads there whatever it is asked for. */
  public static Relay proxyTo(int server) {
    return new Relay(server, true);
  }

  public int port() {
    return listener.getLocalPort();
  }

  public InetSocketAddress address() {
    return new InetSocketAddress(LOOPBACK, port());
  }

  /** What the proxy was told before octets were passed on, a text for each connection. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  /** How many octets have come from servers. */
  public long octets() {
    return octets.sum();
  }

  /** Whether a client is connected. */
  public boolean isInUse() {
    return !clients.isEmpty();
  }

  /** Leads to another port from now on; connections that are open are closed. */
  public void leadTo(int other) {
    server = other;
    clients.forEach(Relay::close);
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "relay");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        clients.add(client);
        start(() -> serve(client));
      } catch (IOException e) {
        // The listener was closed, which ends the loop.
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        Socket upstream = new Socket(LOOPBACK, server)) {
      if (isProxy) {
        requests.add(head(client.getInputStream()));
        client.getOutputStream().write("HTTP/1.1 200 \r\n\r\n".getBytes(US_ASCII));
      }
      start(() -> answer(upstream, client));
      client.getInputStream().transferTo(upstream.getOutputStream());
    } catch (IOException e) {
      // One of both has hung up, or another server is behind the port now.
    } finally {
      clients.remove(client);
    }
  }

  /** Ends both connections with either. */
  private void answer(Socket upstream, Socket client) {
    try (client;
        upstream) {
      byte[] buffer = new byte[8 * 1024];
      InputStream in = upstream.getInputStream();
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        octets.add(length);
        client.getOutputStream().write(buffer, 0, length);
      }
    } catch (IOException e) {
      // As above.
    }
  }

  /** The head of a request, octet by octet, so that nothing of what follows is lost. */
  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int octet = in.read();
      if (octet < 0) {
        throw new IOException("no request");
      }
      head.append((char) octet);
    }
    return head.toString();
  }

  private static void close(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    close(listener);
    clients.forEach(Relay::close);
  }
}
