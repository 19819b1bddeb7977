// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.jwtvalidation.Answers.assertAcceptedIdToken;
import static org.jwtvalidation.Answers.assertRejectedIdToken;

import java.math.BigDecimal;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.RawToken;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.internal.rules.IdTokenRules;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TokenBuilder;

class IdTokenTest {

  private static final TestKey RSA = TestKey.generate(SignatureAlgorithm.RS256, "rsa");
  private static final IdTokenExpectation NO_NONCE = IdTokenExpectation.withoutNonce("client");

  private final Scene scene = new Scene();
  private final TokenValidator validator = scene.validator();

  private TokenBuilder token() {
    return scene.token().idToken("client", null);
  }

  private void assertClaimRefused(
      TokenBuilder token, IdTokenExpectation expected, Reason reason, String claim) {
    assertRejectedIdToken(
        validator, token.compact(), expected, ValidationStep.CLAIMS_VALIDATION, reason, claim);
  }

  @Test
  void tellsWhatTheTokenSays() {
    IdToken token =
        assertAcceptedIdToken(
            validator,
            scene.token().idToken("client", "n-1").claim("azp", "client").compact(),
            IdTokenExpectation.of("client", "n-1"));

    assertThat(token.issuer()).isEqualTo(Scene.ISSUER);
    assertThat(token.subject()).isEqualTo("test-user");
    assertThat(token.audience()).containsExactly("client");
    assertThat(token.issuedAt()).isEqualTo(Scene.NOW);
    assertThat(token.expiresAt()).isEqualTo(Scene.NOW.plus(Duration.ofMinutes(5)));
    assertThat(token.nonce()).isEqualTo("n-1");
    assertThat(token.authenticatedAt()).isEqualTo(Scene.NOW);
    assertThat(token.algorithm()).isEqualTo(SignatureAlgorithm.ES256);
    assertThat(token.keyId()).isEqualTo(scene.key().keyId());
    assertThat(token)
        .hasToString(
            "IdToken[issuer=https://issuer.example, algorithm=ES256,"
                + " expiresAt=2026-03-01T12:05:00Z]");
  }

  @Test
  void hasNullForWhatMayBeMissing() {
    IdToken token =
        assertAcceptedIdToken(validator, token().withoutClaim("auth_time").compact(), NO_NONCE);

    assertThat(token.nonce()).isNull();
    assertThat(token.authenticatedAt()).isNull();
  }

  @Test
  void needsTheNonceThatWasSentAndNoOther() {
    IdTokenExpectation expected = IdTokenExpectation.of("client", "n-1");

    assertAcceptedIdToken(validator, token().claim("nonce", "n-1").compact(), expected);
    for (String nonce : List.of("n-2", "N-1", "n-1 ", "")) {
      assertClaimRefused(token().claim("nonce", nonce), expected, Reason.NONCE_MISMATCH, "nonce");
    }
    assertClaimRefused(token(), expected, Reason.NONCE_MISMATCH, "nonce");
    assertClaimRefused(token().claim("nonce", "n-1"), NO_NONCE, Reason.NONCE_MISMATCH, "nonce");
    assertClaimRefused(token().claim("nonce", ""), NO_NONCE, Reason.NONCE_MISMATCH, "nonce");
    for (Object nonce : Arrays.asList(null, 7, List.of("n-1"))) {
      assertClaimRefused(token().claim("nonce", nonce), expected, Reason.CLAIM_MALFORMED, "nonce");
    }
  }

