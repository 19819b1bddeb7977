// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.util.List;
import java.util.Set;

/** Finds keys of a JWK Set, and asks them. */
public final class KeysOf {

  private KeysOf() {}

  /** The only key of this Key ID for one of the algorithms, or null. */
  public static VerificationKey key(
      JwkSet jwkSet, String keyId, Set<SignatureAlgorithm> algorithms) {
    List<VerificationKey> found =
        keys(jwkSet, algorithms).stream().filter(key -> keyId.equals(key.keyId())).toList();
    if (found.size() > 1) {
      throw new AssertionError(found);
    }
    return found.isEmpty() ? null : found.get(0);
  }

  /** Whether a signature is valid by the policy that is the default. */
  public static boolean verifies(VerificationKey key, byte[] input, byte[] signature) {
    return SignaturePolicy.fastest().verifier(key).verify(input, signature);
  }

  /** All keys for one of the algorithms. */
  public static List<VerificationKey> keys(JwkSet jwkSet, Set<SignatureAlgorithm> algorithms) {
    return jwkSet.keys().stream().filter(key -> algorithms.contains(key.algorithm())).toList();
  }
}
