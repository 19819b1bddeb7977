// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.jws.CompactJws;
import org.jwtvalidation.internal.jws.VerifiedJws;
import org.jwtvalidation.jwk.SignatureVerifier;

/** Optionally limits how many threads verify signatures at the same time. Thread-safe. */
public final class VerificationGate {

  private final @Nullable Semaphore permits;
  private final SignatureRule rule = new SignatureRule("tokens");

  /**
   * Creates a gate.
   *
   * @param maxConcurrentVerifications the maximum number of threads, or null for no limit
   */
  public VerificationGate(@Nullable Integer maxConcurrentVerifications) {
    permits = maxConcurrentVerifications == null ? null : new Semaphore(maxConcurrentVerifications);
  }

  public VerifiedJws verify(CompactJws jws, SignatureVerifier verifier) throws RuleViolation {
    if (permits == null) {
      return rule.check(jws, verifier);
    }
    // Permits are held only while computing, so this wait ends; an interrupt stays pending.
    permits.acquireUninterruptibly();
    try {
      return rule.check(jws, verifier);
    } finally {
      permits.release();
    }
  }
}