  @Test
  void needsTheClientAsAudienceAndAuthorizedParty() {
    assertAcceptedIdToken(validator, token().claim("azp", "client").compact(), NO_NONCE);
    assertAcceptedIdToken(validator, token().claim("aud", List.of("client")).compact(), NO_NONCE);

    assertClaimRefused(token().audience("other"), NO_NONCE, Reason.AUDIENCE_MISMATCH, "aud");
    assertClaimRefused(token().audience(Scene.AUDIENCE), NO_NONCE, Reason.AUDIENCE_MISMATCH, "aud");
    assertClaimRefused(token().withoutClaim("aud"), NO_NONCE, Reason.CLAIM_MISSING, "aud");
    assertClaimRefused(
        token().claim("azp", "other"), NO_NONCE, Reason.AUTHORIZED_PARTY_MISMATCH, "azp");
    assertClaimRefused(token().claim("azp", 7), NO_NONCE, Reason.CLAIM_MALFORMED, "azp");
  }

  @Test
  void allowsOnlyTrustedAudiencesBesideTheClient() {
    TokenBuilder several = token().audience("api", "client", "files").claim("azp", "client");
    IdTokenExpectation trusting = NO_NONCE.trustedAudiences("api", "files", "mail");

    assertAcceptedIdToken(validator, several.compact(), trusting);
    for (IdTokenExpectation expected :
        List.of(
            NO_NONCE,
            NO_NONCE.trustedAudiences(),
            NO_NONCE.trustedAudiences("api"),
            trusting.trustedAudiences("files"),
            NO_NONCE.trustedAudiences("API", "files"))) {
      assertClaimRefused(several, expected, Reason.AUDIENCE_MISMATCH, "aud");
    }
    assertClaimRefused(token().audience("client", "api"), trusting, Reason.CLAIM_MISSING, "azp");
    assertClaimRefused(
        token().audience("client", "api").claim("azp", "api"),
        trusting,
        Reason.AUTHORIZED_PARTY_MISMATCH,
        "azp");
    // The client is always required.
    assertClaimRefused(
        token().audience("api").claim("azp", "client"), trusting, Reason.AUDIENCE_MISMATCH, "aud");
  }

  /** As Google's tokens for a server name the app that has passed them on. */
  @Test
  void allowsOnlyTrustedAuthorizedPartiesInPlaceOfTheClient() {
    TokenBuilder ofApp = token().claim("azp", "app");
    IdTokenExpectation trusting = NO_NONCE.trustedAuthorizedParties("app", "other app");

    assertAcceptedIdToken(validator, ofApp.compact(), trusting);
    assertAcceptedIdToken(validator, token().claim("azp", "client").compact(), trusting);
    assertAcceptedIdToken(validator, token().compact(), trusting);
    for (IdTokenExpectation expected :
        List.of(
            NO_NONCE,
            NO_NONCE.trustedAuthorizedParties(),
            NO_NONCE.trustedAudiences("app"),
            trusting.trustedAuthorizedParties("other app"),
            NO_NONCE.trustedAuthorizedParties("App"))) {
      assertClaimRefused(ofApp, expected, Reason.AUTHORIZED_PARTY_MISMATCH, "azp");
    }
    assertClaimRefused(token().audience("app"), trusting, Reason.AUDIENCE_MISMATCH, "aud");
    assertClaimRefused(
        token().audience("client", "api"),
        trusting.trustedAudiences("api"),
        Reason.CLAIM_MISSING,
        "azp");
  }

  @Test
  void namesTheAudiencesThatAreAllowedInTheLog() {
    try (CapturedLog log = new CapturedLog()) {
      assertClaimRefused(
          token().audience("client", "api").claim("azp", "client"),
          NO_NONCE.trustedAudiences("files"),
          Reason.AUDIENCE_MISMATCH,
          "aud");
      assertThat(log.text()).contains("; expected none but [client, files]");
    }
  }

