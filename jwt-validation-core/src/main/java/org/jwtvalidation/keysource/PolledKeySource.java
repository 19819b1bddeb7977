// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.GuardedLogger;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.internal.concurrent.Moment;
import org.jwtvalidation.internal.options.Bounds;
import org.jwtvalidation.internal.options.OptionException;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.KeyRefreshReport.Cause;
import org.jwtvalidation.keysource.KeyRefreshReport.Outcome;
import org.jwtvalidation.keysource.KeySourceHealth.State;
import org.jwtvalidation.keysource.RefreshReporter.LogLine;

/**
 * Keys returned by code that may block. The code runs on a thread of the library, once at a time,
 * while callers use the current keys. Callers wait for it if their key is not among them, or if
 * nobody has asked for keys for two intervals.
 */
final class PolledKeySource implements KeySource {

  private static final GuardedLogger LOGGER = new GuardedLogger(KeySource.class.getName());
  private static final Duration MIN_INTERVAL = Duration.ofSeconds(1);
  private static final Duration MAX_INTERVAL = Duration.ofHours(1);

  /** By how much callers wait longer than for a poll. */
  private static final Duration TO_SPARE = Duration.ofSeconds(1);

  /** The longest quiet: the two clocks may drift apart, as in a suspended machine. */
  private static final long MAX_QUIET = Duration.ofSeconds(1).toNanos();

  /**
   * When to poll.
   *
   * @param interval between two polls
   * @param unknownKey between two polls that tokens of unknown keys cause
   * @param firstRetry after a failure; doubles with each further one
   * @param longestRetry after many failures
   * @param expiry the age at which keys that could not be replaced are no longer used
   * @param timeout how long callers wait for a poll
   */
  private record Times(
      Duration interval,
      Duration unknownKey,
      Duration firstRetry,
      Duration longestRetry,
      Duration expiry,
      Duration timeout) {

    private static final Times OF_FILES =
        new Times(
            Duration.ofSeconds(5),
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofDays(36_500),
            Duration.ofSeconds(5));

    private static Times of(Duration interval) {
      return new Times(
          interval,
          RefreshPolicy.least(interval, Duration.ofSeconds(30)),
          Duration.ofSeconds(1),
          RefreshPolicy.least(interval, Duration.ofMinutes(1)),
          Duration.ofHours(12),
          Duration.ofSeconds(10));
    }

    private long retryDelay(int failures) {
      return RefreshPolicy.backoff(failures, firstRetry.toNanos(), longestRetry.toNanos());
    }
  }

  /**
   * What came of the polls so far.
   *
   * @param jwkSet the last good one, or null before the first
   * @param confirmedAt when the last good poll began
   * @param polledAt when the last poll began
   * @param dueAt on {@code nanoTime}, when the next one is due at the latest
   * @param problem what was wrong with the last one, or null
   * @param error the same in words
   * @param failures the number of polls in a row that failed
   */
  private record Snapshot(
      @Nullable JwkSet jwkSet,
      Moment confirmedAt,
      Moment polledAt,
      long dueAt,
      @Nullable Throwable problem,
      @Nullable String error,
      int failures,
      long polls,
      long failedPolls) {

    private static Snapshot none(Moment now) {
      return new Snapshot(null, now, now, now.nanos(), null, null, 0, 0, 0);
    }

    private Snapshot succeeded(JwkSet next, Moment now, Times times) {
      long due = now.nanos() + times.interval.toNanos();
      // The same instance as long as the keys are the same.
      JwkSet same = jwkSet != null && isEqual(jwkSet, next) ? jwkSet : next;
      return new Snapshot(same, now, now, due, null, null, 0, polls + 1, failedPolls);
    }

    private static boolean isEqual(JwkSet one, JwkSet other) {
      return one.keys().equals(other.keys()) && one.skipped().equals(other.skipped());
    }

    /** From its end on, since a call that fails may take its time. */
    private Snapshot failed(Throwable why, Moment now, long end, Times times) {
      long due = end + times.retryDelay(failures + 1);
      return new Snapshot(
          jwkSet,
          confirmedAt,
          now,
          due,
          why,
          describe(why),
          failures + 1,
          polls + 1,
          failedPolls + 1);
    }

    private @Nullable JwkSet usable(Moment now, Times times) {
      return now.since(confirmedAt) < times.expiry.toNanos() ? jwkSet : null;
    }

    /** In nanoseconds; none or less if a poll is due. */
    private long untilDue(Moment now, Times times) {
      long left = dueAt - now.nanos();
      return problem == null
          ? Math.min(left, times.interval.toNanos() - now.since(polledAt))
          : left;
    }

    private boolean isDue(Moment now, Times times) {
      return untilDue(now, times) <= 0;
    }

    /** Whether nobody has asked for long: the keys may have been withdrawn since. */
    private boolean isOld(Moment now, Times times) {
      return problem == null && now.since(polledAt) >= 2 * times.interval.toNanos();
    }

    /** Until when, on {@code nanoTime}, it can be neither due nor too old. */
    private long quietUntil(Moment now, Times times) {
      long left = times.expiry.toNanos() - now.since(confirmedAt);
      return now.nanos() + Math.min(MAX_QUIET, Math.min(left, untilDue(now, times)));
    }

    /** Why the next poll is made. */
    private Cause cause(Cause trigger) {
      if (problem != null) {
        return Cause.RETRY;
      }
      return jwkSet == null ? Cause.NO_KEYS : trigger;
    }
  }

