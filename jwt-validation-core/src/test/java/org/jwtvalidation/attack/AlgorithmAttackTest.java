// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.attack;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertRejected;
import static org.jwtvalidation.RawToken.base64url;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.RawToken;
import org.jwtvalidation.Row;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TokenBuilder;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationStep;

/**
 * Attacks on the choice of the algorithm, which must not be that of the token's author.
 *
 * <p>The rows of the display names, here and in the other classes of this suffix, are those of the
 * project's table of attacks. Rows without a test of a whole token:
 *
 * <ul>
 *   <li>37, the timing of a comparison: there is no secret to compare with. No algorithm with a
 *       shared secret exists here (row 5), and what a signature is verified with is public.
 *   <li>97 to 100, attacks by way of HTTP: they concern the source of the keys and are tested
 *       there.
 * </ul>
 */
class AlgorithmAttackTest {

  private static final TestKey RSA = TestKey.generate(SignatureAlgorithm.RS256, "rsa");
  private static final TestKey ED25519 = TestKey.generate(SignatureAlgorithm.ED25519, "ed25519");

  private final Scene scene = Scene.with(RSA, ED25519);
  private final TokenValidator validator = scene.validator();

  private static void assertAlgorithmRefused(TokenValidator validator, String token) {
    assertRejected(
        validator, token, ValidationStep.HEADER_VALIDATION, Reason.ALGORITHM_NOT_ALLOWED, "alg");
  }

  private static void assertUnsecured(TokenValidator validator, String token) {
    assertRejected(
        validator, token, ValidationStep.HEADER_VALIDATION, Reason.UNSECURED_TOKEN, "alg");
  }

