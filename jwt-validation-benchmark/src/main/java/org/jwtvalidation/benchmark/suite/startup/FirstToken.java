// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.startup;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.token.AccessToken;

/**
 * A token and its issuer's JWK Set, minted once by a key that no longer exists; the token is valid
 * until 2100. Minting in the measured JVM would load and warm up half of the classes that
 * validation uses.
 */
final class FirstToken {

  private final String jwkSet;
  private final String compact;

  private FirstToken(String[] lines) {
    this.jwkSet = lines[0];
    this.compact = lines[1];
  }

  /** Reads a token without loading classes of the library. */
  static FirstToken of(String algorithm) throws IOException {
    String file = algorithm + ".txt";
    try (@Nullable InputStream lines = FirstToken.class.getResourceAsStream(file)) {
      if (lines == null) {
        throw new IOException(file + ": not found");
      }
      return new FirstToken(new String(lines.readAllBytes(), US_ASCII).split("\n", -1));
    }
  }

  String compact() {
    return compact;
  }

  /** Creates a validator that trusts the issuer and caches nothing. */
  TokenValidator validator() {
    return TokenValidator.builder()
        .issuer(
            IssuerConfig.builder("https://issuer.example")
                .audience("test-api")
                .keySource(KeySource.of(JwkSet.parse(jwkSet)))
                .build())
        .cacheSize(0)
        .build();
  }

  AccessToken validate() {
    return validator().validate(compact);
  }
}
