// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.GuardedLogger;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.internal.concurrent.Moment;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.KeyRefreshReport.Cause;
import org.jwtvalidation.keysource.KeyRefreshReport.Outcome;
import org.jwtvalidation.keysource.RefreshReporter.LogLine;
import org.jwtvalidation.keysource.RefreshState.KeysInForce;
import org.jwtvalidation.keysource.RefreshState.RefreshHistory;

/**
 * Decides which keys of an endpoint are in force, when newer ones are fetched, and which callers
 * wait for them. Thread-safe.
 */
final class KeyRefresh implements AutoCloseable {

  /*
   * State. Everything that decides is one immutable RefreshState in one AtomicReference. A
   * transition reads the state, then the clocks, computes the next state, and installs it by
   * compare-and-set; if another transition was faster, it decides again on the newer state. A fetch
   * belongs to the caller whose transition put it into the state, so that one is under way at a
   * time. There is no timer for refreshes: callers find out what is due.
   *
   *   keys                              fetch that is due    callers
   *   none, or past hard expiry         now                  wait for it
   *   up to refreshAhead                none                 get the keys
   *   from refreshAhead to lifetime     now                  get the keys
   *   from lifetime to hard expiry      now                  wait for it, then get what is in force
   *   any, after a failed fetch         at retryAt           at most one waits for each fetch; the
   *                                                          others get what is in force
   *
   * Fast path. A caller with usable keys that finds nothing due makes the state quiet, for at most a
   * second and not beyond the next moment of the table. In a quiet state jwkSet() is one volatile
   * read and one reading of nanoTime. Only the slow path, which is for callers that find the state
   * not quiet, writes; neither the fast path nor health() does.
   *
   * Unknown keys. The caller names the set that lacks the key. A newer set is returned at once.
   * Otherwise the caller waits for the fetch under way, and if that has not changed the set, for one
   * more of its own: the first may have been answered before the key was published, or have asked
   * only for a confirmation. It does not, if the first took so long that both might take longer than
   * callers wait. The cooldown begins when such a fetch starts.
   *
   * End. A fetch ends once: when the endpoint completes it with a document or a failure, when its
   * time-out or close() does, or when the next caller finds it overdue, as after a failure of the timer.
   * The state is published first, then the callers that wait are released, then the
   * RefreshReporter is told. All of this is free of user code: fetchers run on a thread of
   * JwkSetEndpoint, listeners and log appenders on one of RefreshReporter, and what depends on a
   * stage on a worker.
   */

  private static final GuardedLogger LOGGER = new GuardedLogger(HttpKeySource.class.getName());

  /** By how many nanoseconds callers wait longer than a fetch may take. */
  private static final long TO_SPARE = Duration.ofSeconds(1).toNanos();

  private final String name;
  private final JwkSetEndpoint endpoint;
  private final RefreshPolicy policy;
  private final Moment.Clocks clocks;
  private final DoubleSupplier random;
  private final Executor workers;
  private final RefreshReporter reporter;
  private final AtomicReference<RefreshState> state;

  /**
   * The keys of an endpoint, of which none is fetched yet.
   *
   * @param name of the endpoint, for messages
   * @param random from 0 to 1
   */
  KeyRefresh(
      String name,
      JwkSetEndpoint endpoint,
      RefreshPolicy policy,
      Moment.Clocks clocks,
      DoubleSupplier random,
      LibraryThreads threads) {
    this.name = name;
    this.endpoint = endpoint;
    this.policy = policy;
    this.clocks = clocks;
    this.random = random;
    this.workers = threads.workers();
    this.reporter = new RefreshReporter(LOGGER, name, workers);
    this.state = new AtomicReference<>(RefreshState.initial(clocks.nanoTime().getAsLong()));
  }

  void onRefresh(Consumer<KeyRefreshReport> listener) {
    reporter.onRefresh(listener);
  }

  Duration timeout() {
    return Duration.ofNanos(policy.totalTimeout + TO_SPARE);
  }

  KeySourceHealth health() {
    return state().health(clocks.now(), policy);
  }

  private RefreshState state() {
    return Objects.requireNonNull(state.get());
  }

  /** The set in force, or null if callers wait for one: there is none, or it is old. */
  @Nullable JwkSet jwkSet() {
    RefreshState current = state();
    KeysInForce keys = current.keys();
    return keys != null && current.isQuiet(clocks.nanoTime().getAsLong())
        ? keys.jwkSet()
        : jwkSetAfterLook();
  }

