// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.keys;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.Claim;
import org.jwtvalidation.internal.concurrent.FailureLog;
import org.jwtvalidation.internal.concurrent.GuardedLogger;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.KeyTables;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.keysource.KeyRefreshReport;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.keysource.KeySourceException;
import org.jwtvalidation.keysource.KeySourceHealth;
import org.jwtvalidation.token.UndecidedException;

/**
 * The keys of one issuer: guards against failures of its key source, and keeps one verifier for
 * each key. Thread-safe.
 */
public final class IssuerKeys implements AutoCloseable {

  private static final GuardedLogger LOGGER = new GuardedLogger(GuardedLogger.VALIDATIONS);

  /** Moments on a clock in nanoseconds can be compared if they are less than 292 years apart. */
  private static final Duration LONGEST_TIMEOUT = Duration.ofDays(365);

  private final String issuer;
  private final KeySource source;
  private final SignaturePolicy policy;
  private final BooleanSupplier allowsRefresh;
  private final Continuations continuations = new Continuations();
  private final FailureLog failures = new FailureLog();
  private final AtomicReference<@Nullable VerifierSet> current = new AtomicReference<>();
  private volatile @Nullable Claim<KeyRefreshReport> claim;
  private volatile boolean closed;

  public IssuerKeys(String issuer, KeySource source, SignaturePolicy policy) {
    this(issuer, source, policy, () -> true);
  }

  /**
   * The keys of {@code issuer}.
   *
   * @param allowsRefresh tells whether a Key ID that no key has may be a reason to ask for newer
   *     keys; anyone may have written it
   */
  public IssuerKeys(
      String issuer, KeySource source, SignaturePolicy policy, BooleanSupplier allowsRefresh) {
    this.issuer = issuer;
    this.source = source;
    this.policy = policy;
    this.allowsRefresh = allowsRefresh;
  }

  /**
   * The verifiers at hand that fit a token: one, unless its key is ambiguous, or has to be {@link
   * #search searched}.
   *
   * @see VerifierSet#fitting
   */
  public List<SignatureVerifier> fitting(
      @Nullable String keyId, Set<SignatureAlgorithm> algorithms) {
    VerifierSet atHand = atHand();
    return atHand == null ? List.of() : atHand.fitting(keyId, algorithms);
  }

  /** The search for verifiers that fit a token, if none are at hand. */
  public KeySearch search(@Nullable String keyId, Set<SignatureAlgorithm> algorithms) {
    return new KeySearch(this, keyId, algorithms, timeout());
  }

  private long timeout() {
    try {
      Duration timeout = source.timeout();
      return timeout.compareTo(LONGEST_TIMEOUT) < 0 ? timeout.toNanos() : LONGEST_TIMEOUT.toNanos();
    } catch (Exception e) {
      throw undecided(e);
    }
  }

  boolean allowRefresh() {
    return allowsRefresh.getAsBoolean();
  }

  /** The verifiers of the keys in force, or null if callers have to wait for them. */
  public @Nullable VerifierSet atHand() {
    try {
      JwkSet atHand = source.jwkSet();
      return atHand == null ? null : verifiersOf(atHand);
    } catch (Exception e) {
      throw undecided(e);
    }
  }

  /**
   * The set in force after a refresh, for which a validation waits.
   *
   * @param seen the set that lacks the key, or null if there is none
   * @param otherwise the set that decides if no other is there in time, or null
   */
  Awaited<JwkSet> refreshed(@Nullable JwkSet seen, long nanos, @Nullable JwkSet otherwise) {
    if (closed) {
      throw new UndecidedException("the key source of " + issuer + " is closed", null);
    }
    try {
      return new Awaited<>(
          Objects.requireNonNull(source.refreshed(seen), "refreshed"),
          nanos,
          continuations,
          keys -> continuations,
          failure -> {
            if (failure instanceof TimeoutException && otherwise != null) {
              return otherwise;
            }
            throw undecided(failure);
          });
    } catch (Exception e) {
      throw undecided(e);
    }
  }

  /**
   * The verifiers of keys that the source has answered with.
   *
   * @throws UndecidedException if that is null
   */
  VerifierSet verifiersOf(@Nullable JwkSet jwkSet) {
    if (jwkSet == null) {
      throw undecided(new NullPointerException("jwkSet"));
    }
    VerifierSet known = current.get();
    if (known != null && known.jwkSet() == jwkSet) {
      return known;
    }
    List<String> refused = new ArrayList<>(0);
    VerifierSet verifiers = VerifierSet.of(jwkSet, policy, known, e -> refused.add(e.getMessage()));
    if (!current.compareAndSet(known, verifiers)) {
      // Another thread was first, as a rule with the same keys: use its verifiers.
      VerifierSet published = Objects.requireNonNull(current.get());
      return published.jwkSet() == jwkSet ? published : verifiers;
    }
    if (known == null || !known.jwkSet().keys().equals(jwkSet.keys())) {
      // After publishing: a log appender that blocks delays this thread only.
      refused.forEach(message -> LOGGER.log(Level.WARNING, () -> issuer + " " + message, null));
    }
    return verifiers;
  }

