// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestKey;

/**
 * The algorithm and the key of the tokens.
 *
 * @param bits the length of an RSA modulus; 0 for other keys
 */
record KeyKind(SignatureAlgorithm algorithm, int bits) {

  static final KeyKind RS256 = new KeyKind(SignatureAlgorithm.RS256, 2_048);
  static final KeyKind ES256 = new KeyKind(SignatureAlgorithm.ES256, 0);

  TestKey generate() {
    if (bits == 0) {
      return TestKey.generate(algorithm, "key");
    }
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(bits);
      return TestKey.of(algorithm, "key", generator.generateKeyPair());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return bits == 0 || bits == 2_048 ? algorithm.joseName() : algorithm.joseName() + " " + bits;
  }
}
