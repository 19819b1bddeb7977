// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.Moment;
import org.jwtvalidation.testkit.TestKey;

/**
 * Which keys of an {@link KeyEndpoint} are in force, and how often it is asked: what the
 * documentation of {@link HttpKeySource} promises, for one caller and answers that come at once,
 * written down as slowly and plainly as can be.
 */
public final class RefreshModel {

  private static final Duration INTERVAL = Duration.ofMinutes(10);
  private static final Duration LEAST_INTERVAL = Duration.ofMinutes(1);
  private static final Duration COOLDOWN = Duration.ofSeconds(30);
  private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(30);
  private static final Duration HARD_EXPIRY = Duration.ofHours(12);
  private static final int MAX_CONFIRMATIONS = 5;
  private static final int MAX_KEYS = 100;

  /** A key for as long as it is in force; another one if it comes back later. */
  public static final class Held {

    private final TestKey key;

    private Held(TestKey key) {
      this.key = key;
    }

    TestKey key() {
      return key;
    }

    boolean isFor(TestKey other) {
      return hasNameOf(other) && key.publicKey().equals(other.publicKey());
    }

    boolean hasNameOf(TestKey other) {
      return key.algorithm() == other.algorithm() && Objects.equals(key.keyId(), other.keyId());
    }
  }

  private final KeyEndpoint endpoint;
  private final Supplier<Moment> clock;

  private @Nullable List<Held> inForce;
  private @Nullable Moment since;
  private Duration lifetime = INTERVAL;
  private @Nullable String tag;
  private int confirmations;

  private int requests;
  private int failed;
  private int failures;
  private @Nullable Moment failedAt;
  private Duration retryDelay = Duration.ZERO;
  private @Nullable Moment lookedForUnknownAt;

  public RefreshModel(KeyEndpoint endpoint, Supplier<Moment> clock) {
    this.endpoint = endpoint;
    this.clock = clock;
  }

  public int requests() {
    return requests;
  }

  public int failed() {
    return failed;
  }

  /** What {@link KeySource#jwkSet} gives, or null where it finds the keys unavailable. */
  @Nullable List<Held> keys() {
    if (usable() == null) {
      look(false);
      return usable();
    }
    List<Held> before = usable();
    boolean grownOld = age().compareTo(lifetime) >= 0;
    boolean looked = isDue() && look(false);
    // Before the end of their lifetime no caller waits, even if newer keys arrive at once.
    return looked && grownOld && failures == 0 ? usable() : before;
  }

  /** What {@link KeySource#refreshed} gives, or null where it finds the keys unavailable. */
  @Nullable List<Held> refreshed(List<Held> seen) {
    if (inForce == seen) {
      look(true);
    }
    return usable();
  }

  public KeySourceHealth.State state() {
    if (usable() == null) {
      return requests == 0 ? KeySourceHealth.State.UNUSED : KeySourceHealth.State.UNAVAILABLE;
    }
    return failures > 0 || age().compareTo(lifetime) >= 0
        ? KeySourceHealth.State.STALE
        : KeySourceHealth.State.CURRENT;
  }

  private Duration age() {
    return Duration.ofNanos(clock.get().since(Objects.requireNonNull(since)));
  }

  private boolean isDue() {
    return failures > 0 || age().compareTo(lifetime.multipliedBy(8).dividedBy(10)) >= 0;
  }

  /** What is in force; null where nothing is. */
  private @Nullable List<Held> usable() {
    return since == null || age().compareTo(HARD_EXPIRY) >= 0 ? null : inForce;
  }

  /** Asks the endpoint unless it is too early for that; says whether it did. */
  private boolean look(boolean forUnknownKey) {
    Moment now = clock.get();
    boolean backingOff = failures > 0 && now.nanos() - failedAt.nanos() < retryDelay.toNanos();
    boolean coolingDown =
        forUnknownKey
            && lookedForUnknownAt != null
            && now.nanos() - lookedForUnknownAt.nanos() < COOLDOWN.toNanos();
    if (backingOff || coolingDown) {
      return false;
    }
    if (forUnknownKey) {
      lookedForUnknownAt = now;
    }
    requests++;
    boolean inFull = forUnknownKey || confirmations >= MAX_CONFIRMATIONS;
    if (endpoint.mood() != KeyEndpoint.Mood.WELL) {
      fail(now);
    } else if (tag != null && !inFull && tag.equals(endpoint.tag())) {
      confirmations++;
      renewed(now, endpoint.maxAge() == null ? lifetime : wished());
    } else {
      List<TestKey> usable = usableOf(endpoint.keys());
      if (usable.isEmpty()) {
        fail(now);
      } else {
        take(usable);
        confirmations = 0;
        tag = endpoint.tag();
        renewed(now, wished());
      }
    }
    return true;
  }

  private void fail(Moment now) {
    failed++;
    failures++;
    failedAt = now;
    Duration wait = FIRST_RETRY;
    for (int i = 1; i < failures && wait.compareTo(LONGEST_RETRY) < 0; i++) {
      wait = wait.multipliedBy(2);
    }
    Duration wished =
        switch (endpoint.mood()) {
          case BUSY_FOR_TEN_SECONDS -> Duration.ofSeconds(10);
          case BUSY_FOR_AN_HOUR -> Duration.ofHours(1);
          default -> Duration.ZERO;
        };
    retryDelay = least(wait.compareTo(wished) > 0 ? wait : wished, LONGEST_RETRY);
  }

  private void renewed(Moment now, Duration newLifetime) {
    failures = 0;
    since = now;
    lifetime = newLifetime;
  }

  private Duration wished() {
    Integer maxAge = endpoint.maxAge();
    Duration wished = maxAge == null ? INTERVAL : least(Duration.ofSeconds(maxAge), INTERVAL);
    return wished.compareTo(LEAST_INTERVAL) < 0 ? LEAST_INTERVAL : wished;
  }

  private static Duration least(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** Each key once, without different keys of one Key ID and algorithm; none of too many. */
  private static List<TestKey> usableOf(List<TestKey> document) {
    if (document.size() > MAX_KEYS) {
      return List.of();
    }
    List<Held> distinct = new ArrayList<>();
    for (TestKey key : document) {
      if (distinct.stream().noneMatch(held -> held.isFor(key))) {
        distinct.add(new Held(key));
      }
    }
    return distinct.stream()
        .map(Held::key)
        .filter(key ->
            key.keyId() == null
                || distinct.stream().filter(held -> held.hasNameOf(key)).count() == 1)
        .toList();
  }

  private void take(List<TestKey> document) {
    List<Held> previous = inForce == null ? List.of() : inForce;
    List<Held> next = new ArrayList<>();
    for (TestKey key : document) {
      next.add(previous.stream().filter(held -> held.isFor(key)).findFirst().orElse(new Held(key)));
    }
    inForce = next;
  }
}