  private @Nullable JwkSet jwkSetAfterLook() {
    RefreshState looked = look();
    Moment now = clocks.now();
    KeysInForce usable = looked.usableKeys(now, policy);
    return usable == null || (looked.fetch() != null && isWorthWaiting(looked, now))
        ? null
        : usable.jwkSet();
  }

  /** The set in force once the fetch is over that callers without a set wait for. */
  private CompletableFuture<JwkSet> awaited() {
    RefreshState looked = look();
    PendingFetch fetch = fetchToAwait(looked, clocks.now());
    return fetch == null ? jwkSetInForceNow() : fetch.end.thenApply(ended -> jwkSetInForce());
  }

  /** The fetch that a caller waits for, or null if it gets what is in force. */
  private @Nullable PendingFetch fetchToAwait(RefreshState looked, Moment now) {
    PendingFetch fetch = looked.fetch();
    if (fetch == null) {
      return null;
    }
    boolean waits =
        looked.usableKeys(now, policy) == null ? fetch.admitsWaiter() : isWorthWaiting(looked, now);
    return waits ? fetch : null;
  }

  /** Whether callers wait for a fetch though there are keys. */
  private boolean isWorthWaiting(RefreshState looked, Moment now) {
    // The newer state, since the fetch may have ended; and none waits while fetches fail.
    return looked.isOld(now) && !state().history().isFailing();
  }

  /**
   * The set in force after a fetch for a key that {@code seen} lacks, if one is allowed and no
   * other set has come meanwhile; or the first set if there is none to lack it.
   */
  CompletableFuture<JwkSet> refreshed(@Nullable JwkSet seen) {
    return seen == null ? awaited() : refreshed(seen, 2, clocks.nanoTime().getAsLong());
  }

  private CompletableFuture<JwkSet> refreshed(JwkSet seen, int fetches, long begin) {
    PendingFetch fetch = fetches == 0 ? null : fetchForUnknownKey(seen);
    return fetch == null || !fetch.admitsWaiter()
        ? jwkSetInForceNow()
        : fetch.end.thenCompose(
            ended -> refreshed(seen, hasTimeForAnother(begin) ? fetches - 1 : 0, begin));
  }

  /** Whether a caller may wait for a whole fetch, too, and learn in time how it has ended. */
  private boolean hasTimeForAnother(long begin) {
    return clocks.nanoTime().getAsLong() - begin < TO_SPARE / 2;
  }

  private CompletableFuture<JwkSet> jwkSetInForceNow() {
    return CompletableFuture.completedFuture(this).thenApply(KeyRefresh::jwkSetInForce);
  }

  /** The set in force now. */
  private JwkSet jwkSetInForce() {
    RefreshState current = current();
    Moment now = clocks.now();
    KeysInForce usable = current.usableKeys(now, policy);
    if (usable == null) {
      throw unavailable(current, now);
    }
    return usable.jwkSet();
  }

  /** Does what is due, and returns the state after that; its fetch may be one that starts now. */
  private RefreshState look() {
    while (true) {
      RefreshState before = current();
      Moment now = clocks.now();
      RefreshState next =
          before.isDue(now, policy) ? before.fetching(Cause.AGE, now, policy) : before;
      if (install(before, next.quiet(now, policy))) {
        return next;
      }
    }
  }

  /** The fetch to wait for while {@code seen} is in force, or null. */
  private @Nullable PendingFetch fetchForUnknownKey(JwkSet seen) {
    while (true) {
      RefreshState before = current();
      if (before.keys() != null && before.keys().jwkSet() != seen) {
        return null;
      }
      RefreshState next = before.fetching(Cause.UNKNOWN_KEY, clocks.now(), policy);
      if (install(before, next)) {
        return next.fetch();
      }
    }
  }

  /** The state, without a fetch that is overdue. */
  private RefreshState current() {
    RefreshState current = state();
    PendingFetch fetch = current.fetch();
    if (fetch == null || !fetch.isOverdue()) {
      return current;
    }
    FetchException failure = endpoint.timeout();
    finish(fetch, null, failure);
    // Nothing changes by that but the end of the request.
    fetch.result.completeExceptionally(failure);
    return state();
  }

