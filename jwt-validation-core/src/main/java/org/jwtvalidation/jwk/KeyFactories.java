package org.jwtvalidation.jwk;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.KeySpec;

/** Makes JCA keys of specifications that have been checked. */
final class KeyFactories {

  private KeyFactories() {}

  static PublicKey publicKey(String keyFactory, KeySpec specification) throws UnusableKeyException {
    try {
      return KeyFactory.getInstance(keyFactory).generatePublic(specification);
    } catch (GeneralSecurityException | RuntimeException e) {
      // Providers throw unchecked exceptions, too, for numbers they did not expect.
      throw new UnusableKeyException("no " + keyFactory + " key: " + e.getMessage(), e);
    }
  }
}
