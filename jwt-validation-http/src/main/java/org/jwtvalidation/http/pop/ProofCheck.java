// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.FailureLog;
import org.jwtvalidation.internal.concurrent.GuardedLogger;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.token.UndecidedException;

/**
 * A check of a proof that is over, but for an answer that may come later. One of the two is used.
 */
sealed interface ProofCheck {

  /** What is at fault where the replay store cannot tell. */
  String STORE = "replay store";

  /** Named after the facade, whichever class finds a fault. */
  GuardedLogger LOGGER = new GuardedLogger(ProofOfPossession.class.getName());

  /** A check that needs nothing more. */
  static ProofCheck answered(ProofAnswer answer) {
    return new Answered(logged(answer));
  }

  private static ProofAnswer logged(ProofAnswer answer) {
    if (!answer.isAccepted()) {
      LOGGER.log(
          Level.DEBUG,
          () -> "proof of possession " + answer.result() + ": " + answer.fault(),
          null);
    }
    return answer;
  }

  /** The answer, for which this thread waits. */
  ProofAnswer await();

  /** The answer, which comes on a thread of the library if it is not there. */
  CompletableFuture<ProofAnswer> future();

  /** A check that needs nothing more. */
  record Answered(ProofAnswer answer) implements ProofCheck {

    @Override
    public ProofAnswer await() {
      return answer;
    }

    @Override
    public CompletableFuture<ProofAnswer> future() {
      return CompletableFuture.completedFuture(answer);
    }
  }

  /**
   * A check that needs the answer of the replay store.
   *
   * @param answer not the future of the store, which others may wait for, unless it is complete
   * @param client whose proof it is
   * @param failures logs why the store cannot tell
   */
  record Asked(
      CompletableFuture<ReplayStore.Answer> answer,
      @Nullable String nextNonce,
      String client,
      Duration timeout,
      Continuation continuation,
      FailureLog failures)
      implements ProofCheck {

    @Override
    public ProofAnswer await() {
      try {
        return answer(
            answer.isDone() ? answer.get() : continuation.await(answer, timeout.toNanos(), client));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return undecided(e);
      } catch (ExecutionException | TimeoutException | CancellationException e) {
        return undecided(e);
      }
    }

    @Override
    public CompletableFuture<ProofAnswer> future() {
      return (answer.isDone() ? answer : continuation.of(limited(), client))
          .handle((use, failure) -> failure == null ? answer(use) : undecided(failure));
    }

    private CompletableFuture<ReplayStore.Answer> limited() {
      Runnable end = () -> answer.completeExceptionally(new TimeoutException("no answer in time"));
      // Not by the JDK's timer and common pool, which the application may block.
      Future<?> timer =
          LibraryThreads.SHARED.timer().schedule(end, timeout.toNanos(), TimeUnit.NANOSECONDS);
      var unused = answer.whenComplete((use, failure) -> timer.cancel(false));
      return answer;
    }

    private ProofAnswer answer(ReplayStore.@Nullable Answer use) {
      if (use == null) {
        return undecided(new NullPointerException("the answer is null; return one of Answer"));
      }
      return switch (use) {
        case FIRST -> new ProofAnswer(ProofResult.ACCEPTED, null, nextNonce, null);
        case REPLAYED -> logged(ProofAnswer.refused(ProofResult.REPLAYED, "jti"));
        case TOO_MANY -> logged(ProofAnswer.refused(ProofResult.TOO_MANY, "jti"));
      };
    }

    private ProofAnswer undecided(Throwable failure) {
      boolean isWrapped =
          failure instanceof CompletionException || failure instanceof ExecutionException;
      Throwable cause = isWrapped && failure.getCause() != null ? failure.getCause() : failure;
      Duration retryAfter = cause instanceof UndecidedException e ? e.retryAfter() : null;
      // An interrupt is the caller's.
      if (!(cause instanceof InterruptedException)) {
        failures.log("the replay store failed", "proofs are undecided", cause);
      }
      return logged(new ProofAnswer(ProofResult.UNDECIDED, STORE, null, retryAfter));
    }
  }
}
