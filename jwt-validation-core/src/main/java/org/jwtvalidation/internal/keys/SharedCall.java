package org.jwtvalidation.internal.keys;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.LibraryThreads;

/**
 * Calls a method that may block, for callers that never do: on a thread of the library, once at a
 * time, and all callers share the answer. While a call that has timed out does not return, no other
 * begins. Thread-safe.
 *
 * @param <T> the type of the answer
 */
public final class SharedCall<T> {

  /** One call. */
  private static final class Call<T> {

    private final Object about;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private volatile boolean returned;
    private volatile long returnedAt;

    private Call(Object about) {
      this.about = about;
    }

    private void run(Callable<T> method) {
      try {
        end(method.call(), null);
      } catch (Throwable e) {
        end(null, e);
      }
    }

    private void end(@Nullable T value, @Nullable Throwable failure) {
      if (failure == null) {
        answer.complete(value);
      } else {
        answer.completeExceptionally(failure);
      }
      returnedAt = System.nanoTime();
      returned = true;
    }

    /** Whether the answer, or that there is none yet, is good enough for callers now. */
    private boolean isFresh(Object question, long keptNanos) {
      return about == question
          && (!returned
              || (!answer.isCompletedExceptionally()
                  && System.nanoTime() - returnedAt < keptNanos));
    }
  }

  private final LibraryThreads threads;
  private final Duration timeout;
  private final long keptNanos;
  private final AtomicReference<@Nullable Call<T>> latest = new AtomicReference<>();

  /**
   * No call yet.
   *
   * @param timeout how long callers wait
   * @param kept how long an answer is given to further callers
   */
  public SharedCall(LibraryThreads threads, Duration timeout, Duration kept) {
    this.threads = threads;
    this.timeout = timeout;
    this.keptNanos = kept.toNanos();
  }

  /**
   * The answer of {@code method}, which fails after the time-out.
   *
   * @param about what the call is about: callers with the same object share an answer
   */
  public CompletableFuture<T> ask(Object about, Callable<T> method) {
    return join(
        about,
        known -> known.isFresh(about, keptNanos),
        call -> threads.workers().execute(() -> call.run(method)));
  }

  /**
   * As {@link #ask}, for a method that has returned a stage: callers with the same object share the
   * first stage until it completes, which it need not ever do.
   */
  CompletableFuture<T> share(Object about, CompletionStage<T> stage) {
    return join(
        about,
        known -> known.about == about && !known.answer.isDone(),
        call -> stage.whenComplete(call::end));
  }

  /** The answer of the latest call if it is acceptable, and otherwise that of a new call. */
  private CompletableFuture<T> join(
      Object about, Predicate<Call<T>> isAcceptable, Consumer<Call<T>> method) {
    Call<T> known = latest.get();
    if (known != null && isAcceptable.test(known)) {
      return known.answer;
    }
    Call<T> fresh = new Call<>(about);
    Call<T> call =
        Objects.requireNonNull(
            latest.updateAndGet(
                other -> other != null && isAcceptable.test(other) ? other : fresh));
    if (call == fresh) {
      start(call, method);
    }
    return call.answer;
  }

  private void start(Call<T> call, Consumer<Call<T>> method) {
    try {
      Future<?> timer =
          threads
              .timer()
              .schedule(
                  () -> call.answer.completeExceptionally(timeoutException()),
                  timeout.toNanos(),
                  TimeUnit.NANOSECONDS);
      var unused = call.answer.whenComplete((answer, failure) -> timer.cancel(false));
      method.accept(call);
    } catch (RuntimeException | Error e) {
      // For example an OutOfMemoryError: "unable to create native thread".
      call.end(null, e);
    }
  }

  private TimeoutException timeoutException() {
    return new TimeoutException("no answer after " + timeout.toMillis() + " ms");
  }
}
