// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import java.util.EnumSet;
import java.util.Set;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/** By which arithmetic a validator verifies signatures, which it chooses while it is in use. */
public final class Arithmetic {

  private static final Set<SignatureAlgorithm> BY_TABLES =
      EnumSet.of(
          SignatureAlgorithm.RS256,
          SignatureAlgorithm.RS384,
          SignatureAlgorithm.RS512,
          SignatureAlgorithm.PS256,
          SignatureAlgorithm.PS384,
          SignatureAlgorithm.PS512,
          SignatureAlgorithm.ES256,
          SignatureAlgorithm.ED25519);

  private Arithmetic() {}

  /**
   * Whether a validator has chosen.
   *
   * @param validator has issuers with one signing key each
   * @param algorithm the algorithm of their tokens
   * @return whether each of the keys has its table or has declined it; true if the algorithm has no
   *     tables
   */
  public static boolean isChosen(TokenValidator validator, SignatureAlgorithm algorithm) {
    return isChosen(validator, algorithm, 1);
  }

  /**
   * Whether a validator has chosen.
   *
   * @param validator has issuers with several signing keys
   * @param algorithm the algorithm of their tokens
   * @param keys the number of signing keys of each issuer
   * @return whether all keys have their tables or have declined them; true if the algorithm has no
   *     tables
   */
  public static boolean isChosen(TokenValidator validator, SignatureAlgorithm algorithm, int keys) {
    return !BY_TABLES.contains(algorithm)
        || validator.keyTables().values().stream()
            .allMatch(tables -> tables.count() + tables.declined() + tables.overBudget() >= keys);
  }
}