  @Test
  void keepsEveryExpectationWhenAnotherIsAdded() {
    String accessToken = scene.token().compact();
    TokenBuilder token =
        scene
            .token()
            .idToken("client", "n-1")
            .audience("client", "api")
            .claim("azp", "app")
            .claim("at_hash", IdTokenRules.leftHalfOfHash(accessToken, "SHA-256"));
    IdTokenExpectation start = IdTokenExpectation.of("client", "n-1");
    Duration age = Duration.ofMinutes(1);

    for (IdTokenExpectation expected :
        List.of(
            start
                .trustedAudiences("api")
                .trustedAuthorizedParties("app")
                .maxAuthenticationAge(age)
                .accessToken(accessToken),
            start
                .accessToken(accessToken)
                .maxAuthenticationAge(age)
                .trustedAuthorizedParties("app")
                .trustedAudiences("api"))) {
      assertAcceptedIdToken(validator, token.compact(), expected);
      assertClaimRefused(
          scene.token().idToken("client", "n-2"), expected, Reason.NONCE_MISMATCH, "nonce");
      assertThat(expected.maxAuthenticationAge()).isEqualTo(age);
      assertThat(expected.accessToken()).isEqualTo(accessToken);
    }
  }

  @Test
  void isNotAskedForTheAudienceOfTheApi() {
    // The API's own options do not relax what a client expects either.
    TokenValidator relaxed =
        scene
            .builder(
                scene
                    .issuer
                    .config()
                    .anyAudience()
                    .clients("somebody")
                    .subjectOptional()
                    .issuedAtOptional()
                    .build())
            .build();

    assertAcceptedIdToken(relaxed, token().compact(), NO_NONCE);
    for (String claim : List.of("aud", "sub", "iat", "exp")) {
      assertRejectedIdToken(
          relaxed,
          token().withoutClaim(claim).compact(),
          NO_NONCE,
          ValidationStep.CLAIMS_VALIDATION,
          Reason.CLAIM_MISSING,
          claim);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 600})
  void boundsTheAgeOfTheAuthenticationToTheMillisecond(long maxAge) {
    IdTokenExpectation expected = NO_NONCE.maxAuthenticationAge(Duration.ofSeconds(maxAge));
    String token = token().expiresIn(Duration.ofHours(1)).compact();
    long oldest = (maxAge + 60) * 1000;

    scene.clock.set(Scene.NOW.plusMillis(oldest));
    assertAcceptedIdToken(validator, token, expected);
    scene.clock.set(Scene.NOW.plusMillis(oldest + 1));
    assertRejectedIdToken(
        validator,
        token,
        expected,
        ValidationStep.CLAIMS_VALIDATION,
        Reason.AUTHENTICATION_TOO_OLD,
        "auth_time");
    assertAcceptedIdToken(validator, token, NO_NONCE);
  }

  @Test
  void needsTheTimeOfAuthenticationWhereItsAgeIsBounded() {
    IdTokenExpectation expected = NO_NONCE.maxAuthenticationAge(Duration.ofMinutes(10));

    assertClaimRefused(
        token().withoutClaim("auth_time"), expected, Reason.CLAIM_MISSING, "auth_time");
    for (Object time : Arrays.asList(null, "0", true, Long.MAX_VALUE)) {
      assertClaimRefused(
          token().claim("auth_time", time), expected, Reason.CLAIM_MALFORMED, "auth_time");
      assertClaimRefused(
          token().claim("auth_time", time), NO_NONCE, Reason.CLAIM_MALFORMED, "auth_time");
    }
  }

