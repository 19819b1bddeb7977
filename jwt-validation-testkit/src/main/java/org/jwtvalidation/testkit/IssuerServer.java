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
 * An HTTP/1.1 server on a port of 127.0.0.1 that it keeps until it is closed, whether it answers
 * there or not. Every connection has a thread of its own, so that a slow answer delays no other.
 * Thread-safe.
 *
 * <p>There is no HTTP library below it, which would see to it that answers are sound.
 */
final class IssuerServer implements AutoCloseable {

  /** Makes what is to have the port. */
  private interface Taking {
    PortHolder take() throws IOException;
  }

  /** Until whatever had the port has let go of it. */
  private static final Duration PORT_WAIT = Duration.ofSeconds(5);

  private static final Duration BEFORE_NEXT_TRY = Duration.ofMillis(10);

  private final @Nullable SSLSocketFactory tls;
  private final Site site;
  private final InetSocketAddress address;

  private final ReentrantLock changing = new ReentrantLock();
  private volatile @Nullable PortHolder holder; // changed with changing held, as is closed
  private boolean closed;

  /**
   * Takes a free port, and answers from {@link #start} on: in plain text if {@code tls} is null.
   */
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

  /** Answers, if it does not yet or not any more. */
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

  /** Refuses connections from now on, and closes those that are open. */
  void disconnect() {
    change(() -> new ClosedPort(address));
  }

  /** Leaves connects without an answer from now on, and closes connections that are open. */
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
        throw new IllegalStateException("the issuer is closed; start another one");
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
          throw new UncheckedIOException("somebody else has taken the port", e);
        }
        Uninterrupted.sleep(BEFORE_NEXT_TRY);
      } catch (IOException e) {
        throw new UncheckedIOException("the port is of no use: " + e.getMessage(), e);
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

  /** Waits for threads, without the lock that one of them may be waiting for. */
  private static void awaitEnd(@Nullable PortHolder released) {
    if (released instanceof Listener listener) {
      listener.awaitEnd();
    }
  }

  /** Closes the port and every connection, and waits for the threads to end. */
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
