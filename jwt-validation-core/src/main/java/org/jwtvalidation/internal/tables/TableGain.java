// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.tables;

import java.security.PublicKey;

/** Whether a table makes the verifications of a key faster on this machine. */
@FunctionalInterface
public interface TableGain {

  /** For algorithms where a table always does. */
  TableGain CERTAIN = (key, uses) -> Answer.YES;

  /** What is known. */
  enum Answer {
    YES,
    NO,
    /** Not now; to be asked again after many more uses. */
    NOT_NOW,
    /** To be asked again after more uses. */
    NOT_YET
  }

  /**
   * Answers for a key, and may measure before. Called by one thread at a time.
   *
   * @param uses the valid signatures of the key since the last call for it
   * @throws ArithmeticException if verification by a table turns out to be wrong
   */
  Answer expected(PublicKey key, int uses);

  /**
   * Answers for a key as if it had been used enough to measure. Called as {@link #expected} is.
   *
   * @throws ArithmeticException if verification by a table turns out to be wrong
   */
  default Answer now(PublicKey key) {
    return expected(key, 0);
  }
}
