// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.keysource.FetchedDocument.Version;
import org.jwtvalidation.keysource.KeyRefreshReport.Cause;

/** A fetch that is under way, and the callers that wait for its end. Thread-safe. */
final class PendingFetch {

  final Cause cause;

  /** The version to ask a newer one than, or null to ask for the document in full. */
  final @Nullable Version known;

  /** On the clock of the source. */
  final long begin;

  /** Completed by the endpoint or by a time-out, whichever is first. */
  final CompletableFuture<FetchedDocument> result = new CompletableFuture<>();

  /** Completed after that by {@link #end}. All callers share it. */
  final CompletableFuture<Void> end = new CompletableFuture<>();

  private final long deadline;
  private final AtomicBoolean hasWaiter = new AtomicBoolean();

  /**
   * A fetch that begins now.
   *
   * @param timeout in nanoseconds of real time
   */
  PendingFetch(Cause cause, @Nullable Version known, long begin, long timeout) {
    this.cause = cause;
    this.known = known;
    this.begin = begin;
    this.deadline = System.nanoTime() + timeout;
  }

  /** Whether the fetch has taken longer than the total time-out. */
  boolean isOverdue() {
    return System.nanoTime() - deadline >= 0;
  }

  /**
   * Whether this caller may wait. All may, except in an outage: then only the first, so that an
   * endpoint that hangs does not collect the threads of the application.
   */
  boolean admitsWaiter() {
    return cause != Cause.RETRY || hasWaiter.compareAndSet(false, true);
  }

  /** Releases the callers that wait, on one of {@code threads}; on this one if there is none. */
  void end(Executor threads) {
    try {
      threads.execute(() -> end.complete(null));
    } catch (RuntimeException | Error e) {
      // For example an OutOfMemoryError: "unable to create native thread".
      end.complete(null);
    }
  }
}
