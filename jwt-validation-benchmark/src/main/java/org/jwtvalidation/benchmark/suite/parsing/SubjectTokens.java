// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.parsing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.proc.SingleKeyJWSKeySelector;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.jwt.proc.JWTProcessor;
import java.time.Duration;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.jwtvalidation.TokenLimits;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.testkit.TestIssuer;

/** Sixty RS256 tokens with long subjects, and two libraries that validate them by equal rules. */
final class SubjectTokens {

  /** The defaults with twice the characters, because a subject of 10,000 exceeds the defaults. */
  static final TokenLimits LIMITS =
      TokenLimits.defaults().withTokenLength(32 * 1024).withStringLength(16 * 1024);

  private static final int COUNT = 60;

  private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");
  private final byte[][] tokens;

  SubjectTokens(int subjectLength) {
    this.tokens =
        IntStream.range(0, COUNT)
            .mapToObj(number -> token(subject(number, subjectLength)).getBytes(ISO_8859_1))
            .toArray(byte[][]::new);
  }

  private String token(String subject) {
    return issuer
        .token()
        .algorithm(SignatureAlgorithm.RS256)
        .subject(subject)
        .expiresIn(Duration.ofHours(12))
        .compact();
  }

  private static String subject(int number, int length) {
    return new SplittableRandom(number)
        .ints(length, 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** Returns a random token as a new string. */
  String next() {
    return new String(tokens[ThreadLocalRandom.current().nextInt(COUNT)], ISO_8859_1);
  }

  VerificationKey key() {
    return issuer.key(SignatureAlgorithm.RS256).verificationKey();
  }

  TokenValidator validator() {
    return TokenValidator.builder()
        .issuer(issuer.config().audience(TestIssuer.AUDIENCE).build())
        .limits(LIMITS)
        .cacheSize(0)
        .build();
  }

  /** Requires the same type, issuer, audience and claims; uses the key for any Key ID. */
  JWTProcessor<SecurityContext> processor() {
    DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
    processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(new JOSEObjectType("at+jwt")));
    processor.setJWSKeySelector(
        new SingleKeyJWSKeySelector<>(
            JWSAlgorithm.RS256, issuer.key(SignatureAlgorithm.RS256).publicKey()));
    processor.setJWTClaimsSetVerifier(
        new DefaultJWTClaimsVerifier<>(
            TestIssuer.AUDIENCE,
            new JWTClaimsSet.Builder().issuer(issuer.issuer()).build(),
            Set.of("sub", "exp", "iat")));
    return processor;
  }
}
