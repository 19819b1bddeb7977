package org.jwtvalidation;

import java.security.ProviderException;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.FailureLog;
import org.jwtvalidation.internal.jws.CompactJws;
import org.jwtvalidation.internal.jws.VerifiedJws;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.token.KeysUnavailableException;

/**
 * Limits how many threads verify signatures at the same time, or not at all, and leaves tokens
 * undecided while a provider fails. Thread-safe.
 */
final class VerificationGate {

  private final @Nullable Semaphore permits;
  private final FailureLog failures;

  /**
   * Creates a gate.
   *
   * @param maxConcurrentVerifications the maximum number of threads, or null for no limit
   */
  VerificationGate(@Nullable Integer maxConcurrentVerifications) {
    permits = maxConcurrentVerifications == null ? null : new Semaphore(maxConcurrentVerifications);
    failures = new FailureLog();
  }

  /** Verifies the signature; null if it is invalid. */
  @Nullable VerifiedJws verify(CompactJws jws, SignatureVerifier verifier) {
    try {
      return inTurn(jws, verifier);
    } catch (ProviderException e) {
      throw undecided(e);
    }
  }

  private @Nullable VerifiedJws inTurn(CompactJws jws, SignatureVerifier verifier) {
    if (permits == null) {
      return VerifiedJws.verify(jws, verifier);
    }
    // Permits are held only while computing, so this wait ends; an interrupt stays pending.
    permits.acquireUninterruptibly();
    try {
      return VerifiedJws.verify(jws, verifier);
    } finally {
      permits.release();
    }
  }

  private KeysUnavailableException undecided(ProviderException failure) {
    String message = String.valueOf(failure.getMessage());
    Throwable cause = failure.getCause();
    failures.log(message, "tokens are undecided", cause == null ? failure : cause);
    return new KeysUnavailableException(message, cause);
  }
}
