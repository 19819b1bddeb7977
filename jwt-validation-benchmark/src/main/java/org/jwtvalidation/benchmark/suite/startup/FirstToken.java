package org.jwtvalidation.benchmark.suite.startup;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.token.AccessToken;

/**
 * A token and its issuer's JWK Set, minted once by a key that no longer exists; the token is valid
 * until 2100. Minting in the measured JVM would load and warm up half of the classes that
 * validation uses. Compared by identity.
 */
public final class FirstToken {

  private final String jwkSet;
  private final String compact;
  private final byte[] publicKey;

  private FirstToken(String[] lines) {
    this.jwkSet = lines[0];
    this.compact = lines[1];
    this.publicKey = Base64.getDecoder().decode(lines[2]);
  }

  /**
   * Reads a token without loading classes of the library.
   *
   * @param algorithm {@code RS256} or {@code ES256}
   * @return the token
   * @throws IOException if it cannot be read
   */
  public static FirstToken of(String algorithm) throws IOException {
    String file = algorithm + ".txt";
    try (@Nullable InputStream lines = FirstToken.class.getResourceAsStream(file)) {
      if (lines == null) {
        throw new IOException(file + ": not found");
      }
      return new FirstToken(new String(lines.readAllBytes(), US_ASCII).split("\n", -1));
    }
  }

  /** {@return the token in compact serialization} */
  public String compact() {
    return compact;
  }

  /** {@return the key that verifies it, as a SubjectPublicKeyInfo (RFC 5280 section 4.1)} */
  public byte[] publicKey() {
    return publicKey.clone();
  }

  /** {@return a new validator that trusts the issuer and caches nothing} */
  public TokenValidator validator() {
    return TokenValidator.builder()
        .issuer(
            IssuerConfig.builder("https://issuer.example")
                .audience("test-api")
                .keySource(KeySource.of(JwkSet.parse(jwkSet)))
                .build())
        .cacheSize(0)
        .build();
  }

  /**
   * Creates a validator and validates the token.
   *
   * @return the validated token
   */
  public AccessToken validate() {
    return validator().validate(compact);
  }
}
