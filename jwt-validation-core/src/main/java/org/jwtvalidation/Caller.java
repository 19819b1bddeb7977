package org.jwtvalidation;

import java.util.concurrent.CompletableFuture;

/**
 * How the caller of a validation gets its token. Thread-safe.
 *
 * @param <T> the type of token
 * @param <R> what the caller gets
 */
interface Caller<T, R> {

  R accepted(T token);

  /** Goes on with a validation that has to wait. */
  R waiting(Validation<T> validation);

  /**
   * Waits on its own thread, and goes on there: its checks, mappers and monitors run where it
   * called.
   */
  final class Blocking<T> implements Caller<T, T> {

    @Override
    public T accepted(T token) {
      return token;
    }

    @Override
    public T waiting(Validation<T> validation) {
      T token = validation.goOn();
      while (token == null) {
        token = validation.goOn();
      }
      return token;
    }
  }

  /** Never waits: its validation goes on on a thread of the library. */
  final class Async<T> implements Caller<T, CompletableFuture<T>> {

    @Override
    public CompletableFuture<T> accepted(T token) {
      return CompletableFuture.completedFuture(token);
    }

    @Override
    public CompletableFuture<T> waiting(Validation<T> validation) {
      CompletableFuture<T> outcome = new CompletableFuture<>();
      proceed(validation, outcome);
      return outcome;
    }

    private void proceed(Validation<T> validation, CompletableFuture<T> outcome) {
      try {
        if (validation.awaited().isAtHand()) {
          goOn(validation, outcome);
        } else {
          validation.awaited().whenOver(() -> goOn(validation, outcome));
        }
      } catch (Throwable e) {
        outcome.completeExceptionally(e);
      }
    }

    private void goOn(Validation<T> validation, CompletableFuture<T> outcome) {
      try {
        T token = validation.goOn();
        if (token == null) {
          proceed(validation, outcome);
        } else {
          outcome.complete(token);
        }
      } catch (Throwable e) {
        outcome.completeExceptionally(e);
      }
    }
  }
}
