package org.jwtvalidation;

import static org.jwtvalidation.TokenRejectedException.rejected;
import static org.jwtvalidation.ValidationStep.KEY_RESOLUTION;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.keysource.KeyRefreshReport;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.keysource.KeySourceException;
import org.jwtvalidation.keysource.KeySourceHealth;

/**
 * The keys of one issuer: whatever its source does, and with one verifier for each. Thread-safe.
 */
final class IssuerKeys implements AutoCloseable {

  private static final System.Logger LOGGER = System.getLogger(TokenValidator.class.getName());

  /** The first may end with a set that was on its way before the token came. */
  private static final int MAX_REFRESHES = 2;

  private final String issuer;
  private final KeySource source;
  private final SignaturePolicy policy;
  private volatile @Nullable VerifierSet current;

  IssuerKeys(String issuer, KeySource source, SignaturePolicy policy) {
    this.issuer = issuer;
    this.source = source;
    this.policy = policy;
  }

  /** The verifier of the key for a token with {@code header}. */
  SignatureVerifier resolve(JoseHeader header) {
    VerifierSet seen = inForce();
    SignatureVerifier verifier = find(seen, header);
    for (int refreshes = 0; verifier == null && refreshes < MAX_REFRESHES; refreshes++) {
      VerifierSet newer = refreshed(seen);
      if (newer == seen) {
        break;
      }
      verifier = find(newer, header);
      seen = newer;
    }
    if (verifier == null) {
      throw rejected(KEY_RESOLUTION, Reason.KEY_UNKNOWN, "kid");
    }
    return verifier;
  }

  private static @Nullable SignatureVerifier find(VerifierSet verifiers, JoseHeader header) {
    String keyId = header.keyId();
    if (keyId != null) {
      return verifiers.named(keyId, header.algorithms());
    }
    List<SignatureVerifier> fitting = verifiers.of(header.algorithms());
    if (fitting.size() > 1) {
      throw rejected(KEY_RESOLUTION, Reason.KEY_AMBIGUOUS, "kid");
    }
    return fitting.isEmpty() ? null : fitting.get(0);
  }

  /** Whether this very verifier is still one of a key in force. */
  boolean contains(SignatureVerifier verifier) {
    return inForce().contains(verifier);
  }

  private VerifierSet inForce() {
    try {
      return verifiersOf(Objects.requireNonNull(source.jwkSet(), "jwkSet"));
    } catch (Exception e) {
      throw unavailable(e);
    }
  }

  private VerifierSet refreshed(VerifierSet seen) {
    try {
      return verifiersOf(Objects.requireNonNull(source.refreshed(seen.jwkSet()), "refreshed"));
    } catch (Exception e) {
      throw unavailable(e);
    }
  }

  private VerifierSet verifiersOf(JwkSet jwkSet) {
    VerifierSet known = current;
    if (known != null && known.jwkSet() == jwkSet) {
      return known;
    }
    VerifierSet verifiers =
        VerifierSet.of(
            jwkSet,
            policy,
            known,
            (key, e) -> LOGGER.log(Level.WARNING, issuer + " " + e.getMessage()));
    current = verifiers;
    return verifiers;
  }

  private KeysUnavailableException unavailable(Throwable failure) {
    if (failure instanceof KeysUnavailableException unavailable) {
      return unavailable;
    }
    return failure instanceof KeySourceException
        ? new KeysUnavailableException(String.valueOf(failure.getMessage()), failure.getCause())
        : new KeysUnavailableException("the key source of " + issuer + " failed", failure);
  }

  /** Reports every refresh to {@code listener}. */
  void onRefresh(Consumer<KeyRefreshReport> listener) {
    try {
      source.onRefresh(listener);
    } catch (Exception e) {
      LOGGER.log(Level.WARNING, "the key source of " + issuer + " reports no refreshes", e);
    }
  }

  /** Starts a refresh that is due, and does not wait for it. */
  void refreshIfDue() {
    try {
      source.refreshIfDue();
    } catch (Exception e) {
      LOGGER.log(Level.DEBUG, "the key source of " + issuer + " failed", e);
    }
  }

  /** Waits for the keys if there are none yet, and says what is wrong if there still are none. */
  Optional<KeysUnavailableException> await() {
    try {
      inForce();
      return Optional.empty();
    } catch (Throwable e) {
      return Optional.of(unavailable(e));
    }
  }

  KeySourceHealth health() {
    try {
      return Objects.requireNonNull(source.health(), "health");
    } catch (Exception e) {
      return KeySourceHealth.unavailable(e.toString());
    }
  }

  /** The tables of the keys that were in force when a token was last validated. */
  KeyTables tables() {
    VerifierSet known = current;
    return known == null ? new KeyTables(0, null) : known.tables();
  }

  @Override
  public void close() {
    try {
      source.close();
    } catch (Exception e) {
      LOGGER.log(Level.WARNING, "the key source of " + issuer + " could not be closed", e);
    }
  }
}