  /** Logs what only those that validate would see, who may not keep it. */
  private UndecidedException undecided(Throwable failure) {
    if (failure instanceof UndecidedException undecided) {
      return undecided;
    }
    if (failure instanceof KeySourceException lacking) {
      return new UndecidedException(
          naming(lacking.getMessage()), lacking.getCause(), lacking.retryAfter());
    }
    if (failure instanceof InterruptedException) {
      return new UndecidedException("interrupted while waiting for the keys of " + issuer, failure);
    }
    if (failure instanceof TimeoutException) {
      return new UndecidedException(
          "the key source of " + issuer + " has not answered in time", null);
    }
    String failed = "the key source of " + issuer + " failed";
    failures.log(failed, "its tokens are undecided", failure);
    return new UndecidedException(failed, failure);
  }

  /** A message with the issuer, which that of a key source need not name. */
  String naming(@Nullable String message) {
    return message != null && message.contains(issuer) ? message : issuer + ": " + message;
  }

  /** Whose keys these are, and what closing them closes. */
  public KeySource source() {
    return source;
  }

  /**
   * Where validations without a thread continue that have waited for these keys, or their issuer.
   */
  public Continuations continuations() {
    return continuations;
  }

  /**
   * Reports every refresh to {@code listener}.
   *
   * @throws IllegalArgumentException if the source belongs to another validator
   */
  public void onRefresh(Consumer<KeyRefreshReport> listener) {
    Claim<KeyRefreshReport> owner = new Claim<>(listener);
    claim = owner;
    try {
      source.onRefresh(owner);
    } catch (IllegalArgumentException e) {
      throw e;
    } catch (Exception e) {
      LOGGER.log(Level.WARNING, () -> "the key source of " + issuer + " reports no refreshes", e);
    }
  }

  /** Leaves the source, which is not closed, to another validator. */
  public void giveBack() {
    Claim<KeyRefreshReport> owner = claim;
    if (owner != null) {
      owner.giveBack();
    }
  }

  /** Starts a refresh that is due, without waiting for it. Never fails: other issuers follow. */
  public void refreshIfDue() {
    try {
      var unused = source.jwkSet();
    } catch (Throwable e) {
      LOGGER.log(Level.DEBUG, () -> "the key source of " + issuer + " failed", e);
    }
  }

  /** Waits for the first keys, and returns the failure if there are none. */
  public Optional<UndecidedException> await() {
    return begin().get();
  }

  /** Asks for the first keys, and returns what waits for them, for {@link #await}. */
  Supplier<Optional<UndecidedException>> begin() {
    try {
      Awaited<JwkSet> first = atHand() == null ? refreshed(null, timeout(), null) : null;
      return () -> first == null ? Optional.empty() : failure(first);
    } catch (Throwable e) {
      return () -> Optional.of(undecided(e));
    }
  }

  private Optional<UndecidedException> failure(Awaited<JwkSet> first) {
    try {
      var unused = verifiersOf(first.await());
      return Optional.empty();
    } catch (Throwable e) {
      return Optional.of(undecided(e));
    }
  }

  public KeySourceHealth health() {
    try {
      return Objects.requireNonNull(source.health(), "health");
    } catch (Throwable e) {
      return KeySourceHealth.unavailable(FailureLog.described(e));
    }
  }

  /** Whether keys were in force at a validation or a warm-up. */
  public boolean hadKeys() {
    return current.get() != null;
  }

  /** The verifiers of the keys that were in force at the latest validation. */
  public List<SignatureVerifier> verifiers() {
    VerifierSet known = current.get();
    return known == null ? List.of() : known.all();
  }

  /** The tables of the keys that were in force at the latest validation. */
  public KeyTables tables() {
    VerifierSet known = current.get();
    return known == null ? new KeyTables(0, 0, 0, null) : known.tables();
  }

  @Override
  public void close() {
    closed = true;
    try {
      source.close();
    } catch (Throwable e) {
      // Those of other issuers are closed all the same.
      LOGGER.log(Level.WARNING, () -> "the key source of " + issuer + " could not be closed", e);
    }
  }
}
