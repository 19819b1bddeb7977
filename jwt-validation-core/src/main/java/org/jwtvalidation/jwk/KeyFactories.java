// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.KeySpec;

/** Creates JCA keys from specifications that have been checked. */
final class KeyFactories {

  private KeyFactories() {}

  static PublicKey publicKey(String keyFactory, KeySpec specification) throws UnusableKeyException {
    try {
      return KeyFactory.getInstance(keyFactory).generatePublic(specification);
    } catch (GeneralSecurityException | RuntimeException e) {
      // Some providers throw unchecked exceptions for unexpected numbers.
      throw new UnusableKeyException("not a usable " + keyFactory + " key: " + e.getMessage(), e);
    }
  }
}
