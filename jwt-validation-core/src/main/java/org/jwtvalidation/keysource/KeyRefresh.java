package org.jwtvalidation.keysource;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Printable;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.KeyRefreshReport.Cause;
import org.jwtvalidation.keysource.KeyRefreshReport.Outcome;
import org.jwtvalidation.keysource.KeySourceHealth.State;

/**
 * Decides which keys of an endpoint are in force, when the next ones are fetched, and who waits for
 * them. Thread-safe.
 *
 * <p>It has no timer: those who ask for keys find out what is due. One fetch is under way at a
 * time, and whoever has put it into {@link #underWay} may change the rest of the state. Those who
 * wait for a fetch wait for its end, and then look at the state again like everybody else.
 *
 * <p>While fetches fail, only one caller waits for each; the others are answered from what is at
 * hand, so that an endpoint that hangs does not collect the threads of its users.
 */
final class KeyRefresh implements AutoCloseable {

  private static final System.Logger LOGGER = System.getLogger(HttpKeySource.class.getName());

  /** How long at most until the state is looked at anew; the clocks may have drifted apart. */
  private static final long LOOK_INTERVAL = TimeUnit.SECONDS.toNanos(1);

  /**
   * How often in a row a server may say that nothing is new until it has to send the document once
   * more: one that mixes up its versions would otherwise keep a withdrawn key alive.
   */
  private static final int MAX_CONFIRMATIONS = 5;

  /** A fetch that is under way. */
  private static final class Fetch {
    /** Counted down when it is over, whatever came of it. */
    private final CountDownLatch over = new CountDownLatch(1);

    private final AtomicBoolean awaitedInOutage = new AtomicBoolean();
    private final boolean forUnknownKey;
    private final Cause cause;
    private final long begin;

    private Fetch(boolean forUnknownKey, Cause cause, long begin) {
      this.forUnknownKey = forUnknownKey;
      this.cause = cause;
      this.begin = begin;
    }
  }

  /**
   * How the fetches went.
   *
   * @param failures in a row, the last fetch included
   * @param retryAt on {@code nanoTime}; before it none is started, if the last one failed
   * @param error what was wrong with the last one, or null
   * @param cause of the error
   */
  private record History(
      long fetches,
      long failedFetches,
      int failures,
      long retryAt,
      @Nullable String error,
      @Nullable Throwable cause) {

    static final History EMPTY = new History(0, 0, 0, 0, null, null);

    History succeeded() {
      return new History(fetches + 1, failedFetches, 0, 0, null, null);
    }

    History failed(long nextAt, Throwable why) {
      return new History(fetches + 1, failedFetches + 1, failures + 1, nextAt, describe(why), why);
    }
  }

  private final String name;
  private final JwkSetEndpoint endpoint;
  private final RefreshPolicy policy;
  private final Moment.Clocks clocks;
  private final DoubleSupplier random;

  private final ReentrantLock starting = new ReentrantLock();
  private final AtomicReference<@Nullable Fetch> underWay = new AtomicReference<>();
  private final AtomicReference<@Nullable KeysInForce> inForce = new AtomicReference<>();
  private volatile History history = History.EMPTY;
  private volatile Consumer<KeyRefreshReport> listener = report -> {};
  private volatile long unknownKeyFetchAllowedAt;
  private volatile boolean closed;

  /**
   * Keys of an endpoint, none of them yet.
   *
   * @param name of the endpoint, for messages
   * @param random from 0 to 1
   */
  KeyRefresh(
      String name,
      JwkSetEndpoint endpoint,
      RefreshPolicy policy,
      Moment.Clocks clocks,
      DoubleSupplier random) {
    this.name = name;
    this.endpoint = endpoint;
    this.policy = policy;
    this.clocks = clocks;
    this.random = random;
    this.unknownKeyFetchAllowedAt = clocks.nanoTime().getAsLong();
  }

  void onRefresh(Consumer<KeyRefreshReport> observer) {
    listener = observer;
  }

  /** The set in force; waits for it if there is none, or none that was looked at for long. */
  JwkSet jwkSet() {
    KeysInForce current = inForce.get();
    return current != null && current.isQuiet(clocks.nanoTime().getAsLong())
        ? current.jwkSet()
        : lookedAt(clocks.now());
  }

