// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.io.EOFException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jwtvalidation.internal.codec.Printable;

/**
 * Says what a failed request means and what to do about it. The exceptions of the JDK's client are
 * hard to understand, and some have no message at all.
 */
final class Diagnosis {

  /** Enough for a chain of certificates that leads nowhere, as the JDK describes it. */
  private static final int MAX_MESSAGE = 256;

  private static final int MAX_SERVER = 128;

  /** Longer than any chain of causes in the JDK. */
  private static final int MAX_CAUSES = 10;

  private Diagnosis() {}

  /** What a request to {@code uri} failed for, in one line of printable ASCII. */
  static String of(Throwable failure, URI uri) {
    if (failure instanceof RefusedResponseException) {
      return String.valueOf(failure.getMessage());
    }
    String named = " (" + named(failure) + ")";
    String server = Printable.line(server(uri), MAX_SERVER);
    if (has(failure, UnresolvedAddressException.class)
        || has(failure, UnknownHostException.class)) {
      return "host "
          + Printable.line(uri.getHost(), MAX_SERVER)
          + " has no address"
          + named
          + "; check its name, DNS and, if there is one, the proxy";
    }
    if (has(failure, HttpConnectTimeoutException.class)) {
      return "no connection to "
          + server
          + " in time"
          + named
          + "; check host, port and firewall, or set connectTimeout(...)";
    }
    if (failure instanceof TimeoutException || failure instanceof HttpTimeoutException) {
      return named(failure) + "; check " + server + ", or set totalTimeout(...)";
    }
    if (has(failure, ConnectException.class) || has(failure, NoRouteToHostException.class)) {
      return "no connection to " + server + named + "; check host and port, and whether it runs";
    }
    if (has(failure, CertificateException.class) || has(failure, CertPathBuilderException.class)) {
      return certificate(failure, server, named);
    }
    if (has(failure, ClosedChannelException.class) || has(failure, EOFException.class)) {
      return server + " closed the connection too early" + named + "; check its log and any proxy";
    }
    if (has(failure, SSLException.class)) {
      return "no TLS with "
          + server
          + named
          + "; check that its port is that of https, and its versions of TLS";
    }
    return named(failure);
  }

  private static String certificate(Throwable failure, String server, String named) {
    if (has(failure, CertificateExpiredException.class)
        || has(failure, CertificateNotYetValidException.class)) {
      return "the certificate of "
          + server
          + " is not valid now"
          + named
          + "; renew it, or set the clock";
    }
    if (has(failure, CertPathBuilderException.class)) {
      return "the certificate of "
          + server
          + " is not trusted"
          + named
          + "; trust it or its authority with sslContext(...)";
    }
    return "the certificate of "
        + server
        + " is refused"
        + named
        + "; use a host that it names, or trust another with sslContext(...)";
  }

  /** The exception in its own words, shortened and in quotes. */
  static String named(Throwable failure) {
    String name = failure.getClass().getSimpleName();
    String message = failure.getMessage();
    if (message != null) {
      return name + " " + Printable.quoted(message, MAX_MESSAGE);
    }
    Throwable cause = failure.getCause();
    return name + (cause == null ? "" : " by " + cause.getClass().getSimpleName());
  }

  private static boolean has(Throwable failure, Class<? extends Throwable> type) {
    Throwable cause = failure;
    for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
      if (type.isInstance(cause)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  private static String server(URI uri) {
    return uri.getPort() == -1 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
  }
}