  @Test
  void rejectsAuthenticationInTheFuture() {
    BigDecimal latest = BigDecimal.valueOf(Scene.NOW.toEpochMilli() + 60_000, 3);

    assertAcceptedIdToken(validator, token().claim("auth_time", latest).compact(), NO_NONCE);
    assertClaimRefused(
        token().claim("auth_time", latest.add(new BigDecimal("0.0001"))),
        NO_NONCE,
        Reason.ISSUED_IN_FUTURE,
        "auth_time");
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "RS256", "PS256", "ES256", "RS384", "PS384", "ES384", "RS512", "PS512", "ES512", "ED25519"
      })
  void comparesTheHashOfTheAccessToken(SignatureAlgorithm algorithm) throws Exception {
    TestKey key =
        algorithm.joseName().matches("[RP]S\\d+")
            ? TestKey.of(algorithm, "k", new KeyPair(RSA.publicKey(), RSA.privateKey()))
            : TestKey.generate(algorithm, "k");
    scene.issuer.publish(key);
    String accessToken = scene.token().compact();
    IdTokenExpectation expected = NO_NONCE.accessToken(accessToken);
    String bits =
        algorithm == SignatureAlgorithm.ED25519 ? "512" : algorithm.joseName().substring(2);
    String hash = leftHalf("SHA-" + bits, accessToken);

    assertThat(RawToken.decoded(hash)).hasSize(Integer.parseInt(bits) / 16);
    assertAcceptedIdToken(
        validator, token().signedBy(key).claim("at_hash", hash).compact(), expected);
    for (String wrong :
        List.of(
            leftHalf("SHA-" + bits, accessToken + "x"),
            leftHalf("SHA-1", accessToken),
            hash + "=",
            hash.substring(1),
            "x" + hash)) {
      assertHashRefused(token().signedBy(key).claim("at_hash", wrong), expected);
    }
  }

  /** Only a verified token is compared, hence not where the other claims are checked. */
  private void assertHashRefused(TokenBuilder token, IdTokenExpectation expected) {
    assertRejectedIdToken(
        scene.validator(),
        token.compact(),
        expected,
        ValidationStep.CUSTOM_CHECKS,
        Reason.TOKEN_HASH_MISMATCH,
        "at_hash");
  }

  private static String leftHalf(String hashName, String text) throws Exception {
    byte[] hash = MessageDigest.getInstance(hashName).digest(text.getBytes(US_ASCII));
    return RawToken.base64url(Arrays.copyOf(hash, hash.length / 2));
  }

  @Test
  void needsTheHashWhereTheAccessTokenIsGiven() throws Exception {
    IdTokenExpectation expected = NO_NONCE.accessToken("the-token");

    assertClaimRefused(token(), expected, Reason.CLAIM_MISSING, "at_hash");
    assertClaimRefused(token().claim("at_hash", ""), expected, Reason.CLAIM_MALFORMED, "at_hash");
    assertClaimRefused(token().claim("at_hash", 7), expected, Reason.CLAIM_MALFORMED, "at_hash");
    // Without an access token, the claim is ignored.
    assertAcceptedIdToken(
        validator, token().claim("at_hash", leftHalf("SHA-1", "x")).compact(), NO_NONCE);
  }

  @Test
  void hasNoHashForAlgorithmsWithoutOne() throws Exception {
    TestKey key = TestKey.generate(SignatureAlgorithm.ED448, "ed448");
    scene.issuer.publish(key);

    for (String hashName : List.of("SHA-256", "SHA-512")) {
      assertHashRefused(
          token().signedBy(key).claim("at_hash", leftHalf(hashName, "the-token")),
          NO_NONCE.accessToken("the-token"));
    }
  }

  /** {@code EdDSA} stands for keys of both curves, of which one has a hash. */
  @Test
  void goesByTheKeyAndNotByTheAlgorithmsThatItsNameMayStandFor() throws Exception {
    IdTokenExpectation expected = NO_NONCE.accessToken("the-token");
    for (SignatureAlgorithm algorithm :
        List.of(SignatureAlgorithm.ED25519, SignatureAlgorithm.ED448)) {
      TestKey key = TestKey.generate(algorithm, algorithm.joseName());
      scene.issuer.publish(key);
      TokenBuilder token =
          token()
              .signedBy(key)
              .header("alg", "EdDSA")
              .claim("at_hash", leftHalf("SHA-512", "the-token"));
      if (algorithm == SignatureAlgorithm.ED25519) {
        assertAcceptedIdToken(scene.validator(), token.compact(), expected);
      } else {
        assertHashRefused(token, expected);
      }
    }
  }

  @Test
  void hashesNoAccessTokenForAStranger() throws Exception {
    assertRejectedIdToken(
        validator,
        RawToken.withSignature(
            token().claim("at_hash", leftHalf("SHA-1", "the-token")).compact(), new byte[64]),
        NO_NONCE.accessToken("the-token"),
        ValidationStep.SIGNATURE_VALIDATION,
        Reason.SIGNATURE_INVALID,
        null);
  }

  @Test
  void runsTheChecksOfTheUser() {
    TokenValidator checking =
        scene.validator(config ->
            config.requiredClaims("acr").claimCheck("acr", c -> "2".equals(c.get("acr"))));

    assertAcceptedIdToken(checking, token().claim("acr", "2").compact(), NO_NONCE);
    assertRejectedIdToken(
        checking,
        token().claim("acr", "1").compact(),
        NO_NONCE,
        ValidationStep.CUSTOM_CHECKS,
        Reason.CLAIM_CHECK_FAILED,
        "acr");
    assertRejectedIdToken(
        checking,
        token().compact(),
        NO_NONCE,
        ValidationStep.CLAIMS_VALIDATION,
        Reason.CLAIM_MISSING,
        "acr");
  }

  @Test
  void rejectsFromMaximumAgeOn() {
    TokenValidator strict =
        scene.validator(config -> config.maxAge(Duration.ofMinutes(1)).leeway(Duration.ZERO));
    String token = token().compact();

    scene.clock.advance(Duration.ofMillis(59_999));
    assertAcceptedIdToken(strict, token, NO_NONCE);
    scene.clock.advance(Duration.ofMillis(1));
    assertRejectedIdToken(
        strict, token, NO_NONCE, ValidationStep.CLAIMS_VALIDATION, Reason.TOO_OLD, "iat");
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 365 * 24 * 3600 + 1})
  void refusesAgesOutOfRange(long seconds) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NO_NONCE.maxAuthenticationAge(Duration.ofSeconds(seconds)))
        .withMessageMatching("maxAuthenticationAge: .* is not between 0 and 365 days; .+");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 365 * 24 * 3600})
  void takesAgesUpToAYear(long seconds) {
    Duration age = Duration.ofSeconds(seconds);
    assertThat(NO_NONCE.maxAuthenticationAge(age).maxAuthenticationAge()).isEqualTo(age);
  }

  @Test
  void refusesExpectationsOfNothing() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IdTokenExpectation.of("", "n"))
        .withMessageStartingWith("clientId: empty; ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IdTokenExpectation.of("c", ""))
        .withMessageStartingWith("nonce: empty; ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NO_NONCE.trustedAudiences("api", ""))
        .withMessage("trustedAudiences: an empty one among [api, ]; leave it out");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NO_NONCE.trustedAuthorizedParties(""))
        .withMessage("trustedAuthorizedParties: an empty one among []; leave it out");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IdTokenExpectation.withoutNonce(""))
        .withMessageStartingWith("clientId: empty; ");
    assertThatNullPointerException().isThrownBy(() -> NO_NONCE.accessToken(null));
    assertThatNullPointerException().isThrownBy(() -> validator.validateIdToken("x", null));
  }

  @Test
  void equalsTokenOfTheSameClaimsAndKey() {
    TokenBuilder builder = token().claim("acr", "1");
    IdToken one = validator.validateIdToken(builder.compact(), NO_NONCE);
    IdToken same = validator.validateIdToken(builder.compact(), NO_NONCE);
    IdToken other = validator.validateIdToken(builder.claim("acr", "2").compact(), NO_NONCE);

    assertThat(one).isEqualTo(same).hasSameHashCodeAs(same).isNotSameAs(same);
    assertThat(one).isNotEqualTo(other).isNotEqualTo("IdToken");
    assertThat(one).doesNotHaveSameHashCodeAs(other);
  }
}
