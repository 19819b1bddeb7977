// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.keys;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.token.UndecidedException;

/**
 * An answer that a validation waits for: on its own thread, or without one. Used by one thread at a
 * time.
 *
 * @param <A> the type of the answer
 */
public final class Awaited<A extends @Nullable Object> {

  private final CompletableFuture<A> answer;
  private final long end;
  private final Continuations room;
  private final Function<? super A, Continuations> where;
  private final Function<Throwable, ? extends A> otherwise;

  /**
   * An answer that may come.
   *
   * @param nanos how long the validation waits from now on
   * @param room where it waits without a thread
   * @param where where it continues then, depending on the answer
   * @param otherwise the answer in place of a failure, which is a {@link TimeoutException} if there
   *     is none in time, or an {@link InterruptedException}; or throws {@link UndecidedException}
   */
  public Awaited(
      CompletionStage<A> answer,
      long nanos,
      Continuations room,
      Function<? super A, Continuations> where,
      Function<Throwable, ? extends A> otherwise) {
    // The first answer counts, whatever becomes of the future of others.
    this.answer = room.copyOf(answer, nanos);
    this.end = System.nanoTime() + nanos;
    this.room = room;
    this.where = where;
    this.otherwise = otherwise;
  }

  public boolean isAtHand() {
    return answer.isDone();
  }

  /**
   * Returns the answer, for which this thread waits.
   *
   * @throws UndecidedException if it is a failure, or does not come in time, or the thread is
   *     interrupted, whose flag stays set
   */
  public A await() {
    Throwable failure;
    try {
      return answer.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure = e;
    } catch (ExecutionException e) {
      failure = Continuations.cause(e);
    } catch (TimeoutException | CancellationException e) {
      failure = e;
    }
    return otherwise.apply(failure);
  }

  /**
   * Runs {@code next} on a thread of the library once {@link #await} does not wait any more.
   *
   * @param bytes the memory that is needed until then
   * @throws UndecidedException if too many validations wait already
   */
  public void whenOver(long bytes, Runnable next) {
    room.await(answer, where, bytes, next);
  }
}
