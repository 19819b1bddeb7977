// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.Patience;
import org.jwtvalidation.internal.tables.TableState;
import org.jwtvalidation.internal.tables.UpgradingVerification;

/** Waits for the tables of keys. */
public final class TabledKey {

  private TabledKey() {}

  /** The same verifier, after it was found to be as fast without a table. */
  public static SignatureVerifier declining(SignatureVerifier verifier) {
    ((UpgradingVerification) verifier.verification()).doWithoutTable(TableState.DECLINED);
    return verifier;
  }

  /** Whether the key has a table, or why it has none. */
  public static TableState state(SignatureVerifier verifier) {
    return verifier.verification().tableState();
  }

  /** Whether a table of the key verifies. */
  public static boolean has(SignatureVerifier verifier) {
    return state(verifier).equals(TableState.PRESENT);
  }

  /** What is wrong with the table of the key, or null. */
  static @Nullable String error(SignatureVerifier verifier) {
    return state(verifier).error();
  }

  /** The same verifier, after it has got its table. */
  public static SignatureVerifier of(SignatureVerifier verifier) {
    UpgradingVerification upgrading = (UpgradingVerification) verifier.verification();
    for (int use = 0; use < UpgradingVerification.USES_BEFORE_TABLE; use++) {
      upgrading.countUse();
    }
    long end = System.nanoTime() + Patience.LONG.toNanos();
    while (!has(verifier)) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("no table of " + verifier.key() + " after two minutes");
      }
      LockSupport.parkNanos(100_000);
    }
    return verifier;
  }
}
