// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.lang.System.Logger.Level;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
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

  /** After so many failures in a row of one user, the client may be what fails. */
  static final int SUSPICIOUS_FAILURES = 4;

  /** If all servers are down, a client is replaced no sooner than this. */
  static final Duration LEAST_AGE = Duration.ofMinutes(1);

  private final Options options;
  private final LongSupplier nanoTime;
  private volatile HttpClient client;
  private int users; // guarded by LOCK, as is the next one
  private long replacedAt;

  private SharedHttpClient(Options options, LongSupplier nanoTime) {
    this.options = options;
    this.nanoTime = nanoTime;
    this.client = client(options);
    this.replacedAt = nanoTime.getAsLong() - LEAST_AGE.toNanos();
  }

  private static HttpClient client(Options options) {
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
    return builder.build();
  }

  /** The client for {@code options}, for one more user, which has to close it. */
  static SharedHttpClient open(Options options) {
    return open(options, System::nanoTime);
  }

  static SharedHttpClient open(Options options, LongSupplier nanoTime) {
    LOCK.lock();
    try {
      SharedHttpClient shared =
          OPEN.computeIfAbsent(options, unused -> new SharedHttpClient(options, nanoTime));
      shared.users++;
      return shared;
    } finally {
      LOCK.unlock();
    }
  }

  /** The client for the next request. */
  HttpClient client() {
    return client;
  }

  /**
   * Replaces the client if it may be dead, as after an OutOfMemoryError in its thread. A new one
   * costs all users their connections, and is no remedy if the server of one is down. So a user
   * that fails on causes it after 4, 8, 16 failures and so on.
   *
   * @param used the client whose request has ended
   * @param failures how many requests of its user in a row have failed by now
   */
  void ended(HttpClient used, int failures) {
    if (failures < SUSPICIOUS_FAILURES || Integer.bitCount(failures) > 1) {
      return;
    }
    LOCK.lock();
    try {
      long now = nanoTime.getAsLong();
      if (used != client || users == 0 || now - replacedAt < LEAST_AGE.toNanos()) {
        return;
      }
      client = client(options);
      replacedAt = now;
    } finally {
      LOCK.unlock();
    }
    release(used);
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
