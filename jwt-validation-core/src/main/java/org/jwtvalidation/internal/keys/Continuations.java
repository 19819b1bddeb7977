package org.jwtvalidation.internal.keys;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.BoundedExecutor;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.token.UndecidedException;

/**
 * Where validations continue that have waited for an answer: on threads of the library, a few at a
 * time, and not on the thread that brings the answer, because code of users may follow.
 * Thread-safe.
 */
public final class Continuations {

  /** A validation that waits keeps a parsed token of some kilobytes. */
  public static final int MAX_WAITING = 10_000;

  private static final int PARALLELISM = Math.max(4, Runtime.getRuntime().availableProcessors());

  private final BoundedExecutor executor;
  private final AtomicInteger waiting = new AtomicInteger();

  public Continuations() {
    this(LibraryThreads.SHARED.workers());
  }

  Continuations(Executor threads) {
    this.executor = new BoundedExecutor(threads, PARALLELISM, Integer.MAX_VALUE);
  }

  /**
   * Returns {@code answer} if it is complete, and otherwise the same answer for a validation that
   * continues here.
   *
   * @throws UndecidedException if too many validations wait
   */
  public <T extends @Nullable Object> CompletableFuture<T> await(CompletableFuture<T> answer) {
    return await(answer, value -> this);
  }

  /**
   * As {@link #await(CompletableFuture)}, for an answer that tells where the validation continues.
   *
   * @param where called with the answer, unless that is a failure
   */
  public <T extends @Nullable Object> CompletableFuture<T> await(
      CompletableFuture<T> answer, Function<T, Continuations> where) {
    if (answer.isDone()) {
      return answer;
    }
    if (waiting.incrementAndGet() > MAX_WAITING) {
      waiting.decrementAndGet();
      throw new UndecidedException(MAX_WAITING + " validations already wait for keys", null);
    }
    CompletableFuture<T> continued = new CompletableFuture<>();
    var unused =
        answer.whenComplete((value, failure) -> {
          Runnable next =
              () -> {
                waiting.decrementAndGet();
                if (failure == null) {
                  continued.complete(value);
                } else {
                  continued.completeExceptionally(failure);
                }
              };
          Continuations place = failure == null ? where.apply(value) : this;
          // If no thread can be started: better here than never.
          place.executor.execute(next, next);
        });
    return continued;
  }

  /** What a stage has failed with. */
  public static Throwable cause(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }
}
