// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * The octets of one connection, with or without TLS, and the ways to end it. For a single thread
 * except for {@link #close} and {@link #hangUp}.
 */
final class Wire {

  /** How long the client has to close its side. */
  private static final Duration LINGERING = Duration.ofSeconds(1);

  private static final int DISCARDED_OCTETS = 8 * 1024;

  private final Socket raw;
  private final @Nullable SSLSocket secured;
  private final InputStream in;
  private final OutputStream out;

  /** Wraps an accepted socket, with TLS if {@code tls} is not null. */
  Wire(Socket raw, @Nullable SSLSocketFactory tls) throws IOException {
    this.raw = raw;
    // Every piece of a response must be sent when it is written.
    raw.setTcpNoDelay(true);
    this.secured = tls == null ? null : (SSLSocket) tls.createSocket(raw, null, true);
    Socket socket = secured == null ? raw : secured;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.out = new BufferedOutputStream(socket.getOutputStream());
  }

  InputStream in() {
    return in;
  }

  OutputStream out() {
    return out;
  }

  /** Waits for the first octet of a request; returns false if the client disconnected. */
  boolean awaitOctet() throws IOException {
    in.mark(1);
    if (in.read() < 0) {
      return false;
    }
    in.reset();
    return true;
  }

  /** Waits, but throws if the client disconnects. */
  void pause(Duration duration) throws IOException {
    long deadline = System.nanoTime() + nanos(duration);
    for (long left = nanos(duration); left > 0; left = deadline - System.nanoTime()) {
      if (in.available() > 0 || left < TimeUnit.MILLISECONDS.toNanos(1)) {
        sleep(left);
      } else if (!awaitOctet(left)) {
        throw new EOFException("the client disconnected");
      }
    }
  }

  private static long nanos(Duration duration) {
    // A day is long enough; the milliseconds of longer durations may overflow a socket's int.
    return Math.min(
        duration.compareTo(Duration.ofDays(1)) > 0 ? Long.MAX_VALUE : duration.toNanos(),
        TimeUnit.DAYS.toNanos(1));
  }

  private boolean awaitOctet(long nanos) throws IOException {
    raw.setSoTimeout((int) TimeUnit.NANOSECONDS.toMillis(nanos));
    try {
      return awaitOctet();
    } catch (SocketTimeoutException e) {
      return true;
    } finally {
      raw.setSoTimeout(0);
    }
  }

  private static void sleep(long nanos) throws IOException {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("the server is closing").initCause(e);
    }
  }

  /** Sends nothing more until the client disconnects. */
  void stall() throws IOException {
    byte[] discarded = new byte[DISCARDED_OCTETS];
    while (in.read(discarded) >= 0) {
      // Further requests of the client get no response either.
    }
  }

  /** Ends the connection in an orderly way. */
  void finish() throws IOException {
    if (secured != null) {
      secured.shutdownOutput();
    }
    cut();
  }

  /** Ends the connection by a FIN, without TLS's close_notify. */
  void cut() throws IOException {
    raw.shutdownOutput();
    // Closing with unread octets would send an RST, which may overtake written octets.
    byte[] discarded = new byte[DISCARDED_OCTETS];
    long deadline = System.nanoTime() + LINGERING.toNanos();
    raw.setSoTimeout((int) LINGERING.toMillis());
    while (raw.getInputStream().read(discarded) >= 0 && System.nanoTime() - deadline < 0) {
      // Discards further requests.
    }
    raw.close();
  }

  /** Ends the connection by an RST. */
  void reset() throws IOException {
    raw.setSoLinger(true, 0);
    raw.close();
  }

  /** Ends the connection between two requests, for any thread. */
  void hangUp() {
    try {
      if (secured != null) {
        secured.shutdownOutput();
      }
    } catch (IOException e) {
      // The client has already disconnected.
    }
    close();
  }

  /** Ends the connection at once, from any thread; a read or write in progress throws. */
  void close() {
    try {
      // Not the TLS socket, which would wait for a thread that writes.
      raw.close();
    } catch (IOException e) {
      // The socket is closed nevertheless.
    }
  }
}
