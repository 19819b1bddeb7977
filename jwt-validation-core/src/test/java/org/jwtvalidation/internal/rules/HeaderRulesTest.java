// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertAcceptedIdToken;
import static org.jwtvalidation.Answers.assertRejected;
import static org.jwtvalidation.Answers.assertRejectedIdToken;
import static org.jwtvalidation.internal.rules.Violations.assertViolation;

import java.security.KeyPair;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.internal.rules.HeaderRules.TypeRule;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TokenBuilder;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationStep;

class HeaderRulesTest {

  private static final TestKey RSA = TestKey.generate(SignatureAlgorithm.RS256, "rsa");

  private final Scene scene = new Scene();
  private final TokenValidator validator = scene.validator();

  @ParameterizedTest
  @EnumSource
  void acceptsEveryAlgorithmThatTheJdkHas(SignatureAlgorithm algorithm) {
    assumeTrue(algorithm.isAvailable(), "no ML-DSA: use JDK 24 or newer");
    TestKey key =
        isRsa(algorithm)
            ? TestKey.of(algorithm, "rsa", new KeyPair(RSA.publicKey(), RSA.privateKey()))
            : TestKey.generate(algorithm, "key");
    TokenValidator only =
        scene.validator(config ->
            config
                .algorithms(algorithm)
                .keySource(KeySource.of(JwkSet.parse(Scene.jwkSet(key.jwk())))));

    AccessToken token = assertAccepted(only, scene.token().signedBy(key).compact());

    assertThat(token.algorithm()).isEqualTo(algorithm);
    assertThat(token.keyId()).isEqualTo(key.keyId());
  }

  private static boolean isRsa(SignatureAlgorithm algorithm) {
    return algorithm.joseName().matches("[RP]S\\d+");
  }

  @ParameterizedTest
  @EnumSource(names = {"ED25519", "ED448"})
  void takesTheOldNameForBothEdwardsCurves(SignatureAlgorithm algorithm) {
    TestKey key = TestKey.generate(algorithm, "edwards");
    scene.issuer.publish(key);

    AccessToken token =
        assertAccepted(validator, scene.token().signedBy(key).header("alg", "EdDSA").compact());

    assertThat(token.algorithm()).isEqualTo(algorithm);
  }

  @Test
  void takesTheOldNameForTheOnlyEdwardsCurveThatIsAllowed() {
    TestKey ed25519 = TestKey.generate(SignatureAlgorithm.ED25519, "25519");
    TestKey ed448 = TestKey.generate(SignatureAlgorithm.ED448, "448");
    scene.issuer.publish(ed25519);
    scene.issuer.publish(ed448);
    TokenValidator only = scene.validator(config -> config.algorithms(SignatureAlgorithm.ED25519));

    assertAccepted(only, scene.token().signedBy(ed25519).header("alg", "EdDSA").compact());
    assertRejected(
        only,
        scene.token().signedBy(ed448).header("alg", "EdDSA").compact(),
        ValidationStep.KEY_RESOLUTION,
        Reason.KEY_UNKNOWN,
        "kid");
  }