  private JwkSet lookedAt(Moment now) {
    KeysInForce seen = inForce.get();
    KeysInForce current = usable(seen, now);
    if (current == null) {
      return awaited(seen);
    }
    long age = current.age(now);
    if (isDue(current, age)) {
      Fetch fetch = fetch(current, false);
      if (fetch != null && age >= current.lifetime() && history.failures == 0) {
        // Nobody had a use for keys while these grew old: it is time to find out about newer ones.
        var unused = awaitEnd(fetch, deadline());
        return inForceByNow();
      }
    }
    current.quietUntil(now.nanos() + nextLook(current, age, now));
    return current.jwkSet();
  }

  /** Ahead of the end of its life, or at once where the last fetch failed, be it early in it. */
  private boolean isDue(KeysInForce current, long age) {
    return history.failures > 0 || age >= policy.refreshAhead(current.lifetime());
  }

  /** What is in force at {@code now}, or null where there are no keys to decide with. */
  private @Nullable KeysInForce usable(Moment now) {
    return usable(inForce.get(), now);
  }

  /** What of {@code seen} is in force at {@code now}, or null where that decides nothing. */
  private @Nullable KeysInForce usable(@Nullable KeysInForce seen, Moment now) {
    if (seen == null || seen.age(now) >= policy.hardExpiry()) {
      return null;
    }
    KeysInForce left = seen.withoutExpired(now, policy.rotatedKeyGrace());
    // Where it fails a newer set has come, and the next caller sees it.
    var unused = inForce.compareAndSet(seen, left);
    return left;
  }

  /** How long until anything can be due, as far as the clocks agree with each other. */
  private long nextLook(KeysInForce current, long age, Moment now) {
    History soFar = history;
    return LongStream.of(
            LOOK_INTERVAL,
            policy.refreshAhead(current.lifetime()) - age,
            current.lifetime() - age,
            policy.hardExpiry() - age,
            current.graceLeft(now, policy.rotatedKeyGrace()),
            soFar.failures == 0 ? LOOK_INTERVAL : soFar.retryAt - now.nanos())
        .filter(left -> left > 0)
        .min()
        .orElse(LOOK_INTERVAL);
  }

  /** What comes in place of keys that are not there or have expired, as {@code seen} was. */
  private JwkSet awaited(@Nullable KeysInForce seen) {
    Fetch fetch = fetch(seen, false);
    if (fetch != null && mayWait(fetch) && !awaitEnd(fetch, deadline())) {
      throw interrupted();
    }
    return inForceByNow();
  }

  /** The set in force after a wait, in which keys may have come, or those there were expired. */
  private JwkSet inForceByNow() {
    Moment now = clocks.now();
    KeysInForce current = usable(now);
    if (current == null) {
      throw unavailable(now);
    }
    return current.jwkSet();
  }

  /**
   * The set in force after a look for a key that {@code seen} lacks, if it is time for one, and if
   * no other has come meanwhile.
   */
  JwkSet refreshed(JwkSet seen) {
    long deadline = deadline();
    // The first may only confirm the set that lacks the key, or have been all but over.
    for (int fetches = 0; fetches < 2; fetches++) {
      KeysInForce current = inForce.get();
      if (current != null && current.jwkSet() != seen) {
        break;
      }
      Fetch fetch = fetch(current, true);
      if (fetch == null) {
        break;
      }
      if (mayWait(fetch) && !awaitEnd(fetch, deadline)) {
        throw interrupted();
      }
    }
    return inForceByNow();
  }

  /** Starts a fetch that is due, and waits for nothing. */
  void refreshIfDue() {
    Moment now = clocks.now();
    KeysInForce seen = inForce.get();
    KeysInForce current = usable(seen, now);
    if (current == null || isDue(current, current.age(now))) {
      var unused = fetch(current == null ? seen : current, false);
    }
  }

