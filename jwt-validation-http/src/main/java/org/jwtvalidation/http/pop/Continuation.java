// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.BoundedExecutor;
import org.jwtvalidation.internal.concurrent.LibraryThreads;

/**
 * Where checks wait for a replay store, and go on: on threads of the library, some at a time, and
 * not on the thread that brings the answer. Code of users may follow, which may block, and that
 * thread brings the answers to all others. Thread-safe.
 */
final class Continuation {

  /** A check that waits keeps a request, its token and its proof, of some kilobytes. */
  static final int MAX_WAITING = 10_000;

  static final int MAX_WAITING_OF_CLIENT = MAX_WAITING / 10;

  /** A power of two. Clients that share an element share their part, too; few do. */
  private static final int CLIENTS = 4096;

  private final BoundedExecutor workers =
      new BoundedExecutor(
          LibraryThreads.SHARED.workers(),
          Math.max(16, Runtime.getRuntime().availableProcessors()),
          Integer.MAX_VALUE);

  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicIntegerArray waitingOfClients = new AtomicIntegerArray(CLIENTS);

  /**
   * Whether a check of this client may wait. Asked before the store is, and only then counted, so
   * that threads that do this at the same time may exceed the bound by their number.
   *
   * @param client a hash of the client
   */
  boolean hasPlaceFor(String client) {
    return waiting.get() < MAX_WAITING
        && waitingOfClients.get(index(client)) < MAX_WAITING_OF_CLIENT;
  }

  private static int index(String client) {
    return client.hashCode() & (CLIENTS - 1);
  }

  /** A future of the same answer, which completes here. */
  <T extends @Nullable Object> CompletableFuture<T> of(CompletableFuture<T> answer, String client) {
    CompletableFuture<T> continued = new CompletableFuture<>();
    begin(client);
    var unused =
        answer.whenComplete((value, failure) -> {
          Runnable next =
              () -> {
                end(client);
                if (failure == null) {
                  continued.complete(value);
                } else {
                  continued.completeExceptionally(failure);
                }
              };
          // If no thread can be started: better here than never.
          workers.execute(next, next);
        });
    return continued;
  }

  /**
   * The same answer, for which this thread waits: no worker is needed, all of which may be blocked.
   *
   * @param nanos how long it waits
   * @throws TimeoutException if there is no answer by then
   */
  <T extends @Nullable Object> T await(CompletableFuture<T> answer, long nanos, String client)
      throws InterruptedException, ExecutionException, TimeoutException {
    begin(client);
    try {
      return answer.get(nanos, TimeUnit.NANOSECONDS);
    } finally {
      end(client);
    }
  }

  private void begin(String client) {
    waiting.incrementAndGet();
    waitingOfClients.incrementAndGet(index(client));
  }

  private void end(String client) {
    waiting.decrementAndGet();
    waitingOfClients.decrementAndGet(index(client));
  }
}
