// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The connection to the server: made when it is first asked for, and again after it was lost. At
 * most one attempt is under way. Never blocks. Thread-safe.
 */
final class Link {

  private final RedisClient client;
  private final RedisURI uri;
  private final long timeoutNanos;
  private final OwnThreads threads;
  private final AtomicReference<
          @Nullable CompletableFuture<StatefulRedisConnection<String, String>>>
      current = new AtomicReference<>();
  private volatile boolean closed;

  Link(RedisClient client, RedisURI uri, Duration timeout, OwnThreads threads) {
    this.client = client;
    this.uri = uri;
    this.timeoutNanos = timeout.toNanos();
    this.threads = threads;
  }

  /** The connection, or the attempt to make it. */
  CompletableFuture<StatefulRedisConnection<String, String>> connection() {
    CompletableFuture<StatefulRedisConnection<String, String>> known = current.get();
    if (known != null && !isLost(known)) {
      return known;
    }
    CompletableFuture<StatefulRedisConnection<String, String>> next = new CompletableFuture<>();
    var found = current.compareAndExchange(known, next);
    if (found != known) {
      return found == null ? CompletableFuture.failedFuture(lost()) : found;
    }
    if (known != null) {
      close(known);
    }
    if (closed) {
      // After close() has looked for what to close. Others may wait for the same attempt.
      current.compareAndSet(next, null);
      next.completeExceptionally(lost());
      return next;
    }
    connect(next);
    return next;
  }

  /** Whether the connection is there; if not, an attempt to make it is under way. */
  boolean isConnected() {
    CompletableFuture<StatefulRedisConnection<String, String>> connection = connection();
    return connection.isDone() && !isLost(connection);
  }

  /** Whether the connection is there. Begins no attempt. */
  boolean isEstablished() {
    var known = current.get();
    return known != null && known.isDone() && !isLost(known);
  }

  private static IllegalStateException lost() {
    return new IllegalStateException("the connection was dropped");
  }

  private static boolean isLost(
      CompletableFuture<StatefulRedisConnection<String, String>> connection) {
    return connection.isDone()
        && (connection.isCompletedExceptionally() || !connection.join().isOpen());
  }

  private void connect(CompletableFuture<StatefulRedisConnection<String, String>> next) {
    try {
      // A server that accepts connections and then says nothing is given up, too.
      threads.limit(next, timeoutNanos);
      var ignored =
          client
              .connectAsync(StringCodec.UTF8, uri)
              .whenComplete((connection, failure) -> {
                if (connection == null) {
                  next.completeExceptionally(failure);
                } else if (!next.complete(connection)) {
                  closeNow(connection);
                }
              });
    } catch (Throwable e) {
      // Otherwise nobody would connect again. For example, a class of the client may be missing.
      next.completeExceptionally(e);
    }
  }

  /**
   * Gives the connection up, so that the next call makes another. An attempt goes on: it has a
   * time-out of its own, and if it were dropped sooner, a slow server would never be reached.
   */
  void drop() {
    var known = current.get();
    if (known != null && known.isDone() && current.compareAndSet(known, null)) {
      close(known);
    }
  }

  /** Closes the connection, also one that is still being made. No other is made any more. */
  void close() {
    closed = true;
    var known = current.getAndSet(null);
    if (known != null) {
      close(known);
    }
  }

  private static void close(CompletableFuture<StatefulRedisConnection<String, String>> known) {
    var unused = known.thenAccept(Link::closeNow);
  }

  private static void closeNow(StatefulRedisConnection<String, String> connection) {
    var unused = connection.closeAsync();
  }
}
