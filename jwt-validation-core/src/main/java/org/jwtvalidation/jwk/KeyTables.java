// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.tables.TableState;

/**
 * The state of the tables of an issuer's keys, or of clients' keys, which speed up the verification
 * of signatures. A key for ES256, Ed25519 or an RSA algorithm gets a table once it has verified a
 * number of signatures. For RSA it is first measured whether this machine is faster with tables.
 *
 * @param count the number of keys that have a table
 * @param declined the number of frequently used RSA keys without a table, because the JDK's
 *     arithmetic was measured to be as fast on this machine
 * @param overBudget the number of frequently used keys without a table, because the tables of keys
 *     that were used later take all of the {@linkplain
 *     org.jwtvalidation.jwk.SignaturePolicy#withTableBudget budget}
 * @param error one line on why a frequently used key has no table, or why no key has one since a
 *     provider refused what a table had accepted; null if there is no problem; signatures of such a
 *     key are still verified, only more slowly
 */
public record KeyTables(int count, int declined, int overBudget, @Nullable String error) {

  /**
   * Sums up the state of some verifiers.
   *
   * @param verifiers the verifiers
   * @return the state of their tables
   * @hidden
   */
  @SuppressWarnings("InvalidBlockTag") // javadoc knows @hidden
  public static KeyTables of(Collection<SignatureVerifier> verifiers) {
    List<TableState> states =
        verifiers.stream().map(verifier -> verifier.verification().tableState()).toList();
    return new KeyTables(
        Collections.frequency(states, TableState.PRESENT),
        Collections.frequency(states, TableState.DECLINED),
        Collections.frequency(states, TableState.WITHOUT_ROOM),
        states.stream().map(TableState::error).filter(Objects::nonNull).findFirst().orElse(null));
  }
}
