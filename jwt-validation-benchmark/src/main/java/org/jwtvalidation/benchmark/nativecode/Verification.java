// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.nativecode;

import org.jwtvalidation.benchmark.nativecode.TokenSet.Token;

/** The keys of a set, prepared by one library. Need not be thread-safe. */
interface Verification {

  /** Whether the library accepts a token; no exception leaves this method. */
  boolean accepts(Sample token);

  /** Whether all that is computed ahead for so many keys is computed. */
  default boolean isSettled(int keys) {
    return true;
  }

  /**
   * A token as both kinds of verification read it.
   *
   * @param token the token of the input file
   * @param signingInput the JWS Signing Input
   * @param signature the decoded signature
   * @param key the position of the key in the set
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Sample(Token token, byte[] signingInput, byte[] signature, int key) {

    static Sample of(Token token, TokenSet set) {
      for (int key = 0; key < set.keys().size(); key++) {
        if (set.keys().get(key).id().equals(token.keyId())) {
          return new Sample(token, token.signingInput(), token.signature(), key);
        }
      }
      throw new IllegalArgumentException("token: " + token.keyId() + " is no key of its set");
    }
  }
}
