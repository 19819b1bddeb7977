// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.keysource.FetchedDocument.Version;
import org.jwtvalidation.keysource.KeyRefreshReport.Cause;

/** A fetch that is under way, and the callers that wait for its end. Thread-safe. */
final class PendingFetch {

  private final Cause cause;
  private final @Nullable Version known;
  private final long begin;
  private final long deadline;
  private final CompletableFuture<FetchedDocument> result = new CompletableFuture<>();
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private final AtomicReference<@Nullable CompletableFuture<Void>> over = new AtomicReference<>();
  private final AtomicBoolean hasWaiter = new AtomicBoolean();

  /**
   * A fetch that begins now.
   *
   * @param known the version to ask a newer one than, or null to ask for the document in full, at
   *     the place that the metadata names by now
   * @param begin on the clock of the source
   * @param timeout in nanoseconds of real time
   */
  PendingFetch(Cause cause, @Nullable Version known, long begin, long timeout) {
    this.cause = cause;
    this.known = known;
    this.begin = begin;
    this.deadline = System.nanoTime() + timeout;
  }

  Cause cause() {
    return cause;
  }

  @Nullable Version known() {
    return known;
  }

  /** On the clock of the source. */
  long begin() {
    return begin;
  }

  /** Completed by the endpoint or by a time-out, whichever is first. */
  CompletableFuture<FetchedDocument> result() {
    return result;
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

  /**
   * Completed after the end by one of {@code threads}, whichever thread ends the fetch. All callers
   * share it.
   */
  CompletableFuture<Void> whenOver(Executor threads) {
    if (over.get() == null) {
      over.compareAndSet(null, overOn(threads));
    }
    return Objects.requireNonNull(over.get());
  }

  /** On this thread if there is no other. */
  private CompletableFuture<Void> overOn(Executor threads) {
    return end.thenRunAsync(() -> {}, threads).exceptionally(notStarted -> null);
  }

  /** Releases the callers that wait. */
  void end() {
    end.complete(null);
  }
}
