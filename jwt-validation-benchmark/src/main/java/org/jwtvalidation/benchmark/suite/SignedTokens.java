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
 * Sixty tokens under one key, each whole and taken apart for those who verify its signature alone.
 * They are of about 1,000 characters under RS256, and valid for twelve hours. Immutable and
 * thread-safe.
 */
public final class SignedTokens {

  /** How many there are. */
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
   * A validator that trusts the issuer, with everything else as it is unless said.
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

  /** {@return the key that verifies them} */
  public VerificationKey key() {
    return key;
  }

  /** {@return all of them} */
  public List<SignedToken> all() {
    return tokens;
  }

  /** {@return one of them, drawn at random by the calling thread} */
  public SignedToken next() {
    return tokens.get(ThreadLocalRandom.current().nextInt(COUNT));
  }

  /**
   * A token.
   *
   * @param octets the whole, in ASCII
   * @param signingInputLength how many of the octets, from the first, are signed
   * @param signature the decoded signature
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record SignedToken(byte[] octets, int signingInputLength, byte[] signature) {

    static SignedToken of(String compact) {
      int lastDot = compact.lastIndexOf('.');
      return new SignedToken(
          compact.getBytes(ISO_8859_1),
          lastDot,
          Base64.getUrlDecoder().decode(compact.substring(lastDot + 1)));
    }

    /** {@return the token as a request brings it: a string that nobody has asked for its hash} */
    public String compact() {
      return new String(octets, ISO_8859_1);
    }
  }
}
