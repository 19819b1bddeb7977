// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.time.Duration;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Printable;
import org.jwtvalidation.internal.concurrent.Moment;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.FetchedDocument.Version;
import org.jwtvalidation.keysource.KeyRefreshReport.Cause;
import org.jwtvalidation.keysource.KeySourceHealth.State;

/**
 * Everything by which {@link KeyRefresh} decides, at one moment. Immutable: each transition returns
 * another state, or the same if nothing changes.
 *
 * @param keys the last ones fetched, which may have expired; null before the first
 * @param quietUntil on {@code nanoTime}; until then nothing can be due
 * @param history of the refreshes that have ended
 * @param fetch the one under way, or null
 * @param unknownKeyFetchAt on {@code nanoTime}; no unknown key starts a fetch before
 * @param closed whether no further fetch may start
 */
record RefreshState(
    @Nullable KeysInForce keys,
    long quietUntil,
    RefreshHistory history,
    @Nullable PendingFetch fetch,
    long unknownKeyFetchAt,
    boolean closed) {

  /** The longest quiet: the two clocks may drift apart, as in a suspended machine. */
  private static final long MAX_QUIET = Duration.ofSeconds(1).toNanos();

  /**
   * The maximum number of times in a row that a server may answer "not modified". The next fetch
   * asks for the document in full: a server that confuses versions would otherwise keep a withdrawn
   * key in force.
   */
  private static final int MAX_CONFIRMATIONS = 5;

  static RefreshState initial(long nanoTime) {
    return new RefreshState(null, nanoTime, RefreshHistory.EMPTY, null, nanoTime, false);
  }

  // What callers ask

  /**
   * Whether the keys can be used without a further look. The clock must be read after the state.
   */
  boolean isQuiet(long nanoTime) {
    return nanoTime - quietUntil < 0;
  }

  /** The keys that may decide at {@code now}, or null if there are none or they have expired. */
  @Nullable KeysInForce usableKeys(Moment now, RefreshPolicy policy) {
    return keys == null || keys.age(now) >= policy.hardExpiry ? null : keys;
  }

  /** Whether newer keys are due: there are none, the last fetch failed, or it is time for them. */
  boolean isDue(Moment now, RefreshPolicy policy) {
    KeysInForce usable = usableKeys(now, policy);
    return usable == null
        || history.isFailing()
        || usable.age(now) >= policy.refreshAhead(usable.lifetime());
  }

  /** Whether the keys have reached the end of their lifetime. */
  boolean isOld(Moment now) {
    return keys != null && keys.age(now) >= keys.lifetime();
  }

  // Transitions

  /** Quiet until something can be due; not quiet where callers have to wait. */
  RefreshState quiet(Moment now, RefreshPolicy policy) {
    KeysInForce usable = usableKeys(now, policy);
    boolean callersWait = fetch != null && isOld(now) && !history.isFailing();
    if (usable == null || callersWait || isQuiet(now.nanos())) {
      return this;
    }
    long age = usable.age(now);
    long quiet =
        LongStream.of(
                policy.refreshAhead(usable.lifetime()) - age,
                usable.lifetime() - age,
                policy.hardExpiry - age,
                history.isFailing() ? history.retryAt() - now.nanos() : MAX_QUIET)
            .filter(left -> left > 0)
            .min()
            .orElse(MAX_QUIET);
    return new RefreshState(
        keys, now.nanos() + Math.min(quiet, MAX_QUIET), history, fetch, unknownKeyFetchAt, closed);
  }

  /** With a fetch under way, if {@code trigger} may start one now. */
  RefreshState fetching(Cause trigger, Moment now, RefreshPolicy policy) {
    boolean isUnknownKey = trigger == Cause.UNKNOWN_KEY;
    if (fetch != null
        || closed
        || history.isBackingOff(now)
        || (isUnknownKey && now.nanos() - unknownKeyFetchAt < 0)) {
      return this;
    }
    Cause cause = trigger;
    if (history.isFailing()) {
      cause = Cause.RETRY;
    } else if (usableKeys(now, policy) == null) {
      cause = Cause.NO_KEYS;
    }
    // An unknown key casts doubt on the place and the version of the document.
    Version known =
        isUnknownKey || keys == null || keys.confirmations() >= MAX_CONFIRMATIONS
            ? null
            : keys.version();
    return new RefreshState(
        keys,
        now.nanos(),
        history,
        new PendingFetch(cause, known, now.nanos(), policy.totalTimeout),
        isUnknownKey ? now.nanos() + policy.unknownKeyCooldown : unknownKeyFetchAt,
        closed);
  }

  /**
   * With the fetched keys in force.
   *
   * @param published the keys of {@code document}, or null if it only confirms those in force
   */
  RefreshState succeeded(
      FetchedDocument document, @Nullable JwkSet published, Moment now, RefreshPolicy policy) {
    long lifetime = policy.lifetime(document.freshFor());
    KeysInForce next;
    if (published == null) {
      KeysInForce same = Objects.requireNonNull(keys, "keys");
      // What a confirmation does not repeat stays as it was (RFC 9111 section 4.3.4).
      next = same.confirmed(now, document.freshFor() == null ? same.lifetime() : lifetime);
    } else {
      next = new KeysInForce(published, document.version(), now, lifetime, 0);
    }
    return new RefreshState(
        next, now.nanos(), history.succeeded(), null, unknownKeyFetchAt, closed);
  }

  /** With the keys as they are, and no fetch for {@code delay} nanoseconds. */
  RefreshState failed(Throwable why, long delay, Moment now) {
    return new RefreshState(
        keys,
        now.nanos(),
        history.failed(why, now.nanos() + delay),
        null,
        unknownKeyFetchAt,
        closed);
  }

  RefreshState asClosed() {
    return new RefreshState(keys, quietUntil, history, fetch, unknownKeyFetchAt, true);
  }

  // What operators ask

  KeySourceHealth health(Moment now, RefreshPolicy policy) {
    KeysInForce usable = usableKeys(now, policy);
    State state;
    long untilNext = 0;
    if (usable == null) {
      state = history.refreshes() == 0 ? State.UNUSED : State.UNAVAILABLE;
    } else {
      state = isOld(now) || history.isFailing() ? State.STALE : State.CURRENT;
      untilNext = policy.refreshAhead(usable.lifetime()) - usable.age(now);
    }
    if (history.isFailing()) {
      untilNext = history.retryAt() - now.nanos();
    }
    return new KeySourceHealth(
        state,
        usable == null ? null : usable.jwkSet(),
        usable == null ? null : Duration.ofNanos(Math.max(usable.age(now), 0)),
        closed ? null : Duration.ofNanos(fetch == null ? Math.max(untilNext, 0) : 0),
        history.error(),
        history.refreshes(),
        history.failedRefreshes());
  }

  /**
   * The keys that an endpoint last published.
   *
   * @param version that a conditional request names
   * @param since when they were last fetched or confirmed
   * @param lifetime the age, in nanoseconds, at which the set is meant to be replaced
   * @param confirmations how often in a row the endpoint has confirmed the keys without sending
   *     them
   */
  record KeysInForce(
      JwkSet jwkSet, Version version, Moment since, long lifetime, int confirmations) {

    /** The same keys in the same set, which their endpoint still publishes. */
    KeysInForce confirmed(Moment now, long newLifetime) {
      return new KeysInForce(jwkSet, version, now, newLifetime, confirmations + 1);
    }

    /** In nanoseconds. */
    long age(Moment now) {
      return now.since(since);
    }
  }

  /**
   * How the refreshes of a source went so far.
   *
   * @param refreshes that have ended
   * @param failedRefreshes how many of them failed
   * @param failures in a row, the last refresh included
   * @param retryAt on {@code nanoTime}, after a failure: no fetch starts before
   * @param error what was wrong with the last refresh, or null
   * @param cause of the error
   */
  record RefreshHistory(
      long refreshes,
      long failedRefreshes,
      int failures,
      long retryAt,
      @Nullable String error,
      @Nullable Throwable cause) {

    /** Two URIs, what is wrong with each, and what to do. */
    private static final int MAX_ERROR = 1024;

    static final RefreshHistory EMPTY = new RefreshHistory(0, 0, 0, 0, null, null);

    RefreshHistory succeeded() {
      return new RefreshHistory(refreshes + 1, failedRefreshes, 0, 0, null, null);
    }

    RefreshHistory failed(Throwable why, long nextAt) {
      // Without the words that are in the error already.
      Throwable cause = why instanceof FetchException failed ? failed.failure() : why;
      return new RefreshHistory(
          refreshes + 1, failedRefreshes + 1, failures + 1, nextAt, describe(why), cause);
    }

    boolean isFailing() {
      return failures > 0;
    }

    /** Whether it is too early for another fetch after a failure. */
    boolean isBackingOff(Moment now) {
      return isFailing() && now.nanos() - retryAt < 0;
    }

    private static String describe(Throwable failure) {
      return failure instanceof FetchException
          ? Printable.line(String.valueOf(failure.getMessage()), MAX_ERROR)
          : Diagnosis.named(failure);
    }
  }
}
