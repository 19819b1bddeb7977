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
 * The octets of one connection, plain or under TLS, and the ways in which it can end. For one
 * thread, but for {@link #close} and {@link #hangUp}.
 */
final class Wire {

  /** How long a client is given to hang up, too. */
  private static final Duration LINGERING = Duration.ofSeconds(1);

  private static final int DISCARDED_OCTETS = 8 * 1024;

  private final Socket raw;
  private final @Nullable SSLSocket secured;
  private final InputStream in;
  private final OutputStream out;

  /** Takes over a socket that was accepted, for TLS with the sockets that {@code tls} makes. */
  Wire(Socket raw, @Nullable SSLSocketFactory tls) throws IOException {
    this.raw = raw;
    // Every piece of an answer is to leave when it is written.
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

  /** Waits for the first octet of a request; false if the client has hung up instead. */
  boolean awaitOctet() throws IOException {
    in.mark(1);
    if (in.read() < 0) {
      return false;
    }
    in.reset();
    return true;
  }

  /** Waits, unless the client hangs up. */
  void pause(Duration duration) throws IOException {
    long deadline = System.nanoTime() + nanos(duration);
    for (long left = nanos(duration); left > 0; left = deadline - System.nanoTime()) {
      if (in.available() > 0 || left < TimeUnit.MILLISECONDS.toNanos(1)) {
        sleep(left);
      } else if (!awaitOctet(left)) {
        throw new EOFException("the client hung up");
      }
    }
  }

  private static long nanos(Duration duration) {
    // A day is for ever; longer ones have too many milliseconds for a socket.
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

  /** Says nothing more until the client hangs up. */
  void stall() throws IOException {
    byte[] discarded = new byte[DISCARDED_OCTETS];
    while (in.read(discarded) >= 0) {
      // A client that goes on to ask gets no answer either.
    }
  }

  /** Ends the connection as a server does that has said all. */
  void finish() throws IOException {
    if (secured != null) {
      secured.shutdownOutput();
    }
    cut();
  }

  /** Ends the connection by a FIN and nothing else. */
  void cut() throws IOException {
    raw.shutdownOutput();
    // To close with octets unread would send an RST, which may overtake what was written.
    byte[] discarded = new byte[DISCARDED_OCTETS];
    long deadline = System.nanoTime() + LINGERING.toNanos();
    raw.setSoTimeout((int) LINGERING.toMillis());
    while (raw.getInputStream().read(discarded) >= 0 && System.nanoTime() - deadline < 0) {
      // Whatever it is, nobody will answer.
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
      // The client has hung up before.
    }
    close();
  }

  /** Ends the connection at once, for any thread: whoever reads or writes gets an exception. */
  void close() {
    try {
      // Not the socket of TLS, which would wait for a thread that is writing.
      raw.close();
    } catch (IOException e) {
      // It is closed all the same.
    }
  }
}