  /** Makes {@code next} the state and starts its fetch; false if it is no longer {@code before}. */
  @SuppressWarnings("ReferenceEquality") // a transition without a change returns the same state
  private boolean install(RefreshState before, RefreshState next) {
    if (next != before && !state.compareAndSet(before, next)) {
      return false;
    }
    PendingFetch fetch = next.fetch();
    if (fetch != null && fetch != before.fetch()) {
      start(fetch);
    }
    return true;
  }

  private void start(PendingFetch fetch) {
    try {
      var unused =
          fetch.result.whenComplete((document, failure) -> finish(fetch, document, failure));
      endpoint.fetch(fetch.known, fetch.result);
    } catch (Throwable e) {
      // Including errors: callers already wait for this fetch.
      fetch.result.completeExceptionally(e);
    }
  }

  private void finish(
      PendingFetch fetch, @Nullable FetchedDocument document, @Nullable Throwable failure) {
    try {
      if (document == null) {
        fail(fetch, Objects.requireNonNull(failure, "failure"));
      } else {
        succeed(fetch, document);
      }
    } catch (Throwable e) {
      // A set without a usable key, an error, or a failure that cannot even be described. No caller
      // of this thread could see it.
      fail(fetch, e);
    }
  }

  private void succeed(PendingFetch fetch, FetchedDocument document) {
    JwkSet published = document.octets() == null ? null : endpoint.jwkSet(document);
    end(
        fetch,
        published == null ? Outcome.CONFIRMED : Outcome.RENEWED,
        (before, now) -> before.succeeded(document, published, now, policy));
  }

  private void fail(PendingFetch fetch, Throwable failure) {
    Duration retryAfter = failure instanceof FetchException failed ? failed.retryAfter() : null;
    end(
        fetch,
        Outcome.FAILED,
        (before, now) -> {
          int failures = before.history().failures() + 1;
          long delay = policy.retryDelay(failures, retryAfter, random.getAsDouble());
          return before.failed(failure, delay, now);
        });
  }

  /** Ends {@code fetch}, if it has not ended before. */
  private void end(
      PendingFetch fetch,
      Outcome outcome,
      BiFunction<RefreshState, Moment, RefreshState> transition) {
    RefreshState before;
    RefreshState after;
    Moment now;
    do {
      before = state();
      if (before.fetch() != fetch) {
        return;
      }
      now = clocks.now();
      after = transition.apply(before, now);
    } while (!state.compareAndSet(before, after));
    fetch.end(workers);
    report(fetch, outcome, before, after, now);
  }

  private void report(
      PendingFetch fetch, Outcome outcome, RefreshState before, RefreshState after, Moment now) {
    if (after.closed()) {
      // As a rule it fails because of that, which is nobody's fault.
      return;
    }
    KeysInForce usable = after.usableKeys(now, policy);
    List<LogLine> lines = new ArrayList<>();
    if (outcome == Outcome.FAILED) {
      lines.add(
          new LogLine(
              Level.WARNING,
              "keys of " + name + " could not be fetched: " + failure(after.history(), now)));
    }
    if (outcome == Outcome.RENEWED && usable != null) {
      lines.addAll(
          reporter.skipped(usable.jwkSet(), before.keys() == null ? null : before.keys().jwkSet()));
    }
    reporter.tell(
        lines,
        new KeyRefreshReport(
            fetch.cause,
            outcome,
            usable == null ? 0 : usable.jwkSet().size(),
            Duration.ofNanos(Math.max(0, now.nanos() - fetch.begin)),
            after.history().error()));
  }

  private static String failure(RefreshHistory history, Moment now) {
    return history.error()
        + "; next attempt in "
        + untilNextAttempt(history, now).toMillis()
        + " ms";
  }

  private static Duration untilNextAttempt(RefreshHistory history, Moment now) {
    return Duration.ofNanos(Math.max(history.retryAt() - now.nanos(), 0));
  }

  private KeySourceException unavailable(RefreshState current, Moment now) {
    RefreshHistory history = current.history();
    String reason;
    Duration retryAfter = null;
    if (current.closed()) {
      reason = "closed";
    } else if (history.error() == null) {
      reason = "not there in time";
    } else {
      reason = failure(history, now);
      retryAfter = untilNextAttempt(history, now);
    }
    return new KeySourceException(
        "no keys of " + name + ": " + reason, history.cause(), retryAfter);
  }

  @Override
  public void close() {
    var unused = state.updateAndGet(RefreshState::asClosed);
    endpoint.close();
  }
}
