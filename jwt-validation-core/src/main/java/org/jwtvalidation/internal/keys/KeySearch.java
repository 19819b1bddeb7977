// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.keys;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignatureVerifier;

/**
 * The search for the key of a token that is not among those at hand. Used by one thread at a time.
 */
public final class KeySearch {

  /** The first refresh may end with a set that was on its way before the token came. */
  private static final int MAX_REFRESHES = 2;

  private final IssuerKeys keys;
  private final @Nullable String keyId;
  private final Set<SignatureAlgorithm> algorithms;
  private final long end;
  private @Nullable VerifierSet seen;
  private List<SignatureVerifier> fitting = List.of();
  private int refreshesLeft = MAX_REFRESHES;

  /** Whether the source has answered: a set that it has fetched since may decide. */
  private boolean isRefreshed;

  KeySearch(
      IssuerKeys keys, @Nullable String keyId, Set<SignatureAlgorithm> algorithms, long nanos) {
    this.keys = keys;
    this.keyId = keyId;
    this.algorithms = algorithms;
    this.end = System.nanoTime() + nanos;
    VerifierSet atHand = keys.atHand();
    if (atHand != null) {
      look(atHand);
    }
  }

  /**
   * The keys that the search needs to go on, for {@link #found}; null if it is over.
   *
   * @throws org.jwtvalidation.token.UndecidedException if the source fails
   */
  public @Nullable Awaited<JwkSet> next() {
    VerifierSet last = seen;
    if (last != null && (!fitting.isEmpty() || refreshesLeft == 0 || !keys.allowRefresh())) {
      return null;
    }
    JwkSet lacking = last == null ? null : last.jwkSet();
    return keys.refreshed(lacking, end - System.nanoTime(), isRefreshed ? lacking : null);
  }

  /** Continues with the keys that have arrived. */
  public void found(@Nullable JwkSet jwkSet) {
    isRefreshed = true;
    VerifierSet last = seen;
    if (last != null && last.jwkSet() == jwkSet) {
      refreshesLeft = 0;
      return;
    }
    if (last != null) {
      refreshesLeft--;
    }
    look(keys.verifiersOf(jwkSet));
  }

  private void look(VerifierSet verifiers) {
    seen = verifiers;
    fitting = verifiers.fitting(keyId, algorithms);
  }

  /** The verifiers that fit the token: one, unless its key is unknown or ambiguous. */
  public List<SignatureVerifier> fitting() {
    return fitting;
  }
}
