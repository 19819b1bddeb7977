// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.Answers.assertRejected;
import static org.jwtvalidation.Answers.assertRejectedIdToken;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.Answers;
import org.jwtvalidation.CraftedRsaKey;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.RawToken;
import org.jwtvalidation.Row;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TokenBuilder;

/** A situation for every reason to reject a token. */
class ReasonTest {

  private static final String CLIENT = "client";

  private static final IdTokenExpectation EXPECTED =
      IdTokenExpectation.of(CLIENT, "n-1")
          .maxAuthenticationAge(Duration.ofMinutes(10))
          .accessToken("the-access-token");

  /** What {@code at_hash} is for it: the left half of its SHA-256. */
  private static final String HASH =
      RawToken.base64url(Arrays.copyOf(CraftedRsaKey.sha256("the-access-token"), 16));

  private static final TestKey SECOND_KEY = TestKey.generate(SignatureAlgorithm.ES256, "second");

  /** What the issuer asks for beyond the usual, so that every rule can be broken. */
  private static IssuerConfig.Builder rules(IssuerConfig.Builder config) {
    return config
        .maxAge(Duration.ofHours(1))
        .clients("test-client")
        .claimCheck("tenant", claims -> !claims.contains("tenant"));
  }

  /**
   * Where a reason comes from, and how a token of either kind meets it, or null where it cannot.
   */
  private record Row(
      Reason reason,
      ValidationStep step,
      @Nullable String claim,
      @Nullable Function<Scene, @Nullable String> accessToken,
      @Nullable Function<Scene, @Nullable String> idToken) {

    @Override
    public String toString() {
      return reason.name();
    }
  }

  /** A row for both kinds of token, which are changed in the same way. */
  private static Row row(
      Reason reason,
      ValidationStep step,
      @Nullable String claim,
      UnaryOperator<TokenBuilder> change) {
    return new Row(
        reason,
        step,
        claim,
        scene -> change.apply(scene.token()).compact(),
        scene -> change.apply(idToken(scene)).compact());
  }

  /** A row for both kinds of token, which are changed once they are made. */
  private static Row tampered(
      Reason reason,
      ValidationStep step,
      @Nullable String claim,
      UnaryOperator<@Nullable String> change) {
    return new Row(
        reason,
        step,
        claim,
        scene -> change.apply(scene.token().compact()),
        scene -> change.apply(idToken(scene).compact()));
  }

  private static TokenBuilder idToken(Scene scene) {
    return scene.token().idToken(CLIENT, "n-1").claim("at_hash", HASH);
  }