  /**
   * The fetch under way, maybe one that starts now; null where none is, since it is not time for
   * one, or since another has come and gone while the caller still looked at {@code seen}.
   */
  private @Nullable Fetch fetch(@Nullable KeysInForce seen, boolean forUnknownKey) {
    if (!mayStart(forUnknownKey)) {
      // In this order: a cooldown begins when its fetch is under way.
      return underWay.get();
    }
    Fetch mine =
        new Fetch(forUnknownKey, cause(seen, forUnknownKey), clocks.nanoTime().getAsLong());
    // Nobody gets to see, and waits for, a fetch that does not start after all.
    starting.lock();
    try {
      Fetch other = underWay.get();
      if (other != null) {
        return other;
      }
      if (inForce.get() != seen || !mayStart(forUnknownKey)) {
        return null;
      }
      underWay.set(mine);
      if (forUnknownKey) {
        unknownKeyFetchAllowedAt = clocks.nanoTime().getAsLong() + policy.unknownKeyCooldown();
      }
    } finally {
      starting.unlock();
    }
    start(mine, seen);
    return mine;
  }

  private Cause cause(@Nullable KeysInForce seen, boolean forUnknownKey) {
    if (history.failures > 0) {
      return Cause.RETRY;
    }
    if (seen == null || seen.age(clocks.now()) >= policy.hardExpiry()) {
      return Cause.NO_KEYS;
    }
    return forUnknownKey ? Cause.UNKNOWN_KEY : Cause.AGE;
  }

  private void start(Fetch fetch, @Nullable KeysInForce seen) {
    // An unknown key is reason to doubt that everything is where it was, and as it was.
    boolean anew =
        fetch.forUnknownKey || (seen != null && seen.confirmations() >= MAX_CONFIRMATIONS);
    KeysInForce known = anew ? null : seen;
    try {
      var unused =
          (known == null ? endpoint.fetchAnew() : endpoint.fetch(known.version()))
              .whenComplete((document, failure) -> finish(fetch, document, failure));
    } catch (Throwable e) {
      // Even if it is an Error: whoever comes next would wait for this fetch for ever after.
      finish(fetch, null, e);
    }
  }

  private boolean mayStart(boolean forUnknownKey) {
    long now = clocks.nanoTime().getAsLong();
    History soFar = history;
    boolean backingOff = soFar.failures > 0 && now - soFar.retryAt < 0;
    boolean coolingDown = forUnknownKey && now - unknownKeyFetchAllowedAt < 0;
    return !backingOff && !coolingDown && !closed;
  }

  private void end(Fetch fetch) {
    var unused = underWay.compareAndSet(fetch, null);
    fetch.over.countDown();
  }

  private void finish(
      Fetch fetch, @Nullable FetchedDocument document, @Nullable Throwable failure) {
    try {
      takeOrFail(document, failure);
      tolerating(() -> report(fetch, document));
    } finally {
      end(fetch);
    }
  }

  private void takeOrFail(@Nullable FetchedDocument document, @Nullable Throwable failure) {
    try {
      if (document == null) {
        failed(Objects.requireNonNull(failure, "failure"));
      } else {
        take(document);
      }
    } catch (Throwable e) {
      // The thread is that of some HTTP client, where nobody would see it.
      failed(e);
    }
  }

  private void report(Fetch fetch, @Nullable FetchedDocument document) {
    String error = history.error;
    Outcome answered =
        document == null || document.octets() != null ? Outcome.RENEWED : Outcome.CONFIRMED;
    KeysInForce current = usable(clocks.now());
    listener.accept(
        new KeyRefreshReport(
            fetch.cause,
            error == null ? answered : Outcome.FAILED,
            current == null ? 0 : current.jwkSet().size(),
            Duration.ofNanos(Math.max(0, clocks.nanoTime().getAsLong() - fetch.begin)),
            error));
  }

  private void take(FetchedDocument document) {
    KeysInForce previous = inForce.get();
    Moment now = clocks.now();
    // No grace brings back what has expired.
    long grace = usable(previous, now) == null ? 0 : policy.rotatedKeyGrace();
    KeysInForce next;
    if (document.octets() == null) {
      KeysInForce same = Objects.requireNonNull(previous, "confirmed").withoutExpired(now, grace);
      // What a confirmation leaves out is as it was (RFC 9111 section 4.3.4).
      next =
          same.confirmed(
              now,
              document.freshFor() == null ? same.lifetime() : policy.lifetime(document.freshFor()));
    } else {
      next =
          KeysInForce.of(
              JwkSet.parse(document.octets()),
              previous,
              document.version(),
              now,
              policy.lifetime(document.freshFor()),
              grace);
    }
    // In this order: who sees the new set is not to think that its fetch failed, and fetch again.
    history = history.succeeded();
    inForce.set(next);
    JwkSet before = previous == null ? null : previous.jwkSet();
    tolerating(() -> SkippedKeys.log(LOGGER, name, next.jwkSet(), before));
  }

