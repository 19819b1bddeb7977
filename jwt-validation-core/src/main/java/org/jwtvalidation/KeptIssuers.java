// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.BoundedExecutor;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.internal.concurrent.RecentNames;
import org.jwtvalidation.internal.watch.Monitors;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.keysource.KeySourceHealth;
import org.jwtvalidation.token.UndecidedException;

/**
 * The issuers that a resolver has named and that are trusted now, each under all its names.
 * Thread-safe.
 *
 * <p>Anyone can write a token in the name of any of them, so an issuer is on trial until a
 * signature of one of its tokens has been verified. Issuers on trial take the places that are free,
 * or a few of their own, and push out each other, never one that is in use. One that is pushed out
 * does not come back before a cooldown has ended, so that forgeries cannot have its keys fetched
 * again and again. For the same reason a Key ID that no key has is no reason to fetch the keys of
 * an issuer on trial again before such a cooldown has ended.
 */
final class KeptIssuers implements AutoCloseable {

  /** The places beyond the capacity for issuers on trial, or the capacity if that is less. */
  static final int PLACES_ON_TRIAL = 100;

  static final Duration COOLDOWN = Duration.ofSeconds(30);
  private static final int MAX_COOLING = 10_000;
  private static final int PARALLEL_CLOSES = 4;

  private final int capacity;
  private final InstantSource clock;
  private final SignaturePolicy policy;
  private final Monitors monitors;
  private final LongSupplier nanoTime;
  private final RecentNames cooling;
  private final BoundedExecutor closers =
      new BoundedExecutor(LibraryThreads.SHARED.workers(), PARALLEL_CLOSES, Integer.MAX_VALUE);

  private final Map<String, Kept> byName = new ConcurrentHashMap<>();

  private final ReentrantLock changing = new ReentrantLock();
  private final Set<Kept> inUse = new LinkedHashSet<>(); // guarded by changing, as is all below
  private final Set<Kept> onTrial = new LinkedHashSet<>(); // the oldest first

  /** Of each key source that is being claimed, which may block. */
  private final IdentityHashMap<KeySource, ReentrantLock> claims = new IdentityHashMap<>();

  private boolean closed;

  /** How often an issuer was forgotten, one that is not kept any more among them. */
  private final AtomicLong withdrawals = new AtomicLong();

  /** An issuer that is trusted until it goes. */
  private final class Kept implements TrustScope {

    private final Set<String> names;
    private final TrustScope whileKept;
    private final long keptSince = nanoTime.getAsLong();
    private final TrustedIssuer issuer;
    private volatile long usedAt;
    private volatile boolean verified;
    private volatile boolean gone;
    private volatile long withdrawalsBefore;

    private Kept(IssuerConfig config) {
      this.names = config.names();
      this.whileKept = new ConfiguredTrust(config);
      this.usedAt = clock.millis();
      this.issuer = TrustedIssuer.of(config, policy, this);
    }

    @Override
    public boolean lasts(long now) {
      // Only tokens that were verified come back, so this is a use.
      use(now);
      return !gone;
    }

    @Override
    public void verified(long now) {
      use(now);
      if (!verified) {
        endTrial(this);
      }
    }

    /**
     * One that had to make room may still end what it has begun. Whether it was forgotten since
     * nobody knows any more, so each time that one is forgotten counts.
     */
    @Override
    public boolean isWithdrawn() {
      return gone && withdrawals.get() != withdrawalsBefore;
    }

    private void use(long now) {
      if (usedAt != now) {
        usedAt = now;
      }
    }

    @Override
    public boolean covers(VerificationKey key) {
      return whileKept.covers(key);
    }

    /** The keys are fetched when the first token comes, which may be a forgery. */
    @Override
    public boolean allowsRefresh() {
      return verified || nanoTime.getAsLong() - keptSince >= COOLDOWN.toNanos();
    }

    private long usedAt() {
      return usedAt;
    }

    /** Whether keys have arrived, and have verified no token. */
    private boolean hasFailed() {
      return issuer.keys().hadKeys();
    }

    private KeySource source() {
      return issuer.keys().source();
    }

    private void close() {
      issuer.keys().close();
    }
  }

  /**
   * None yet.
   *
   * @param capacity how many to keep, apart from those on trial
   * @param monitors are told of refreshes
   * @param nanoTime the clock of cooldowns, in nanoseconds
   */
  KeptIssuers(
      int capacity,
      InstantSource clock,
      SignaturePolicy policy,
      Monitors monitors,
      LongSupplier nanoTime) {
    this.capacity = capacity;
    this.clock = clock;
    this.policy = policy;
    this.monitors = monitors;
    this.nanoTime = nanoTime;
    this.cooling = new RecentNames(MAX_COOLING, COOLDOWN.toNanos(), nanoTime);
  }

  /** The issuer with this name, or null. */
  @Nullable TrustedIssuer find(String name) {
    Kept kept = byName.get(name);
    return kept == null || kept.gone ? null : kept.issuer;
  }

  /** How long the issuer with this name must not come back; zero as a rule. */
  Duration cooldown(String name) {
    return Duration.ofNanos(cooling.nanosLeft(name));
  }

  /**
   * The issuer that is kept from now on: that of {@code config}, or another one if that was first
   * to have this name.
   *
   * @param isOutdated whether an issuer of these names was forgotten before this call
   * @throws UndecidedException if so, or if this is closed
   * @throws IllegalArgumentException if the key source of {@code config} has an owner already
   */
  TrustedIssuer keep(IssuerConfig config, String name, Predicate<Set<String>> isOutdated) {
    Kept kept = new Kept(config);
    ReentrantLock claim = claimOf(kept.source());
    claim.lock();
    try {
      Kept before = byName.get(name);
      boolean isOwned = before != null && before.source() == kept.source();
      if (!isOwned) {
        claim(kept);
      }
      return keep(kept, name, isOwned, isOutdated);
    } finally {
      claim.unlock();
      endClaim(kept.source(), claim);
    }
  }

