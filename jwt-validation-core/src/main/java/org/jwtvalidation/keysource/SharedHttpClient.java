// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.lang.System.Logger.Level;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.BoundedExecutor;
import org.jwtvalidation.internal.concurrent.GuardedLogger;
import org.jwtvalidation.internal.concurrent.LibraryThreads;

/**
 * An HTTP client that all fetchers with the same options share. Each client has a thread and a pool
 * of connections: a thousand issuers must not take a thousand of them. Thread-safe.
 */
final class SharedHttpClient implements AutoCloseable {

  /**
   * What tells clients apart.
   *
   * @param proxy null for none
   */
  record Options(Duration connectTimeout, SSLContext sslContext, @Nullable ProxySelector proxy) {}

  private static final GuardedLogger LOGGER = new GuardedLogger(HttpKeySource.class.getName());

  private static final int PARALLEL_CLOSES = 4;
  private static final BoundedExecutor CLOSERS =
      new BoundedExecutor(LibraryThreads.SHARED.workers(), PARALLEL_CLOSES, Integer.MAX_VALUE);

  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Map<Options, SharedHttpClient> OPEN = new HashMap<>(); // guarded by LOCK

  private final Options options;
  private final HttpClient client;
  private int users; // guarded by LOCK
  private volatile boolean givenUp;

  private SharedHttpClient(Options options) {
    this.options = options;
    SSLParameters parameters =
        new SSLParameters(null, HttpClientFetcher.tlsVersions(options.sslContext));
    // The client's default, which a system property could turn off.
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(options.connectTimeout)
            .sslContext(options.sslContext)
            .sslParameters(parameters);
    if (options.proxy != null) {
      builder.proxy(options.proxy);
    }
    this.client = builder.build();
  }

  /** The client for {@code options}, for one more user, which has to close it. */
  static SharedHttpClient open(Options options) {
    LOCK.lock();
    try {
      SharedHttpClient shared = OPEN.computeIfAbsent(options, SharedHttpClient::new);
      shared.users++;
      return shared;
    } finally {
      LOCK.unlock();
    }
  }

  HttpClient client() {
    return client;
  }

  /** Ends the use by one user, and that of the others at their next request: it may be dead. */
  void giveUp() {
    LOCK.lock();
    try {
      OPEN.remove(options, this);
      givenUp = true;
    } finally {
      LOCK.unlock();
    }
    close();
  }

  boolean isGivenUp() {
    return givenUp;
  }

  /** Ends the use by one user; the last one closes the client and its connections. */
  @Override
  public void close() {
    LOCK.lock();
    try {
      if (--users > 0) {
        return;
      }
      OPEN.remove(options, this);
    } finally {
      LOCK.unlock();
    }
    release(client);
  }

  /**
   * Closes a client, for which nobody waits: it may wait itself, as for the address of a server.
   * Needs JDK 21. In earlier versions the thread of a client ends after it is collected.
   */
  static void release(Object client) {
    if (client instanceof AutoCloseable closeable) {
      Runnable closing = () -> close(closeable);
      CLOSERS.execute(closing, closing);
    }
  }

  private static void close(AutoCloseable client) {
    try {
      client.close();
    } catch (Throwable e) {
      LOGGER.log(Level.WARNING, () -> "an HTTP client could not be closed", e);
    }
  }
}