  @Test
  void takesKeyIdsUpToTheirLimit() {
    TestKey longest = TestKey.generate(SignatureAlgorithm.ES256, "k".repeat(256));
    TokenValidator only = scene.validatorWithKeys(longest.jwk());

    assertAccepted(only, scene.token().signedBy(longest).compact());
    assertRejected(
        only,
        scene.token().signedBy(longest).header("kid", "k".repeat(257)).compact(),
        ValidationStep.HEADER_VALIDATION,
        Reason.LIMIT_EXCEEDED,
        "kid");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "JWT",
        "jwt",
        "Jwt",
        "application/jwt",
        "APPLICATION/JWT",
        "at+jwt",
        "AT+JWT",
        "at+JWT",
        "application/at+jwt",
        "Application/AT+jwt"
      })
  void takesMediaTypesWithoutCaseAndPrefix(String type) {
    String token = scene.token().header("typ", type).compact();
    assertAccepted(validator, token);

    TokenValidator strict = scene.validator(IssuerConfig.Builder::requireAccessTokenType);
    if (type.contains("+")) {
      assertAccepted(strict, token);
    } else {
      assertRejected(strict, token, ValidationStep.HEADER_VALIDATION, Reason.TYPE_MISMATCH, "typ");
    }
  }

  @Test
  void needsNoTypeUnlessItIsAskedFor() {
    String token = scene.token().withoutHeader("typ").compact();

    assertAccepted(validator, token);
    assertRejected(
        scene.validator(IssuerConfig.Builder::requireAccessTokenType),
        token,
        ValidationStep.HEADER_VALIDATION,
        Reason.TYPE_MISMATCH,
        "typ");
  }

  @Test
  void takesAbsentTypeAndJwtForIdTokens() {
    IdTokenExpectation expected = IdTokenExpectation.withoutNonce("client");
    for (TokenBuilder builder :
        List.of(
            idToken().withoutHeader("typ"),
            idToken().header("typ", "JWT"),
            idToken().header("typ", "application/jwt"))) {
      assertAcceptedIdToken(validator, builder.compact(), expected);
    }
    for (String type : List.of("at+jwt", "application/at+jwt", "id_token+jwt", "")) {
      assertRejectedIdToken(
          validator,
          idToken().header("typ", type).compact(),
          expected,
          ValidationStep.HEADER_VALIDATION,
          Reason.TYPE_MISMATCH,
          "typ");
    }
  }

  private TokenBuilder idToken() {
    return scene.token().idToken("client", null);
  }

  @Test
  void findsTheOnlyFittingKeyForTokenWithoutKid() {
    scene.issuer.publish(RSA);

    AccessToken token = assertAccepted(validator, scene.token().withoutHeader("kid").compact());
    assertThat(token.keyId()).isEqualTo(scene.key().keyId());
    assertAccepted(validator, scene.token().signedBy(RSA).withoutHeader("kid").compact());

    TestKey second = scene.issuer.unpublishedKey(SignatureAlgorithm.ES256);
    String unsure = scene.token().withoutHeader("kid").compact();
    scene.issuer.publish(second);
    assertRejected(
        scene.validator(), unsure, ValidationStep.KEY_RESOLUTION, Reason.KEY_AMBIGUOUS, "kid");
    assertRejected(
        validator,
        scene.token().withoutHeader("kid").header("alg", "PS512").compact(),
        ValidationStep.KEY_RESOLUTION,
        Reason.KEY_UNKNOWN,
        "kid");
  }

  @Test
  void findsKeyWithoutKidForTokenWithoutKidOnly() {
    TestKey nameless = TestKey.generate(SignatureAlgorithm.ES256, null);
    TokenValidator only = scene.validatorWithKeys(nameless.jwk());

    assertThat(assertAccepted(only, scene.token().signedBy(nameless).compact()).keyId()).isNull();
    assertRejected(
        only,
        scene.token().signedBy(nameless).header("kid", "any").compact(),
        ValidationStep.KEY_RESOLUTION,
        Reason.KEY_UNKNOWN,
        "kid");
  }

  @Test
  void checksTheAlgorithmBeforeAllElse() {
    assertRejected(
        validator,
        scene
            .token()
            .header("alg", "none")
            .header("crit", List.of("x"))
            .header("jwk", null)
            .header("typ", 7)
            .header("kid", 7)
            .compact(),
        ValidationStep.HEADER_VALIDATION,
        Reason.UNSECURED_TOKEN,
        "alg");
  }

  @Test
  void remembersManyHeadersWithoutMixingThemUp() {
    TokenValidator uncached = scene.builder(scene.config().build()).cacheSize(0).build();
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 40; i++) {
        assertAccepted(uncached, scene.token().header("n", i).compact());
        assertRejected(
            uncached,
            scene.token().header("n", i).header("typ", "x").compact(),
            ValidationStep.HEADER_VALIDATION,
            Reason.TYPE_MISMATCH,
            "typ");
      }
    }
  }

  /** Proofs pass the same rules as tokens, but for their type and key. */
  @Test
  void takesATypeOfItsOwnForProofs() throws RuleViolation {
    HeaderRules rules = new HeaderRules(EnumSet.of(SignatureAlgorithm.ES256), Set.of("jwk"));
    TypeRule proof = TypeRule.DPOP_PROOF;

    assertThat(rules.check(Map.of("alg", "ES256", "typ", "dpop+jwt", "jwk", "any"), proof))
        .isNotNull();
    assertViolation(
        () -> rules.check(Map.of("alg", "ES256", "typ", "JWT"), proof),
        Reason.TYPE_MISMATCH,
        "typ");
    assertViolation(
        () -> rules.check(Map.of("alg", "ES256", "typ", "dpop+jwt", "jku", "any"), proof),
        Reason.EMBEDDED_KEY,
        "jku");
  }
}
