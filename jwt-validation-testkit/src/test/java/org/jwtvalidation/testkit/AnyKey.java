// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.security.KeyPair;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/** Keys of every algorithm, for tests that do not care which; those of RSA are quick to have. */
final class AnyKey {

  /** Created once, because it takes some hundred milliseconds. */
  private static final TestKey RSA = TestKey.generate(SignatureAlgorithm.RS256, null);

  private AnyKey() {}

  static TestKey of(SignatureAlgorithm algorithm, @Nullable String keyId) {
    return switch (algorithm) {
      case RS256, RS384, RS512, PS256, PS384, PS512 ->
          TestKey.of(algorithm, keyId, new KeyPair(RSA.publicKey(), RSA.privateKey()));
      default -> TestKey.generate(algorithm, keyId);
    };
  }
}