  private void failed(Throwable failure) {
    Duration retryAfter =
        failure instanceof RefusedResponseException refused ? refused.retryAfter() : null;
    History soFar = history;
    long delay = policy.retryDelay(soFar.failures + 1, retryAfter, random.getAsDouble());
    History next = soFar.failed(clocks.nanoTime().getAsLong() + delay, failure);
    history = next;
    KeysInForce current = inForce.get();
    if (current != null) {
      // The retry may be due before the next look.
      current.disturb();
    }
    if (!closed) {
      String line = "keys of " + name + " could not be fetched: " + next.error + inTime(delay);
      tolerating(() -> LOGGER.log(Level.WARNING, line));
    }
  }

  private static String inTime(long nanos) {
    return "; next attempt in " + TimeUnit.NANOSECONDS.toMillis(Math.max(nanos, 0)) + " ms";
  }

  /** Goes on if telling fails: keys do not stay away for want of a log, or of a listener. */
  private static void tolerating(Runnable telling) {
    try {
      telling.run();
    } catch (Exception e) {
      // There is nobody left to tell.
    }
  }

  private boolean mayWait(Fetch fetch) {
    return history.failures == 0 || fetch.awaitedInOutage.compareAndSet(false, true);
  }

  /** Until when a caller waits, who begins to do so now. */
  private long deadline() {
    return System.nanoTime() + policy.totalTimeout();
  }

  /** Waits until {@code fetch} is over; false if interrupted before, the thread's flag kept. */
  private static boolean awaitEnd(Fetch fetch, long deadline) {
    try {
      var unused = fetch.over.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return fetch.over.getCount() == 0;
    }
  }

  private KeySourceException interrupted() {
    return new KeySourceException(
        "no keys of " + name + ": interrupted while waiting for them", null);
  }

  private KeySourceException unavailable(Moment now) {
    History soFar = history;
    String reason;
    if (closed) {
      reason = "closed";
    } else if (soFar.error == null) {
      reason = "not there in time";
    } else {
      reason = soFar.error + inTime(soFar.retryAt - now.nanos());
    }
    return new KeySourceException("no keys of " + name + ": " + reason, soFar.cause);
  }

  private static String describe(Throwable failure) {
    String message = failure.getMessage();
    if (message == null) {
      // The JDK's client tells a name that is not found from a server that is down by this alone.
      Throwable cause = failure.getCause();
      return failure.getClass().getSimpleName()
          + (cause == null ? "" : " by " + cause.getClass().getSimpleName());
    }
    boolean ours =
        failure instanceof RefusedResponseException || failure instanceof IllegalArgumentException;
    return (ours ? "" : failure.getClass().getSimpleName() + " ") + Printable.quoted(message);
  }

  KeySourceHealth health() {
    Moment now = clocks.now();
    History soFar = history;
    KeysInForce current = usable(now);
    long untilNext = 0;
    State state;
    if (current == null) {
      state = soFar.fetches == 0 ? State.UNUSED : State.UNAVAILABLE;
    } else {
      boolean isOld = current.age(now) >= current.lifetime();
      state = isOld || soFar.failures > 0 ? State.STALE : State.CURRENT;
      untilNext = policy.refreshAhead(current.lifetime()) - current.age(now);
    }
    if (soFar.failures > 0) {
      untilNext = soFar.retryAt - now.nanos();
    }
    return new KeySourceHealth(
        state,
        current == null ? 0 : current.jwkSet().size(),
        current == null ? null : Duration.ofNanos(Math.max(current.age(now), 0)),
        closed ? null : Duration.ofNanos(underWay.get() == null ? Math.max(untilNext, 0) : 0),
        soFar.error,
        soFar.fetches,
        soFar.failedFetches);
  }

  @Override
  public void close() {
    closed = true;
    endpoint.close();
  }
}
