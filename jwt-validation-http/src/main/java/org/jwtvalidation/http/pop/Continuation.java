package org.jwtvalidation.http.pop;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.BoundedExecutor;
import org.jwtvalidation.internal.concurrent.LibraryThreads;

/**
 * Where checks go on that have waited for a replay store: on threads of the library, some at a
 * time, and not on the thread that brings the answer. Code of users may follow, which may block,
 * and that thread brings the answers to all others.
 */
final class Continuation {

  private final BoundedExecutor workers =
      new BoundedExecutor(
          LibraryThreads.SHARED.workers(),
          Math.max(16, Runtime.getRuntime().availableProcessors()),
          Integer.MAX_VALUE);

  /** A future of the same answer, which completes here. */
  <T extends @Nullable Object> CompletableFuture<T> of(CompletableFuture<T> answer) {
    CompletableFuture<T> continued = new CompletableFuture<>();
    var unused =
        answer.whenComplete((value, failure) -> {
          Runnable next =
              () -> {
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
}
