// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 server on a port of 127.0.0.1, which it keeps until it is closed, even while it does
 * not accept connections. Every connection has a thread of its own, so that a slow response delays
 * no other. Thread-safe.
 *
 * <p>It uses no HTTP library, because a library would prevent invalid responses.
 */
final class IssuerServer implements AutoCloseable {

  /** Creates the new holder of the port. */
  private interface Taking {
    PortHolder take() throws IOException;
  }

  /** How long to wait until the old holder has released the port. */
  private static final Duration PORT_WAIT = Duration.ofSeconds(5);

  private static final Duration BEFORE_NEXT_TRY = Duration.ofMillis(10);

  private final @Nullable SSLSocketFactory tls;
  private final Site site;
  private final InetSocketAddress address;

  private final ReentrantLock changing = new ReentrantLock();
  private volatile @Nullable PortHolder holder; // changed with changing held, as is closed
  private volatile boolean closed;

  /** Binds a free port and serves it from {@link #start} on, without TLS if {@code tls} is null. */
  IssuerServer(@Nullable SSLSocketFactory tls, Site site) {
    this.tls = tls;
    this.site = site;
    try {
      Listener listener = Listener.bind(loopback(0), tls, site);
      this.address = loopback(listener.port());
      this.holder = listener;
    } catch (IOException e) {
      throw new UncheckedIOException("no free port on 127.0.0.1", e);
    }
  }

  private static InetSocketAddress loopback(int port) throws UnknownHostException {
    return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
  }

  int port() {
    return address.getPort();
  }

  boolean isClosed() {
    return closed;
  }

  /** Starts to accept connections, if it does not do so. */
  void start() {
    changing.lock();
    try {
      if (holder instanceof Listener listener) {
        listener.start();
      } else {
        change(this::listen);
      }
    } finally {
      changing.unlock();
    }
  }

  private Listener listen() throws IOException {
    Listener listener = Listener.bind(address, tls, site);
    listener.start();
    return listener;
  }

  /** Refuses new connections and closes those that are open. */
  void disconnect() {
    change(() -> new ClosedPort(address));
  }

  /** Ignores new connections and closes those that are open. */
  void dropConnects() {
    change(() -> new FullBacklog(address));
  }

  void closeIdleConnections() {
    if (holder instanceof Listener listener) {
      listener.closeIdleConnections();
    }
  }

  private void change(Taking next) {
    PortHolder released = null;
    changing.lock();
    try {
      if (closed) {
        throw new IllegalStateException("the issuer is closed; start another");
      }
      released = releasePort();
      holder = taken(next);
    } finally {
      changing.unlock();
      awaitEnd(released);
    }
  }

  private static PortHolder taken(Taking next) {
    long deadline = System.nanoTime() + PORT_WAIT.toNanos();
    while (true) {
      try {
        return next.take();
      } catch (BindException e) {
        if (System.nanoTime() - deadline >= 0) {
          throw new UncheckedIOException("another program has taken the port", e);
        }
        Uninterrupted.sleep(BEFORE_NEXT_TRY);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot use the port: " + e.getMessage(), e);
      }
    }
  }

  private @Nullable PortHolder releasePort() {
    PortHolder released = holder;
    holder = null;
    if (released != null) {
      released.release();
    }
    return released;
  }

  /** Waits for threads without the lock, for which one of them may be waiting. */
  private static void awaitEnd(@Nullable PortHolder released) {
    if (released instanceof Listener listener) {
      listener.awaitEnd();
    }
  }

  /** Closes the port and all connections, and waits for the threads to end. */
  @Override
  public void close() {
    PortHolder released;
    changing.lock();
    try {
      closed = true;
      released = releasePort();
    } finally {
      changing.unlock();
    }
    awaitEnd(released);
  }
}
