// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.util.concurrent.CompletableFuture;
import org.jwtvalidation.internal.watch.Watch;

/**
 * How the caller of a validation gets its outcome, after those that watch it. Thread-safe.
 *
 * @param <T> the type of token
 * @param <R> what the caller gets
 */
interface Caller<T, R> {

  R accepted(T token, Watch watch);

  /**
   * Ends a validation that fails.
   *
   * @throws E the failure, for callers that wait: whatever it is, as no method on its way declares
   *     it
   */
  <E extends Throwable> R failed(Throwable failure, Watch watch) throws E;

  /** Goes on with a validation that has to wait. */
  R waiting(Validation<T> validation);

  /**
   * Waits on its own thread, and goes on there: its checks, mappers and monitors run where it
   * called.
   */
  final class Blocking<T> implements Caller<T, T> {

    @Override
    public T accepted(T token, Watch watch) {
      watch.accepted();
      return token;
    }

    @Override
    @SuppressWarnings("unchecked") // erased
    public <E extends Throwable> T failed(Throwable failure, Watch watch) throws E {
      watch.failed(failure);
      throw (E) failure;
    }

    @Override
    public T waiting(Validation<T> validation) {
      T token = validation.goOn();
      while (token == null) {
        token = validation.goOn();
      }
      return accepted(token, validation.watch());
    }
  }

  /** Never waits: its validation goes on on a thread of the library. */
  final class Async<T> implements Caller<T, CompletableFuture<T>> {

    @Override
    public CompletableFuture<T> accepted(T token, Watch watch) {
      CompletableFuture<T> outcome = new CompletableFuture<>();
      accept(token, watch, outcome);
      return outcome;
    }

    @Override
    public <E extends Throwable> CompletableFuture<T> failed(Throwable failure, Watch watch) {
      CompletableFuture<T> outcome = new CompletableFuture<>();
      fail(failure, watch, outcome);
      return outcome;
    }

    private static <T> void accept(T token, Watch watch, CompletableFuture<T> outcome) {
      end(watch::accepted, () -> outcome.complete(token));
    }

    private static void fail(Throwable failure, Watch watch, CompletableFuture<?> outcome) {
      end(() -> watch.failed(failure), () -> outcome.completeExceptionally(failure));
    }

    /** Completes a future, for which a caller waits, whatever its monitors throw. */
    private static void end(Runnable watched, Runnable completed) {
      try {
        watched.run();
      } catch (Throwable e) {
        // An error of the JVM itself, which is not the outcome of this validation.
      } finally {
        completed.run();
      }
    }

    @Override
    public CompletableFuture<T> waiting(Validation<T> validation) {
      CompletableFuture<T> outcome = new CompletableFuture<>();
      proceed(validation, outcome);
      return outcome;
    }

    private void proceed(Validation<T> validation, CompletableFuture<T> outcome) {
      try {
        if (validation.isAtHand()) {
          goOn(validation, outcome);
        } else {
          validation.whenOver(() -> goOn(validation, outcome));
        }
      } catch (Throwable e) {
        fail(e, validation.watch(), outcome);
      }
    }

    private void goOn(Validation<T> validation, CompletableFuture<T> outcome) {
      T token;
      try {
        token = validation.goOn();
      } catch (Throwable e) {
        fail(e, validation.watch(), outcome);
        return;
      }
      if (token == null) {
        proceed(validation, outcome);
      } else {
        accept(token, validation.watch(), outcome);
      }
    }
  }
}
