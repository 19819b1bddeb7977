// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.security.PublicKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a token says about its key in {@code kid} and {@code alg} (RFC 7515 sections 4.1.1, 4.1.4).
 * In a set a name belongs to one key, so that the order of keys never decides about a token.
 */
record KeyName(String keyId, String alg) {

  /** The name of a key, or null if it has no Key ID. */
  static @Nullable KeyName of(VerificationKey key) {
    String keyId = key.keyId();
    return keyId == null ? null : new KeyName(keyId, key.algorithm().widestName());
  }

  /** The names that different keys share. */
  static Set<KeyName> ambiguous(Collection<VerificationKey> keys) {
    Map<KeyName, PublicKey> named = new HashMap<>();
    Set<KeyName> ambiguous = new LinkedHashSet<>();
    for (VerificationKey key : keys) {
      KeyName name = of(key);
      if (name != null) {
        PublicKey known = named.putIfAbsent(name, key.publicKey());
        if (known != null && !known.equals(key.publicKey())) {
          ambiguous.add(name);
        }
      }
    }
    return ambiguous;
  }
}
