package org.jwtvalidation.internal.keys;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.Claim;
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

  /** The first refresh may end with a set that was on its way before the token came. */
  private static final int MAX_REFRESHES = 2;

  private final String issuer;
  private final KeySource source;
  private final SignaturePolicy policy;
  private final BooleanSupplier allowsRefresh;
  private final AsyncKeySource asyncSource;
  private final Continuations continuations = new Continuations();
  private final AtomicReference<@Nullable VerifierSet> current = new AtomicReference<>();
  private volatile @Nullable Claim<KeyRefreshReport> claim;

  public IssuerKeys(String issuer, KeySource source, SignaturePolicy policy) {
    this(issuer, source, policy, AsyncKeySource.TIMEOUT, () -> true);
  }

  /**
   * The keys of {@code issuer}.
   *
   * @param timeout how long validations that do not block wait for a source of the user
   * @param allowsRefresh tells whether a Key ID that no key has may be a reason to ask for newer
   *     keys; anyone may have written it
   */
  public IssuerKeys(
      String issuer,
      KeySource source,
      SignaturePolicy policy,
      Duration timeout,
      BooleanSupplier allowsRefresh) {
    this.issuer = issuer;
    this.source = source;
    this.allowsRefresh = allowsRefresh;
    this.asyncSource = new AsyncKeySource(source, timeout);
    this.policy = policy;
  }

  /**
   * The verifiers that fit a token: one, unless its key is unknown or ambiguous.
   *
   * @see VerifierSet#fitting
   */
  public List<SignatureVerifier> fitting(
      @Nullable String keyId, Set<SignatureAlgorithm> algorithms) {
    VerifierSet seen = inForce();
    List<SignatureVerifier> fitting = seen.fitting(keyId, algorithms);
    int most = fitting.isEmpty() ? maxRefreshes() : 0;
    for (int refreshes = 0; fitting.isEmpty() && refreshes < most; refreshes++) {
      VerifierSet newer = refreshed(seen);
      if (newer.jwkSet() == seen.jwkSet()) {
        break;
      }
      fitting = newer.fitting(keyId, algorithms);
      seen = newer;
    }
    return fitting;
  }

  /** As {@link #fitting}, without waiting: complete if the keys are at hand. */
  public CompletableFuture<List<SignatureVerifier>> fittingAsync(
      @Nullable String keyId, Set<SignatureAlgorithm> algorithms) {
    return verifiers(asyncSource.jwkSet())
        .thenCompose(seen -> fittingAsync(keyId, algorithms, seen, maxRefreshes()));
  }

  /** The verifiers in {@code seen}, or in a set that is newer if there are none. */
  private CompletableFuture<List<SignatureVerifier>> fittingAsync(
      @Nullable String keyId, Set<SignatureAlgorithm> algorithms, VerifierSet seen, int refreshes) {
    List<SignatureVerifier> fitting = seen.fitting(keyId, algorithms);
    if (!fitting.isEmpty() || refreshes == 0) {
      return CompletableFuture.completedFuture(fitting);
    }
    return verifiers(asyncSource.refreshed(seen.jwkSet()))
        .thenCompose(newer ->
            newer.jwkSet() == seen.jwkSet()
                ? CompletableFuture.completedFuture(fitting)
                : fittingAsync(keyId, algorithms, newer, refreshes - 1));
  }

  private int maxRefreshes() {
    return allowsRefresh.getAsBoolean() ? MAX_REFRESHES : 0;
  }

  /** The verifiers of the keys in force. */
  public VerifierSet inForce() {
    try {
      return verifiersOf(Objects.requireNonNull(source.jwkSet(), "jwkSet"));
    } catch (Exception e) {
      throw unavailable(e);
    }
  }

  /** The verifiers of the keys in force, or null if callers would have to wait for them. */
  public @Nullable VerifierSet atHand() {
    CompletableFuture<JwkSet> answer = asyncSource.jwkSet();
    try {
      return answer.isDone() ? verifiersOf(Objects.requireNonNull(answer.join(), "jwkSet")) : null;
    } catch (Exception e) {
      throw unavailable(e);
    }
  }

  private CompletableFuture<VerifierSet> verifiers(CompletableFuture<JwkSet> answer) {
    return continuations
        .await(answer)
        .handle((jwkSet, failure) -> {
          if (failure != null) {
            throw unavailable(failure);
          }
          try {
            return verifiersOf(Objects.requireNonNull(jwkSet, "jwkSet"));
          } catch (Exception e) {
            throw unavailable(e);
          }
        });
  }

  private VerifierSet refreshed(VerifierSet seen) {
    try {
      return verifiersOf(Objects.requireNonNull(source.refreshed(seen.jwkSet()), "refreshed"));
    } catch (Exception e) {
      throw unavailable(e);
    }
  }

  private VerifierSet verifiersOf(JwkSet jwkSet) {
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
    // After publishing: a log appender that blocks delays this thread only.
    refused.forEach(message -> LOGGER.log(Level.WARNING, () -> issuer + " " + message, null));
    return verifiers;
  }

  private UndecidedException unavailable(Throwable thrown) {
    Throwable failure = Continuations.cause(thrown);
    if (failure instanceof UndecidedException unavailable) {
      return unavailable;
    }
    return failure instanceof KeySourceException lacking
        ? new UndecidedException(
            String.valueOf(lacking.getMessage()), lacking.getCause(), lacking.retryAfter())
        : new UndecidedException("the key source of " + issuer + " failed", failure);
  }

  /** Whether closing these keys would close the others, too. */
  public boolean shareSourceWith(IssuerKeys other) {
    return source == other.source;
  }

  /** Where validations continue that have waited for these keys, or for their issuer. */
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
      source.refreshIfDue();
    } catch (Throwable e) {
      LOGGER.log(Level.DEBUG, () -> "the key source of " + issuer + " failed", e);
    }
  }

  /** Waits for the first keys, and returns the failure if there are none. */
  public Optional<UndecidedException> await() {
    try {
      inForce();
      return Optional.empty();
    } catch (Throwable e) {
      return Optional.of(unavailable(e));
    }
  }

  public KeySourceHealth health() {
    try {
      return Objects.requireNonNull(source.health(), "health");
    } catch (Throwable e) {
      return KeySourceHealth.unavailable(e.toString());
    }
  }

  /** Whether keys were in force at a validation or a warm-up. */
  public boolean hadKeys() {
    return current.get() != null;
  }

  /** The verifiers of the keys in force at the latest validation that this library may verify. */
  public List<SignatureVerifier> verifiersToTrain() {
    VerifierSet known = current.get();
    return known == null || !policy.usesOwnArithmetic() ? List.of() : known.all();
  }

  /** The tables of the keys that were in force at the latest validation. */
  public KeyTables tables() {
    VerifierSet known = current.get();
    return known == null ? new KeyTables(0, 0, 0, null) : known.tables();
  }

  @Override
  public void close() {
    try {
      source.close();
    } catch (Throwable e) {
      // Those of other issuers are closed all the same.
      LOGGER.log(Level.WARNING, () -> "the key source of " + issuer + " could not be closed", e);
    }
  }
}
