// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.keys;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.BoundedExecutor;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.token.UndecidedException;

/**
 * Where validations without a thread wait and continue: on threads of the library, a few at a time,
 * and not on the thread that brings the answer, because application code may follow. Thread-safe.
 */
public final class Continuations {

  public static final int MAX_WAITING = 10_000;

  /**
   * A validation that waits keeps a parsed token, which can take a hundred times as much as most:
   * those that wait in one place may take an eighth of the heap, and twice as much in all places.
   */
  public static final long MAX_MEMORY = Runtime.getRuntime().maxMemory() / 8;

  private static final AtomicLong IN_ALL_PLACES = new AtomicLong();

  private static final int PARALLELISM = Math.max(4, Runtime.getRuntime().availableProcessors());

  private static final long SHARED = TimeUnit.SECONDS.toNanos(1);

  /**
   * The copy of an answer for those that wait for it.
   *
   * @param stage what the source of the answer has returned
   * @param original its future, which may be another one each time that the stage is asked for it
   */
  private record Copy(
      CompletionStage<?> stage,
      CompletableFuture<?> original,
      CompletableFuture<?> copy,
      long end) {

    /** Whether it ends neither before this, nor more than a second later. */
    private boolean suits(long other) {
      return !copy.isDone() && end - other >= 0 && end - other <= SHARED;
    }
  }

  private final BoundedExecutor executor;
  private final ScheduledExecutorService timer;
  private final AtomicReference<@Nullable Copy> latest = new AtomicReference<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final long maxMemory;
  private final AtomicLong memory = new AtomicLong();
  private final AtomicLong inAllPlaces;

  public Continuations() {
    this(LibraryThreads.SHARED, MAX_MEMORY, IN_ALL_PLACES);
  }

  /**
   * A place of its own.
   *
   * @param maxMemory for what waits here, in bytes; twice as much for all places
   * @param inAllPlaces what waits in all places, in bytes
   */
  Continuations(LibraryThreads threads, long maxMemory, AtomicLong inAllPlaces) {
    this.executor = new BoundedExecutor(threads.workers(), PARALLELISM, Integer.MAX_VALUE);
    this.timer = threads.timer();
    this.maxMemory = maxMemory;
    this.inAllPlaces = inAllPlaces;
  }

  /**
   * Returns an answer that is there, or else a copy of it that fails if the time is over, or up to
   * a second later. All that wait for the same answer within a second share a copy, since one that
   * never comes keeps each of them.
   */
  @SuppressWarnings("unchecked") // the copy is of this very answer
  <A extends @Nullable Object> CompletableFuture<A> copyOf(CompletionStage<A> answer, long nanos) {
    long until = System.nanoTime() + nanos;
    Copy last = latest.get();
    Copy known = last != null && last.stage == answer ? last : null;
    CompletableFuture<A> original =
        known == null ? answer.toCompletableFuture() : (CompletableFuture<A>) known.original;
    if (original.isDone()) {
      return original;
    }
    if (known != null && known.suits(until)) {
      return (CompletableFuture<A>) known.copy;
    }
    CompletableFuture<A> copy = original.copy();
    Copy shared = new Copy(answer, original, copy, until + SHARED);
    latest.set(shared);
    try {
      Future<?> end =
          timer.schedule(
              () -> copy.completeExceptionally(new TimeoutException()),
              nanos + SHARED,
              TimeUnit.NANOSECONDS);
      var unused =
          copy.whenComplete((value, failure) -> {
            end.cancel(false);
            latest.compareAndSet(shared, null);
          });
    } catch (RuntimeException | Error e) {
      // For example an OutOfMemoryError: "unable to create native thread".
      copy.completeExceptionally(e);
    }
    return copy;
  }

  /**
   * Runs {@code next} when the answer is there.
   *
   * @param where where it runs, depending on the answer; here if that is a failure
   * @param bytes the memory that is needed until then
   * @throws UndecidedException if too many validations wait
   */
  <A extends @Nullable Object> void await(
      CompletableFuture<A> answer,
      Function<? super A, Continuations> where,
      long bytes,
      Runnable next) {
    enter(bytes);
    var unused =
        answer.whenComplete((value, failure) -> {
          Runnable last =
              () -> {
                leave(bytes);
                next.run();
              };
          Continuations place = failure == null ? where.apply(value) : this;
          // If no thread can be started: better here than never.
          place.executor.execute(last, last);
        });
  }

  private void enter(long bytes) {
    boolean isFull = waiting.incrementAndGet() > MAX_WAITING;
    // Each is counted everywhere, so that leaving is the reverse.
    boolean isLarge = memory.addAndGet(bytes) > maxMemory;
    boolean areLarge = inAllPlaces.addAndGet(bytes) > 2 * maxMemory;
    if (isFull || isLarge || areLarge) {
      leave(bytes);
      throw new UndecidedException(
          isFull
              ? MAX_WAITING + " validations already wait for keys"
              : "the tokens that already wait for keys take too much memory",
          null);
    }
  }

  private void leave(long bytes) {
    inAllPlaces.addAndGet(-bytes);
    memory.addAndGet(-bytes);
    waiting.decrementAndGet();
  }

  /** What a stage has failed with. */
  public static Throwable cause(Throwable failure) {
    Throwable cause = failure.getCause();
    boolean isWrapped =
        failure instanceof CompletionException || failure instanceof ExecutionException;
    return isWrapped && cause != null ? cause(cause) : failure;
  }
}
