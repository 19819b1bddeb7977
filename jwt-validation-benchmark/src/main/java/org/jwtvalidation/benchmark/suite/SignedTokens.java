// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;

/**
 * Sixty tokens signed by one key, both in compact serialization and decoded for the verification of
 * the signature alone. With RS256, they have about 1,000 characters; they are valid for twelve
 * hours. Immutable and thread-safe.
 */
public final class SignedTokens {

  /** The number of tokens. */
  public static final int COUNT = 60;

  private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");
  private final VerificationKey key;
  private final List<SignedToken> tokens;

  /**
   * Signs the tokens.
   *
   * @param signer the key
   */
  public SignedTokens(TestKey signer) {
    this.key = signer.verificationKey();
    this.tokens = IntStream.range(0, COUNT).mapToObj(number -> signed(number, signer)).toList();
  }

  private SignedToken signed(int number, TestKey signer) {
    return SignedToken.of(
        issuer
            .token()
            .signedBy(signer)
            .subject("user-" + number)
            .scope("orders:read", "orders:write")
            .claim("data", "x".repeat(200))
            .expiresIn(Duration.ofHours(12))
            .compact());
  }

  /**
   * Configures a validator that trusts the issuer, otherwise with the defaults.
   *
   * @return a new builder at each call
   */
  public TokenValidator.Builder validator() {
    return TokenValidator.builder()
        .issuer(
            issuer
                .config()
                .audience(TestIssuer.AUDIENCE)
                .keySource(KeySource.of(JwkSet.of(key)))
                .build());
  }

  /** {@return the key that verifies the tokens} */
  public VerificationKey key() {
    return key;
  }

  /** {@return all tokens} */
  public List<SignedToken> all() {
    return tokens;
  }

  /** {@return a random token} */
  public SignedToken next() {
    return tokens.get(ThreadLocalRandom.current().nextInt(COUNT));
  }

  /**
   * A token.
   *
   * @param octets the compact serialization in ASCII, which starts with the JWS Signing Input
   * @param signingInputLength the number of octets of the JWS Signing Input
   * @param signature the decoded signature
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record SignedToken(byte[] octets, int signingInputLength, byte[] signature) {

    /**
     * Decodes a token, or a proof.
     *
     * @param compact its compact serialization
     * @return the token
     */
    public static SignedToken of(String compact) {
      int lastDot = compact.lastIndexOf('.');
      return new SignedToken(
          compact.getBytes(ISO_8859_1),
          lastDot,
          Base64.getUrlDecoder().decode(compact.substring(lastDot + 1)));
    }

    /** {@return a new string, whose hash code is not computed yet, as in a request} */
    public String compact() {
      return new String(octets, ISO_8859_1);
    }
  }
}