  @Test
  @Row("1")
  @DisplayName("alg none, unsecured token")
  void rejectsUnsecuredToken() {
    assertUnsecured(validator, scene.token().unsecured().compact());
    assertUnsecured(
        validator, scene.token().unsecured().header("kid", scene.key().keyId()).compact());
    // Even with a valid signature it is not a signed token.
    assertUnsecured(validator, scene.token().header("alg", "none").compact());

    assertAccepted(validator, scene.token().compact());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"None", "NONE", "nOnE", " none", "none ", "none\u0000", "\tnone", "", "null"})
  @Row("2")
  @DisplayName("alg none in other case and with white space")
  void rejectsSpellingsOfNone(String spelling) {
    assertAlgorithmRefused(validator, scene.token().unsecured().header("alg", spelling).compact());
    assertAlgorithmRefused(validator, scene.token().header("alg", spelling).compact());

    assertAccepted(validator, scene.token().compact());
  }

  @ParameterizedTest
  @ValueSource(strings = {"HS255", "RS1", "ES256K", "XX999", "unknown", "dir", "A128KW"})
  @Row("3")
  @DisplayName("unknown alg with empty signature")
  void rejectsUnknownAlgorithmWithEmptySignature(String unknown) {
    TokenBuilder token = scene.token().header("alg", unknown);

    assertAlgorithmRefused(validator, RawToken.withSignature(token.compact(), new byte[0]));
    assertAlgorithmRefused(validator, token.compact());

    assertAccepted(validator, scene.token().compact());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("spellingsOfPublicKey")
  @Row("4")
  @DisplayName("the public RSA key as an HMAC secret")
  void rejectsHmacWithPublicKeyAsSecret(String name, byte[] secret) throws Exception {
    for (String algorithm : List.of("HS256", "HS384", "HS512")) {
      assertAlgorithmRefused(validator, hmacToken(algorithm, secret, RSA.keyId()));
    }

    assertAccepted(validator, scene.token().signedBy(RSA).compact());
  }

  static Stream<Arguments> spellingsOfPublicKey() {
    byte[] der = RSA.publicKey().getEncoded();
    String pem =
        "-----BEGIN PUBLIC KEY-----\n"
            + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
            + "\n-----END PUBLIC KEY-----\n";
    RSAPublicKey key = (RSAPublicKey) RSA.publicKey();
    return Stream.of(
        Arguments.of("DER", der),
        Arguments.of("PEM", pem.getBytes(US_ASCII)),
        Arguments.of("PEM without its last line break", pem.strip().getBytes(US_ASCII)),
        Arguments.of("PEM behind a space", (" " + pem).getBytes(US_ASCII)),
        Arguments.of("JWK", RSA.jwk().getBytes(UTF_8)),
        Arguments.of("JWK Set", Scene.jwkSet(RSA.jwk()).getBytes(UTF_8)),
        Arguments.of("modulus", key.getModulus().toByteArray()),
        Arguments.of("Key ID", "rsa".getBytes(UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0000", "secret", "changeit", "your-256-bit-secret"})
  @Row("5")
  @DisplayName("empty or weak HMAC secret")
  void rejectsHmacWithWeakSecret(String secret) throws Exception {
    // HMAC pads its secret with zeros, so that one zero octet is the empty secret.
    byte[] octets = secret.getBytes(US_ASCII);
    assertAlgorithmRefused(validator, hmacToken("HS256", octets, RSA.keyId()));
    assertAlgorithmRefused(validator, hmacToken("HS512", octets, scene.key().keyId()));

    assertAccepted(validator, scene.token().compact());
  }

  @Test
  @Row("5")
  @DisplayName("no configuration can allow HMAC")
  void hasNoSymmetricAlgorithm() {
    for (String symmetric : List.of("HS256", "HS384", "HS512", "none")) {
      assertThat(SignatureAlgorithm.possible(symmetric)).isEmpty();
    }
    assertThat(SignatureAlgorithm.possible("RS256")).isNotEmpty();
  }

  private String hmacToken(String algorithm, byte[] secret, String keyId)
      throws GeneralSecurityException {
    String signingInput =
        RawToken.signingInput(
            scene.token().header("alg", algorithm).header("kid", keyId).compact());
    String jcaName = "HmacSHA" + algorithm.substring(2);
    Mac mac = Mac.getInstance(jcaName);
    mac.init(new SecretKeySpec(secret, jcaName));
    return signingInput + "." + base64url(mac.doFinal(signingInput.getBytes(US_ASCII)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rs256",
        "Rs256",
        "RS256 ",
        " RS256",
        "RS256\n",
        "RS256\u0000",
        "RS-256",
        "RSA256",
        "RS256\u200b",
        "ＲＳ256",
        "SHA256withRSA",
        "sha256WithRSAEncryption",
        "1.2.840.113549.1.1.11",
        "RSA",
        "RSA-SHA256",
        "RS0256"
      })
  @Row("6")
  @DisplayName("alg name in other case, with white space, or by an alias")
  void rejectsAliasOfAlgorithmName(String alias) {
    assertAlgorithmRefused(validator, scene.token().signedBy(RSA).header("alg", alias).compact());

    assertAccepted(validator, scene.token().signedBy(RSA).compact());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ed25519",
        "ED25519",
        "EDDSA",
        "EdDsa",
        "eddsa",
        "Ed25519ph",
        "Ed25519ctx",
        "1.3.101.112"
      })
  @Row("6")
  @DisplayName("alg name of an Edwards curve in other spelling")
  void rejectsAliasOfEdwardsCurve(String alias) {
    assertAlgorithmRefused(
        validator, scene.token().signedBy(ED25519).header("alg", alias).compact());

    assertAccepted(validator, scene.token().signedBy(ED25519).compact());
    assertAccepted(validator, scene.token().signedBy(ED25519).header("alg", "EdDSA").compact());
  }

  @Test
  @Row("7")
  @DisplayName("alg of another JSON type")
  void rejectsAlgorithmThatIsNoString() {
    assertAlgorithmRefused(validator, scene.token().header("alg", 256).compact());
    assertAlgorithmRefused(validator, scene.token().header("alg", true).compact());
    assertAlgorithmRefused(validator, scene.token().header("alg", null).compact());
    assertAlgorithmRefused(validator, scene.token().header("alg", List.of("ES256")).compact());
    assertAlgorithmRefused(
        validator, scene.token().header("alg", Map.of("ES256", "ES256")).compact());
    assertAlgorithmRefused(validator, scene.token().withoutHeader("alg").compact());

    assertAccepted(validator, scene.token().header("alg", "ES256").compact());
  }

  @Test
  @Row("8")
  @DisplayName("alg outside the issuer's own list")
  void rejectsAlgorithmThatOnlyAnotherIssuerMayUse() {
    TestIssuer other = TestIssuer.offline("https://other.example");
    other.publish(RSA);
    TokenValidator both =
        scene
            .builder(
                scene.config().algorithms(SignatureAlgorithm.ES256).build(),
                other
                    .config()
                    .audience(Scene.AUDIENCE)
                    .algorithms(SignatureAlgorithm.RS256)
                    .build())
            .build();

    assertAlgorithmRefused(both, scene.token().signedBy(RSA).compact());
    assertAlgorithmRefused(
        both, other.token().at(scene.clock).algorithm(SignatureAlgorithm.ES256).compact());

    assertAccepted(both, scene.token().compact());
    assertAccepted(both, other.token().at(scene.clock).signedBy(RSA).compact());
    assertAccepted(validator, scene.token().signedBy(RSA).compact());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Ed25519", "EdDSA"})
  @Row("8")
  @DisplayName("EdDSA as a way around a list without Ed25519")
  void rejectsOldNameOfAlgorithmThatIsNotAllowed(String name) {
    TokenValidator onlyEcdsa =
        scene.validator(config -> config.algorithms(SignatureAlgorithm.ES256));
    String token = scene.token().signedBy(ED25519).header("alg", name).compact();

    assertAlgorithmRefused(onlyEcdsa, token);

    assertAccepted(validator, token);
  }

  @Test
  @Row("9")
  @DisplayName("alg of the JWK is not that of the token")
  void rejectsTokenByAnAlgorithmThatItsKeyIsNotFor() {
    KeyPair pair = new KeyPair(RSA.publicKey(), RSA.privateKey());
    TokenValidator forRs512 =
        scene.validatorWithKeys(TestKey.of(SignatureAlgorithm.RS512, "rsa", pair).jwk());
    for (SignatureAlgorithm other :
        List.of(SignatureAlgorithm.RS256, SignatureAlgorithm.RS384, SignatureAlgorithm.PS512)) {
      TestKey sameKey = TestKey.of(other, "rsa", pair);
      String token = scene.token().signedBy(sameKey).compact();

      assertRejected(forRs512, token, ValidationStep.KEY_RESOLUTION, Reason.KEY_UNKNOWN, "kid");

      // Without alg in the JWK, the same token and the same key do fit.
      String anyAlgorithm = sameKey.jwk().replace("\"alg\":\"" + other.joseName() + "\",", "");
      assertAccepted(scene.validatorWithKeys(anyAlgorithm), token);
    }

    TestKey right = TestKey.of(SignatureAlgorithm.RS512, "rsa", pair);
    assertAccepted(forRs512, scene.token().signedBy(right).compact());
  }

  @Test
  @Row("101")
  @DisplayName("a validator that decides by keys or rules that nobody has configured")
  void hasNoKeyNoIssuerAndNoAudienceOfItsOwn() {
    assertThatThrownBy(() -> TokenValidator.builder().build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("issuer: ");
    assertThatThrownBy(() -> scene.issuer.config().build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("audience: ");
    assertThatThrownBy(() -> scene.config().algorithms().build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("algorithms: ");
    assertThatThrownBy(() -> JwkSet.parse("{\"keys\":[]}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("JWK Set: ");

    assertAccepted(scene.builder(scene.config().build()).build(), scene.token().compact());
  }
}
