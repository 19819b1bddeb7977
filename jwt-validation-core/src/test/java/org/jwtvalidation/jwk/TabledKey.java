package org.jwtvalidation.jwk;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Keys that have been used until they have got their tables. */
final class TabledKey {

  private static final long PATIENCE = Duration.ofSeconds(60).toNanos();

  private TabledKey() {}

  /** The same key, which verifies by its table from now on. */
  static VerificationKey of(VerificationKey key) {
    byte[] octets = new byte[1];
    byte[] signature = new byte[64];
    signature[31] = 1;
    signature[63] = 1;
    for (int use = 0; use < PrecomputedVerification.USES_BEFORE_TABLE; use++) {
      key.verify(octets, signature);
    }
    long end = System.nanoTime() + PATIENCE;
    while (!key.hasTable()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("no table of " + key + " after a minute");
      }
      LockSupport.parkNanos(100_000);
    }
    return key;
  }
}