  /** After an error, nobody owns the key source, which is closed; else another does. */
  private void claim(Kept kept) {
    try {
      kept.issuer.claim(monitors);
    } catch (Error e) {
      close(kept);
      throw e;
    }
  }

  private ReentrantLock claimOf(KeySource source) {
    changing.lock();
    try {
      return claims.computeIfAbsent(source, unused -> new ReentrantLock());
    } finally {
      changing.unlock();
    }
  }

  /** Callers that wait for the claim find what is kept now. */
  private void endClaim(KeySource source, ReentrantLock claim) {
    changing.lock();
    try {
      claims.remove(source, claim);
    } finally {
      changing.unlock();
    }
  }

  /**
   * Keeps an issuer.
   *
   * @param isOwned whether its key source is that of an issuer which had this name, and not claimed
   *     for this one
   */
  private TrustedIssuer keep(
      Kept kept, String name, boolean isOwned, Predicate<Set<String>> isOutdated) {
    Set<Kept> leaving = isOwned ? new LinkedHashSet<>() : new LinkedHashSet<>(Set.of(kept));
    changing.lock();
    try {
      if (closed || isOutdated.test(kept.names)) {
        throw new UndecidedException(
            "the issuer was forgotten while the issuer resolver was asked for it", null);
      }
      // During the claim, an issuer of another configuration may have come or gone.
      Kept first = byName.get(name);
      if (first != null) {
        return first.issuer;
      }
      if (isOwned) {
        throw new UndecidedException("the issuer had to make room for others meanwhile", null);
      }
      leaving.clear();
      // One that shares a name, but not this one, was resolved from another configuration.
      kept.names.stream().map(byName::get).filter(Objects::nonNull).forEach(leaving::add);
      leaving.forEach(this::remove);
      if (onTrial.size() == placesOnTrial()) {
        Kept least = leastPromising();
        leaving.add(least);
        remove(least);
        least.names.forEach(cooling::add);
      }
      onTrial.add(kept);
      kept.names.forEach(each -> byName.put(each, kept));
      return kept.issuer;
    } finally {
      leaving.removeIf(each -> isNeeded(each.source(), kept.names));
      changing.unlock();
      leaving.forEach(this::close);
    }
  }

  /**
   * Whether an issuer with one of these names has this key source. A resolver may have answered
   * twice with one. Must be called under {@code changing}.
   */
  private boolean isNeeded(KeySource source, Set<String> names) {
    return names.stream()
        .map(byName::get)
        .anyMatch(each -> each != null && each.source() == source);
  }

  /** A key source may take its time to close, for which nobody waits. */
  private void close(Kept leaving) {
    closers.execute(leaving::close, leaving::close);
  }

  private int placesOnTrial() {
    return Math.max(capacity - inUse.size(), Math.min(capacity, PLACES_ON_TRIAL));
  }

  /** One whose tokens could have been verified by now; else the one that has had most time. */
  private Kept leastPromising() {
    return onTrial.stream()
        .filter(Kept::hasFailed)
        .findFirst()
        .orElseGet(() -> onTrial.iterator().next());
  }

  private void endTrial(Kept kept) {
    Kept leaving = null;
    changing.lock();
    try {
      kept.verified = true;
      if (!onTrial.remove(kept)) {
        // It had to go meanwhile, which its tokens have not deserved.
        cooling.removeAll(kept.names);
      } else {
        if (inUse.size() == capacity) {
          leaving = inUse.stream().min(Comparator.comparingLong(Kept::usedAt)).orElseThrow();
          remove(leaving);
        }
        inUse.add(kept);
      }
    } finally {
      changing.unlock();
    }
    if (leaving != null) {
      close(leaving);
    }
  }

  /** Must be called under {@code changing}. */
  private void remove(Kept kept) {
    kept.withdrawalsBefore = withdrawals.get();
    kept.gone = true;
    inUse.remove(kept);
    onTrial.remove(kept);
    kept.names.forEach(name -> byName.remove(name, kept));
  }

  /**
   * Forgets all that is known of the issuer with this name; false if it was not kept.
   *
   * @param forgotten called with the names of the issuer, before any other is kept
   */
  boolean forget(String name, Consumer<Set<String>> forgotten) {
    Kept kept;
    changing.lock();
    try {
      kept = byName.get(name);
      Set<String> names = kept == null ? Set.of(name) : kept.names;
      cooling.removeAll(names);
      forgotten.accept(names);
      if (kept != null) {
        remove(kept);
      }
      withdrawals.incrementAndGet();
    } finally {
      changing.unlock();
    }
    if (kept == null) {
      return false;
    }
    kept.close();
    return true;
  }

  /** The state of the keys of each issuer that is kept. */
  Map<String, KeySourceHealth> keyHealth() {
    Map<String, KeySourceHealth> health = new LinkedHashMap<>();
    for (Kept kept : all()) {
      health.put(kept.issuer.name(), kept.issuer.keys().health());
    }
    return health;
  }

  private Set<Kept> all() {
    changing.lock();
    try {
      Set<Kept> all = new LinkedHashSet<>();
      Stream.of(inUse, onTrial).forEach(all::addAll);
      return all;
    } finally {
      changing.unlock();
    }
  }

  /** Lets all go, and keeps none from now on. */
  @Override
  public void close() {
    Set<Kept> last;
    changing.lock();
    try {
      closed = true;
      last = all();
      last.forEach(this::remove);
      withdrawals.incrementAndGet();
    } finally {
      changing.unlock();
    }
    last.forEach(Kept::close);
  }
}
