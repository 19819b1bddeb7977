// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.TokenRejectedException;
import org.jwtvalidation.token.ValidationStep;

class TamperingTest {

  private static final TestIssuer ISSUER = TestIssuer.offline("https://issuer.example");

  static Stream<SignatureAlgorithm> availableAlgorithms() {
    return Stream.of(SignatureAlgorithm.values()).filter(SignatureAlgorithm::isAvailable);
  }

  private static Rejection rejection(String token) {
    try (TokenValidator validator =
        TokenValidator.builder()
            .issuer(ISSUER.config().audience(TestIssuer.AUDIENCE).build())
            .build()) {
      validator.validate(token);
      throw new AssertionError("accepted");
    } catch (TokenRejectedException e) {
      return e.rejection();
    }
  }

  @ParameterizedTest
  @MethodSource("availableAlgorithms")
  void changesOnlyTheSignature(SignatureAlgorithm algorithm) {
    TestKey key = AnyKey.of(algorithm, algorithm.joseName());
    ISSUER.publish(key);
    String token = ISSUER.token().signedBy(key).compact();
    String tampered = Tampering.flipSignatureBit(token);
    int signature = token.lastIndexOf('.') + 1;
    assertThat(tampered).hasSameSizeAs(token).startsWith(token.substring(0, signature));
    byte[] before = Base64.getUrlDecoder().decode(token.substring(signature));
    byte[] after = Base64.getUrlDecoder().decode(tampered.substring(signature));
    int flipped = 0;
    for (int i = 0; i < before.length; i++) {
      flipped += Integer.bitCount((before[i] ^ after[i]) & 0xff);
    }
    assertThat(flipped).isEqualTo(1);
    assertThat(rejection(tampered))
        .isEqualTo(
            new Rejection(ValidationStep.SIGNATURE_VALIDATION, Reason.SIGNATURE_INVALID, null));
    assertThat(Tampering.flipSignatureBit(tampered)).isEqualTo(token);
  }

  @Test
  void replacesClaimsUnderTheSameSignature() {
    String token = ISSUER.token().subject("alice").compact();
    String other = ISSUER.token().subject("admin").compact();
    String claims = new String(Base64.getUrlDecoder().decode(other.split("\\.", -1)[1]), UTF_8);
    String tampered = Tampering.replaceClaims(token, claims);
    assertThat(tampered.split("\\.", -1))
        .containsExactly(
            token.split("\\.", -1)[0], other.split("\\.", -1)[1], token.split("\\.", -1)[2]);
    assertThat(rejection(tampered).reason()).isEqualTo(Reason.SIGNATURE_INVALID);
  }

  @Test
  void refusesUnsignedTokens() {
    String unsecured = ISSUER.token().unsecured().compact();
    assertThatThrownBy(() -> Tampering.flipSignatureBit(unsecured))
        .isInstanceOf(IllegalArgumentException.class);
    for (String token : List.of("abcd", "a.YWJj", "a.b.c.YWJj", "a.b.!")) {
      assertThatThrownBy(() -> Tampering.flipSignatureBit(token))
          .as(token)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("token: ");
    }
    assertThatThrownBy(() -> Tampering.replaceClaims("a.b", "{}"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
