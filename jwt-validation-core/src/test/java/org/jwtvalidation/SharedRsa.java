// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.testkit.TestKey;

/** One RSA key pair for all algorithms, because the search for one takes longer than its use. */
final class SharedRsa {

  private SharedRsa() {}

  /** A new key, except that those of RSA differ in nothing but their algorithm and ID. */
  static TestKey key(SignatureAlgorithm algorithm, @Nullable String keyId) {
    boolean isRsa = algorithm.joseName().startsWith("RS") || algorithm.joseName().startsWith("PS");
    return isRsa
        ? TestKey.of(algorithm, keyId, SigningKey.shared(algorithm).pair())
        : TestKey.generate(algorithm, keyId);
  }
}
