package org.jwtvalidation.benchmark;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.KeySource;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.testkit.TestIssuer;

/**
 * Tokens of one issuer and algorithm, about 1,000 characters long under RS256, and what to validate
 * them with.
 */
final class MintedTokens {

  private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");
  private final JwkSet keys;
  private final List<String> texts;
  private final byte[] octets;
  private final byte[] signingInput;
  private final byte[] signature;

  MintedTokens(SignatureAlgorithm algorithm, int count) {
    this.keys = JwkSet.of(issuer.key(algorithm).verificationKey());
    this.texts =
        IntStream.range(0, count)
            .mapToObj(number ->
                issuer
                    .token()
                    .algorithm(algorithm)
                    .subject("user-" + number)
                    .claim("data", "x".repeat(200))
                    .expiresIn(Duration.ofHours(12))
                    .compact())
            .toList();
    String first = texts.get(0);
    int lastDot = first.lastIndexOf('.');
    this.octets = first.getBytes(ISO_8859_1);
    this.signingInput = first.substring(0, lastDot).getBytes(ISO_8859_1);
    this.signature = Base64.getUrlDecoder().decode(first.substring(lastDot + 1));
  }

  /** A validator that trusts the issuer, with everything else as it is unless said. */
  TokenValidator.Builder validator() {
    return TokenValidator.builder()
        .issuer(
            IssuerConfig.builder(issuer.issuer())
                .audience(TestIssuer.AUDIENCE)
                .keySource(KeySource.of(keys))
                .build());
  }

  VerificationKey key() {
    return keys.keys().get(0);
  }

  String text(int number) {
    return texts.get(number);
  }

  /** The first token as a request brings it: a string that nobody has asked for its hash. */
  String freshText() {
    return new String(octets, ISO_8859_1);
  }

  byte[] signingInput() {
    return signingInput;
  }

  byte[] signature() {
    return signature;
  }
}
