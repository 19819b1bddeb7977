package org.jwtvalidation;

import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureVerifier;

/** Limits how many threads verify signatures at the same time, or not at all. */
final class VerificationGate {

  private final @Nullable Semaphore permits;

  /**
   * Creates a gate.
   *
   * @param maxConcurrentVerifications the maximum number of threads, or null for no limit
   */
  VerificationGate(@Nullable Integer maxConcurrentVerifications) {
    permits = maxConcurrentVerifications == null ? null : new Semaphore(maxConcurrentVerifications);
  }

  VerifiedJws verify(CompactJws jws, SignatureVerifier verifier) {
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
}