  /**
   * Keys that need no further look, and but one clock, until some moment on {@code nanoTime}.
   *
   * @param seen that which was looked at
   */
  private record Quiet(Snapshot seen, long until) {

    private boolean lasts(long now, Snapshot current) {
      // Each poll makes another snapshot.
      return seen.polls == current.polls && now - until < 0;
    }
  }

  /** A poll that is under way. */
  private static final class Poll {

    private final Cause trigger;
    private final Snapshot soFar;
    private final Moment begin;

    /** False if it has ended, true if it is given up: whichever comes first. */
    private final CompletableFuture<Boolean> over = new CompletableFuture<>();

    /** The same for callers, on a thread of the library: what depends on it may be the user's. */
    private final CompletableFuture<Boolean> released;

    private final AtomicBoolean hasWaiter = new AtomicBoolean();

    private Poll(Cause trigger, Snapshot soFar, Moment begin, Executor workers) {
      this.trigger = trigger;
      this.soFar = soFar;
      this.begin = begin;
      // On the thread that ends it if there is no other.
      this.released =
          over.thenApplyAsync(givenUp -> givenUp, workers).exceptionally(notStarted -> over.join());
    }

    /** The nanoseconds that it takes so far. */
    private long duration(Moment now) {
      return now.nanos() - begin.nanos();
    }

    private boolean isOverdue(Moment now, Times times) {
      return over.getNow(false) || duration(now) > times.timeout.toNanos();
    }

    /** All may wait, except while polls fail: then only the first. */
    private boolean admitsWaiter() {
      return soFar.failures == 0 || hasWaiter.compareAndSet(false, true);
    }
  }

  private final String name;
  private final Callable<JwkSet> keys;
  private final Times times;
  private final Moment.Clocks clocks;
  private final Executor workers;
  private final ScheduledExecutorService timer;
  private final RefreshReporter reporter;
  private final AtomicReference<@Nullable Poll> underWay = new AtomicReference<>();
  private volatile Snapshot current; // written by the poll that is under way
  private volatile @Nullable Quiet quiet;
  private volatile boolean closed;

  /** Held to decide how a poll ends and to tell that: the last report has to be of the latest. */
  private final ReentrantLock ending = new ReentrantLock();

  /**
   * Whether the last poll was given up. One line of the log is enough for several in a row. Guarded
   * by ending.
   */
  private boolean lastWasGivenUp;

  private PolledKeySource(
      String name,
      Callable<JwkSet> keys,
      Times times,
      Moment.Clocks clocks,
      LibraryThreads threads) {
    this.name = name;
    this.keys = keys;
    this.times = times;
    this.clocks = clocks;
    this.workers = threads.workers();
    this.timer = threads.timer();
    this.reporter = new RefreshReporter(LOGGER, name, workers);
    this.current = Snapshot.none(clocks.now());
  }