  static Stream<Row> rows() {
    ValidationStep format = ValidationStep.TOKEN_FORMAT_CHECK;
    ValidationStep parsing = ValidationStep.TOKEN_PARSING;
    ValidationStep header = ValidationStep.HEADER_VALIDATION;
    ValidationStep claims = ValidationStep.CLAIMS_VALIDATION;
    ValidationStep keys = ValidationStep.KEY_RESOLUTION;
    return Stream.of(
        tampered(Reason.TOKEN_EMPTY, format, null, token -> null),
        tampered(Reason.TOKEN_EMPTY, format, null, token -> ""),
        tampered(Reason.TOKEN_EMPTY, format, null, token -> " \t\r\n"),
        tampered(Reason.TOKEN_TOO_LARGE, format, null, token -> token + "A".repeat(16_384)),
        tampered(Reason.TEXT_AROUND_TOKEN, parsing, null, token -> "Bearer " + token),
        tampered(Reason.TEXT_AROUND_TOKEN, parsing, null, token -> " " + token),
        tampered(Reason.TEXT_AROUND_TOKEN, parsing, null, token -> token + "\r\n"),
        tampered(Reason.MALFORMED_SEGMENTS, parsing, null, token -> token + "."),
        tampered(Reason.MALFORMED_BASE64, parsing, null, token -> token + "="),
        row(Reason.MALFORMED_JSON, parsing, null, token -> token.rawClaims("{")),
        row(
            Reason.LIMIT_EXCEEDED,
            parsing,
            null,
            token -> token.rawClaims("[".repeat(17) + "]".repeat(17))),
        row(Reason.LIMIT_EXCEEDED, parsing, null, token -> token.header("x", "x".repeat(4096))),
        row(Reason.LIMIT_EXCEEDED, header, "kid", token -> token.header("kid", "x".repeat(257))),
        row(Reason.UNSECURED_TOKEN, header, "alg", TokenBuilder::unsecured),
        tampered(Reason.ENCRYPTED_TOKEN, parsing, null, token -> token + ".AAAA.AAAA"),
        row(Reason.ALGORITHM_NOT_ALLOWED, header, "alg", token -> token.header("alg", "HS256")),
        row(Reason.CRITICAL_HEADER, header, "crit", token -> token.header("crit", List.of("x"))),
        row(Reason.EMBEDDED_KEY, header, "jwk", token -> token.header("jwk", Map.of())),
        row(Reason.TYPE_MISMATCH, header, "typ", token -> token.header("typ", "dpop+jwt")),
        row(Reason.TYPE_MISMATCH, claims, "events", token -> token.claim("events", Map.of())),
        row(
            Reason.ISSUER_MISSING,
            ValidationStep.ISSUER_EXTRACTION,
            "iss",
            token -> token.withoutClaim("iss")),
        row(
            Reason.ISSUER_UNKNOWN,
            ValidationStep.ISSUER_CONFIG_RESOLUTION,
            "iss",
            token -> token.claim("iss", "https://other.example")),
        row(Reason.CLAIM_MISSING, claims, "exp", token -> token.withoutClaim("exp")),
        row(Reason.CLAIM_MALFORMED, claims, "sub", token -> token.claim("sub", 7)),
        row(
            Reason.CLAIM_MALFORMED,
            ValidationStep.ISSUER_EXTRACTION,
            "iss",
            token -> token.claim("iss", 7)),
        row(Reason.CLAIM_MALFORMED, header, "kid", token -> token.header("kid", 7)),
        row(Reason.AUDIENCE_MISMATCH, claims, "aud", token -> token.audience("other-api")),
        row(Reason.AUTHORIZED_PARTY_MISMATCH, claims, "azp", token -> token.claim("azp", "other")),
        row(Reason.EXPIRED, claims, "exp", token -> token.expiresIn(Duration.ofHours(-1))),
        row(
            Reason.NOT_YET_VALID,
            claims,
            "nbf",
            token -> token.claim("nbf", Scene.NOW.plusSeconds(61))),
        row(
            Reason.ISSUED_IN_FUTURE,
            claims,
            "iat",
            token -> token.issuedAt(Scene.NOW.plusSeconds(61))),
        row(Reason.TOO_OLD, claims, "iat", token -> token.issuedAt(Scene.NOW.minusSeconds(3660))),
        new Row(
            Reason.SENDER_CONSTRAINED,
            claims,
            "cnf",
            scene -> scene.token().claim("cnf", Map.of("jkt", "x")).compact(),
            null),
        row(Reason.KEY_AMBIGUOUS, keys, "kid", token -> token.withoutHeader("kid")),
        row(Reason.KEY_UNKNOWN, keys, "kid", token -> token.header("kid", "other")),
        tampered(
            Reason.SIGNATURE_INVALID,
            ValidationStep.SIGNATURE_VALIDATION,
            null,
            Tampering::flipSignatureBit),
        new Row(
            Reason.NONCE_MISMATCH,
            claims,
            "nonce",
            null,
            scene -> idToken(scene).claim("nonce", "n-2").compact()),
        new Row(
            Reason.TOKEN_HASH_MISMATCH,
            ValidationStep.CUSTOM_CHECKS,
            "at_hash",
            null,
            scene -> idToken(scene).claim("at_hash", "AAAA").compact()),
        new Row(
            Reason.AUTHENTICATION_TOO_OLD,
            claims,
            "auth_time",
            null,
            scene -> idToken(scene).claim("auth_time", Scene.NOW.minusSeconds(661)).compact()),
        row(
            Reason.CLAIM_CHECK_FAILED,
            ValidationStep.CUSTOM_CHECKS,
            "tenant",
            token -> token.claim("tenant", "other")));
  }

  private static Scene scene() {
    return Scene.with(SECOND_KEY);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void rejectsForThisReason(Row row) {
    Scene scene = scene();
    TokenValidator validator = scene.validator(ReasonTest::rules);
    if (row.accessToken != null) {
      assertRejected(validator, row.accessToken.apply(scene), row.step, row.reason, row.claim);
    }
    if (row.idToken != null) {
      assertRejectedIdToken(
          validator, row.idToken.apply(scene), EXPECTED, row.step, row.reason, row.claim);
    }
  }

  @Test
  void hasSituationForEveryReason() {
    assertThat(rows().map(Row::reason).distinct()).containsExactlyInAnyOrder(Reason.values());
  }

  @Test
  void acceptsTheTokensThatTheSituationsChange() {
    Scene scene = scene();
    TokenValidator validator = scene.validator(ReasonTest::rules);

    Answers.assertAccepted(validator, scene.token().compact());
    Answers.assertAcceptedIdToken(validator, idToken(scene).compact(), EXPECTED);
  }

  @Test
  void rejectsRefreshTokensForTheirLengthOnly() {
    TokenValidator validator = scene().validator();

    assertThat(rejectionOfRefreshToken(validator, null)).isEqualTo(Reason.TOKEN_EMPTY);
    assertThat(rejectionOfRefreshToken(validator, " ")).isEqualTo(Reason.TOKEN_EMPTY);
    assertThat(rejectionOfRefreshToken(validator, "x".repeat(16_385)))
        .isEqualTo(Reason.TOKEN_TOO_LARGE);
    assertThat(rejectionOfRefreshToken(validator, "x".repeat(16_384))).isNull();
    assertThat(rejectionOfRefreshToken(validator, "anything at all")).isNull();
  }

  private static @Nullable Reason rejectionOfRefreshToken(
      TokenValidator validator, @Nullable String token) {
    try {
      validator.checkRefreshTokenFormat(token);
      return null;
    } catch (TokenRejectedException e) {
      assertThat(e.rejection().step()).isEqualTo(ValidationStep.TOKEN_FORMAT_CHECK);
      return e.rejection().reason();
    }
  }
}
