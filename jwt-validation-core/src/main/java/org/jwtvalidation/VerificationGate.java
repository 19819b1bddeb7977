package org.jwtvalidation;

import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureVerifier;

/** Where signatures are verified: by all threads that come, or by so many of them at a time. */
final class VerificationGate {

  private final @Nullable Semaphore permits;

  /**
   * A gate.
   *
   * @param maxConcurrentVerifications how many threads are let in, null for as many as come
   */
  VerificationGate(@Nullable Integer maxConcurrentVerifications) {
    permits = maxConcurrentVerifications == null ? null : new Semaphore(maxConcurrentVerifications);
  }

  VerifiedJws verify(CompactJws jws, SignatureVerifier verifier) {
    if (permits == null) {
      return VerifiedJws.verify(jws, verifier);
    }
    // Who is in computes and waits for nobody, so that this ends; an interrupt stays pending.
    permits.acquireUninterruptibly();
    try {
      return VerifiedJws.verify(jws, verifier);
    } finally {
      permits.release();
    }
  }
}