  static PolledKeySource of(
      String name,
      Duration interval,
      Callable<JwkSet> keys,
      Moment.Clocks clocks,
      LibraryThreads threads) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(keys, "keys");
    var unused =
        Bounds.check("interval", interval, MIN_INTERVAL, MAX_INTERVAL, "choose some minutes");
    return new PolledKeySource(name, keys, Times.of(interval), clocks, threads);
  }

  /** The keys of a file, which is read now for the first time. */
  static PolledKeySource file(Path path, Moment.Clocks clocks, LibraryThreads threads) {
    PolledKeySource source =
        new PolledKeySource(
            path.toString(), () -> JwkSetFile.read(path), Times.OF_FILES, clocks, threads);
    try {
      source.begin(JwkSetFile.read(path));
    } catch (IOException | IllegalArgumentException e) {
      throw new OptionException(
          "path", path + " has no usable JWK Set (" + describe(e) + ")", "name a readable file", e);
    }
    return source;
  }

  private void begin(JwkSet first) {
    current = current.succeeded(first, current.polledAt, times);
    reporter.tell(reporter.skipped(first, null), null);
  }

  @Override
  public @Nullable JwkSet jwkSet() {
    Snapshot soFar = current;
    long nanos = clocks.nanoTime().getAsLong();
    Quiet known = quiet;
    return known != null && known.lasts(nanos, soFar) ? soFar.jwkSet : look(soFar);
  }

  private @Nullable JwkSet look(Snapshot before) {
    Moment now = clocks.now();
    Snapshot soFar = before;
    Poll poll = underWay.get();
    if (poll == null && soFar.isDue(now, times)) {
      poll = poll(Cause.AGE, soFar, now);
      // It may be over already, if the thread of the library was fast.
      soFar = current;
    }
    if (isWorthWaiting(soFar, poll, now)) {
      return null;
    }
    JwkSet usable = soFar.usable(now, times);
    if (usable != null && !soFar.isDue(now, times)) {
      quiet = new Quiet(soFar, soFar.quietUntil(now, times));
    }
    return usable;
  }

  /** Whether callers wait for a poll though there are keys. */
  private boolean isWorthWaiting(Snapshot soFar, @Nullable Poll poll, Moment now) {
    return poll != null && !poll.isOverdue(now, times) && soFar.isOld(now, times);
  }

  @Override
  public CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
    Moment now = clocks.now();
    Snapshot soFar = current;
    JwkSet usable = soFar.usable(now, times);
    Poll poll = underWay.get();
    if (usable != null && usable != seen && !isWorthWaiting(soFar, poll, now)) {
      return CompletableFuture.completedStage(usable);
    }
    boolean mayPoll =
        usable == null
            ? soFar.isDue(now, times)
            : now.since(soFar.polledAt) >= times.unknownKey.toNanos();
    if (poll == null && mayPoll) {
      poll = poll(usable == null ? Cause.NO_KEYS : Cause.UNKNOWN_KEY, soFar, now);
    }
    if (poll != null && poll.isOverdue(now, times)) {
      return CompletableFuture.failedStage(unavailable(soFar, now));
    }
    if (poll == null || !poll.admitsWaiter()) {
      return CompletableFuture.completedFuture(this).thenApply(PolledKeySource::inForce);
    }
    return poll.released.thenApply(givenUp -> {
      JwkSet inForce = inForce();
      if (givenUp && inForce == seen) {
        // Whether there is a newer key is not known.
        throw unavailable(current, clocks.now());
      }
      return inForce;
    });
  }

  private JwkSet inForce() {
    Moment now = clocks.now();
    Snapshot soFar = current;
    JwkSet usable = soFar.usable(now, times);
    if (usable == null) {
      throw unavailable(soFar, now);
    }
    return usable;
  }

  private KeySourceException unavailable(Snapshot soFar, Moment now) {
    String error = error(soFar, now);
    return new KeySourceException(
        "no keys of " + name + ": " + (error == null ? "not there in time" : error),
        soFar.problem,
        closed ? null : Duration.ofNanos(Math.max(0, soFar.untilDue(now, times))));
  }

  @Override
  public Duration timeout() {
    return times.timeout.plus(TO_SPARE);
  }

  /** The poll that is under way, which may be one that begins now; null if there can be none. */
  private @Nullable Poll poll(Cause trigger, Snapshot soFar, Moment now) {
    Poll poll = new Poll(trigger, soFar, now, workers);
    Poll earlier = underWay.compareAndExchange(null, poll);
    if (earlier != null || closed) {
      end(poll);
      return earlier;
    }
    try {
      Future<?> end =
          timer.schedule(() -> giveUp(poll), times.timeout.toNanos(), TimeUnit.NANOSECONDS);
      var unused = poll.over.whenComplete((givenUp, failure) -> end.cancel(false));
      workers.execute(() -> run(poll));
    } catch (RuntimeException | Error e) {
      // For example an OutOfMemoryError: "unable to create native thread".
      end(poll);
    }
    return poll;
  }

  private void run(Poll poll) {
    try {
      Snapshot before = current;
      // Unless another poll has ended since this one was asked for.
      if (before.polls == poll.soFar.polls) {
        finish(poll, before, polled(before, poll.begin));
      }
    } finally {
      end(poll);
    }
  }

  private void finish(Poll poll, Snapshot before, Snapshot after) {
    ending.lock();
    try {
      current = after;
      boolean wasGivenUp = !end(poll);
      report(before, after, poll.trigger, wasGivenUp);
      lastWasGivenUp = wasGivenUp;
    } finally {
      ending.unlock();
    }
  }

  /** Returns whether the poll ends before it is given up. */
  private boolean end(Poll poll) {
    return underWay.compareAndSet(poll, null) && poll.over.complete(false);
  }

  /** Lets no caller wait for the poll, which may never end. If it ends, its keys count. */
  private void giveUp(Poll poll) {
    ending.lock();
    try {
      if (poll.over.complete(true)) {
        Snapshot soFar = current;
        String error = "no answer for " + times.timeout.toSeconds() + " s";
        tell(
            lastWasGivenUp ? List.of() : List.of(failure(error)),
            soFar.cause(poll.trigger),
            Outcome.FAILED,
            soFar.jwkSet,
            times.timeout,
            error);
      }
    } finally {
      ending.unlock();
    }
  }

  private Snapshot polled(Snapshot before, Moment now) {
    try {
      return before.succeeded(Objects.requireNonNull(keys.call(), "keys"), now, times);
    } catch (Throwable e) {
      // An Error, too: no caller of this thread could see it.
      return before.failed(e, now, clocks.now().nanos(), times);
    }
  }

  @Override
  public void onRefresh(Consumer<KeyRefreshReport> listener) {
    reporter.onRefresh(listener);
  }

  private void report(Snapshot before, Snapshot after, Cause trigger, boolean wasGivenUp) {
    String error = after.error;
    boolean wasWell = before.problem == null && !wasGivenUp;
    if (closed || (error == null && wasWell && after.jwkSet == before.jwkSet)) {
      return;
    }
    List<LogLine> lines = new ArrayList<>();
    Outcome outcome = Outcome.CONFIRMED;
    if (error != null) {
      outcome = Outcome.FAILED;
      if (!error.equals(before.error)) {
        lines.add(failure(error));
      }
    } else if (after.jwkSet != before.jwkSet) {
      outcome = Outcome.RENEWED;
      lines.addAll(reporter.skipped(Objects.requireNonNull(after.jwkSet), before.jwkSet));
    }
    if (error != null && wasGivenUp) {
      // The report that it failed has been sent.
      reporter.tell(lines, null);
      return;
    }
    tell(
        lines,
        before.cause(trigger),
        outcome,
        after.jwkSet,
        Duration.ofNanos(Math.max(0, clocks.now().nanos() - after.polledAt.nanos())),
        error);
  }

  private LogLine failure(String error) {
    return new LogLine(Level.WARNING, "keys of " + name + " could not be refreshed: " + error);
  }

  private void tell(
      List<LogLine> lines,
      Cause cause,
      Outcome outcome,
      @Nullable JwkSet inForce,
      Duration duration,
      @Nullable String error) {
    int size = inForce == null ? 0 : inForce.size();
    reporter.tell(lines, new KeyRefreshReport(cause, outcome, size, duration, error));
  }

  @Override
  public KeySourceHealth health() {
    Snapshot soFar = current;
    Moment now = clocks.now();
    JwkSet usable = soFar.usable(now, times);
    String error = error(soFar, now);
    State state = error == null ? State.CURRENT : State.STALE;
    if (usable == null) {
      state = soFar.polls == 0 && error == null ? State.UNUSED : State.UNAVAILABLE;
    }
    return new KeySourceHealth(
        state,
        usable,
        usable == null ? null : Duration.ofNanos(Math.max(0, now.since(soFar.confirmedAt))),
        closed ? null : Duration.ofNanos(Math.max(0, soFar.untilDue(now, times))),
        error,
        soFar.polls,
        soFar.failedPolls);
  }

  private @Nullable String error(Snapshot soFar, Moment now) {
    if (closed) {
      return "closed";
    }
    Poll poll = underWay.get();
    return poll != null && poll.isOverdue(now, times)
        ? "no answer for " + Duration.ofNanos(poll.duration(now)).toSeconds() + " s"
        : soFar.error;
  }

  @Override
  public void close() {
    closed = true;
    Poll poll = underWay.get();
    if (poll != null) {
      // Without its result, which may never come.
      poll.over.complete(true);
    }
  }

  private static String describe(Throwable e) {
    try {
      return e instanceof IllegalArgumentException ? String.valueOf(e.getMessage()) : e.toString();
    } catch (Throwable failure) {
      return e.getClass().getName();
    }
  }
}
