// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.attack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertRejected;
import static org.jwtvalidation.RawToken.base64url;

import java.io.ByteArrayOutputStream;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.Allocation;
import org.jwtvalidation.ConnectionCounter;
import org.jwtvalidation.RawToken;
import org.jwtvalidation.Row;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.fault.FaultScene;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationStep;

/** Attacks with the JOSE Header, which is untrusted until the signature is verified. */
class HeaderAttackTest {

  private static final TestKey RSA = TestKey.generate(SignatureAlgorithm.RS256, "rsa");

  private final Scene scene = Scene.with(RSA);
  private final TokenValidator validator = scene.validator();
  private final TestKey attacker = TestKey.generate(SignatureAlgorithm.ES256, scene.key().keyId());

  private static void assertHeaderRefused(
      TokenValidator validator, String token, Reason reason, String parameter) {
    assertRejected(validator, token, ValidationStep.HEADER_VALIDATION, reason, parameter);
  }

  private static void assertRefusedWhileParsing(
      TokenValidator validator, String token, Reason reason) {
    assertRejected(validator, token, ValidationStep.TOKEN_PARSING, reason);
  }

  /** The public JWK of a key as a value for a header. */
  private static Map<String, Object> jwk(TestKey key) {
    PublicKey publicKey = key.publicKey();
    assertThat(publicKey.getAlgorithm()).isEqualTo("EC");
    String json = key.jwk();
    return Map.of("kty", "EC", "crv", "P-256", "x", member(json, "x"), "y", member(json, "y"));
  }

  private static String member(String json, String name) {
    int from = json.indexOf("\"" + name + "\":\"") + name.length() + 4;
    return json.substring(from, json.indexOf('"', from));
  }

  @Test
  @Row("38")
  @DisplayName("the attacker's key in the header jwk")
  void rejectsKeyInHeader() {
    assertHeaderRefused(
        validator,
        scene.token().signedBy(attacker).header("jwk", jwk(attacker)).compact(),
        Reason.EMBEDDED_KEY,
        "jwk");
    assertHeaderRefused(
        validator,
        scene
            .token()
            .signedBy(attacker)
            .withoutHeader("kid")
            .header("jwk", jwk(attacker))
            .compact(),
        Reason.EMBEDDED_KEY,
        "jwk");
    // Not even the right key is welcome there, nor a value that is none.
    assertHeaderRefused(
        validator,
        scene.token().header("jwk", jwk(scene.key())).compact(),
        Reason.EMBEDDED_KEY,
        "jwk");
    assertHeaderRefused(
        validator, scene.token().header("jwk", null).compact(), Reason.EMBEDDED_KEY, "jwk");

    assertAccepted(validator, scene.token().compact());
  }

  @ParameterizedTest
  @ValueSource(strings = {"jku", "x5u"})
  @Row("39")
  @DisplayName("the address of the attacker's key in a header that is ignored")
  void connectsNowhereForAnIgnoredHeader(String parameter) {
    TokenValidator lenient = scene.validator(config -> config.ignoredHeaderParameters(parameter));
    try (ConnectionCounter server = new ConnectionCounter()) {
      String address = server.origin() + "/jwks";
      assertAccepted(lenient, scene.token().header(parameter, address).compact());
      assertRejected(
          lenient,
          scene.token().signedBy(attacker).header(parameter, address).compact(),
          ValidationStep.SIGNATURE_VALIDATION,
          Reason.SIGNATURE_INVALID);
      assertHeaderRefused(
          lenient,
          scene.token().header(parameter, address).header("x5c", List.of()).compact(),
          Reason.EMBEDDED_KEY,
          "x5c");
      server.assertNoneButMine();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"jku", "x5u"})
  @Row("39")
  @DisplayName("the address of the attacker's key in the headers jku and x5u")
  void rejectsAddressOfKeyInHeaderAndConnectsNowhere(String parameter) {
    try (ConnectionCounter server = new ConnectionCounter()) {
      for (String path : List.of("/jwks", "", "/.well-known/jwks.json#@issuer.example")) {
        assertHeaderRefused(
            validator,
            scene.token().signedBy(attacker).header(parameter, server.origin() + path).compact(),
            Reason.EMBEDDED_KEY,
            parameter);
        assertHeaderRefused(
            validator,
            scene.token().header(parameter, server.origin() + path).compact(),
            Reason.EMBEDDED_KEY,
            parameter);
      }
      server.assertNoneButMine();
    }

    assertAccepted(validator, scene.token().compact());
  }

  @Test
  @Row("40")
  @DisplayName("the attacker's certificate in the header x5c")
  void rejectsCertificateInHeader() {
    String certificate = Base64.getEncoder().encodeToString(attacker.publicKey().getEncoded());

    assertHeaderRefused(
        validator,
        scene.token().signedBy(attacker).header("x5c", List.of(certificate)).compact(),
        Reason.EMBEDDED_KEY,
        "x5c");
    assertHeaderRefused(
        validator, scene.token().header("x5c", List.of()).compact(), Reason.EMBEDDED_KEY, "x5c");

    // A thumbprint is not a key, and may be ignored (RFC 7515 section 4).
    assertAccepted(validator, scene.token().header("x5t#S256", "AAAA").compact());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../../../../../../dev/null",
        "/etc/passwd",
        "..\\..\\windows\\win.ini",
        "%2e%2e%2f%2e%2e%2fdev%2fnull",
        "' OR '1'='1",
        "1; DROP TABLE keys--",
        "*)(uid=*))(|(uid=*",
        "$(touch /tmp/owned)",
        "`id`",
        "|id",
        "ORIGIN/jwks?kid=1#",
        "@ORIGIN",
        "file:///dev/null",
        "jar:ORIGIN!/key",
        "${jndi:ldap:ORIGIN/a}",
        "{{7*7}}",
        "__proto__",
        "null",
        "*",
        ""
      })
  @Row("41")
  @DisplayName("kid that reaches a file, a query, a shell or an address")
  void usesKidForNothingButTheLookUp(String kid) {
    try (ConnectionCounter server = new ConnectionCounter()) {
      String hostile = kid.replace("ORIGIN", server.origin());

      assertRejected(
          validator,
          scene.token().signedBy(attacker).header("kid", hostile).compact(),
          ValidationStep.KEY_RESOLUTION,
          Reason.KEY_UNKNOWN,
          "kid");
      assertRejected(
          validator,
          scene.token().header("kid", hostile).compact(),
          ValidationStep.KEY_RESOLUTION,
          Reason.KEY_UNKNOWN,
          "kid");

      server.assertNoneButMine();

      // As the name of a key it is as good as any other.
      TestKey named =
          TestKey.of(
              SignatureAlgorithm.ES256,
              hostile,
              new KeyPair(attacker.publicKey(), attacker.privateKey()));
      assertAccepted(scene.validatorWithKeys(named.jwk()), scene.token().signedBy(named).compact());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "key-1",
        "KEY-1",
        " Key-1",
        "Key-1 ",
        "Key-1\n",
        "Key-1\u0000",
        "Key-1\u0000x",
        "Key-01",
        "Key-",
        "Key-11",
        "Key\u20101",
        "\u212Aey-1",
        "K\u0435y-1",
        "Key-1\u200b",
        "\uFEFFKey-1",
        "Ｋｅｙ-1",
        "Key\u0301-1"
      })
  @Row("43")
  @DisplayName("kid that looks like that of a key")
  void comparesKidExactly(String lookAlike) {
    TestKey key = TestKey.generate(SignatureAlgorithm.ES256, "Key-1");
    TokenValidator validator = scene.validatorWithKeys(key.jwk(), scene.key().jwk());

    assertRejected(
        validator,
        scene.token().signedBy(key).header("kid", lookAlike).compact(),
        ValidationStep.KEY_RESOLUTION,
        Reason.KEY_UNKNOWN,
        "kid");

    assertAccepted(validator, scene.token().signedBy(key).compact());
  }

  @ParameterizedTest
  @MethodSource("kidsOfOtherTypes")
  @Row("44")
  @DisplayName("kid of another JSON type")
  void rejectsKidThatIsNoString(String name, @Nullable Object kid) {
    TestKey key = TestKey.generate(SignatureAlgorithm.ES256, name);
    TokenValidator validator = scene.validatorWithKeys(key.jwk(), scene.key().jwk());

    assertHeaderRefused(
        validator,
        scene.token().signedBy(key).header("kid", kid).compact(),
        Reason.CLAIM_MALFORMED,
        "kid");

    assertAccepted(validator, scene.token().signedBy(key).compact());
  }

  /** Each with the Key ID that it would become as text. */
  static Stream<Arguments> kidsOfOtherTypes() {
    return Stream.of(
        Arguments.of("1", 1),
        Arguments.of("1.0", 1.0),
        Arguments.of("true", true),
        Arguments.of("null", null),
        Arguments.of("[1]", List.of("1")),
        Arguments.of("{}", Map.of()));
  }

  @Test
  @Row("49")
  @DisplayName("crit that is ignored")
  void rejectsCriticalHeaders() {
    for (Object critical :
        Arrays.asList(
            List.of("exp"),
            List.of("urn:example:policy"),
            List.of("alg"),
            List.of(),
            "exp",
            Map.of(),
            7,
            null)) {
      assertHeaderRefused(
          validator,
          scene.token().header("exp", 1).header("crit", critical).compact(),
          Reason.CRITICAL_HEADER,
          "crit");
    }

    // Without crit, an unknown parameter is ignored (RFC 7515 section 4).
    assertAccepted(
        validator, scene.token().header("exp", 1).header("urn:example:policy", "strict").compact());
  }

  @Test
  @Row("50")
  @DisplayName("payload that is not encoded, b64 false")
  void rejectsUnencodedPayload() {
    String token = scene.token().header("b64", false).compact();
    String unencoded =
        RawToken.signed(
            scene.key(),
            token.substring(0, token.indexOf('.')),
            RawToken.claims(token).replace(".", "\\u002e"));

    assertRefusedWhileParsing(validator, unencoded, Reason.MALFORMED_BASE64);
    for (Object value : Arrays.asList(false, true, "false", null)) {
      assertHeaderRefused(
          validator, scene.token().header("b64", value).compact(), Reason.CRITICAL_HEADER, "b64");
    }
    assertHeaderRefused(
        validator,
        scene.token().header("b64", false).header("crit", List.of("b64")).compact(),
        Reason.CRITICAL_HEADER,
        "crit");

    assertAccepted(validator, scene.token().compact());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"alg\":\"ES256\",\"kid\":\"KID\",\"alg\":\"none\"}",
        "{\"alg\":\"none\",\"kid\":\"KID\",\"alg\":\"ES256\"}",
        "{\"alg\":\"ES256\",\"kid\":\"KID\",\"alg\":\"ES256\"}",
        "{\"alg\":\"ES256\",\"kid\":\"KID\",\"\\u0061lg\":\"none\"}",
        "{\"alg\":\"ES256\",\"kid\":\"other\",\"kid\":\"KID\"}",
        "{\"alg\":\"ES256\",\"kid\":\"KID\",\"crit\":[\"x\"],\"crit\":[]}",
        "{\"alg\":\"ES256\",\"kid\":\"KID\",\"x\":{\"y\":1,\"y\":1}}",
        "{\"alg\":\"ES256\",\"kid\":\"KID\",\"x\":[{\"y\":1,\"z\":2,\"y\":3}]}"
      })
  @Row("51")
  @DisplayName("duplicate names in the header")
  void rejectsDuplicateNamesInHeader(String header) {
    String duplicate = header.replace("KID", scene.key().keyId());

    assertRefusedWhileParsing(
        validator, scene.token().rawHeader(duplicate).compact(), Reason.MALFORMED_JSON);

    String once = "{\"alg\":\"ES256\",\"kid\":\"" + scene.key().keyId() + "\",\"x\":{\"x\":{}}}";
    assertAccepted(validator, scene.token().rawHeader(once).compact());
  }

  @Test
  @Row("71")
  @DisplayName("encrypted token in place of a signed one")
  void rejectsTokenEncryptedToThePublicKey() throws Exception {
    // Anyone with the public key can encrypt claims, or a whole unsecured token, to it.
    String claims = RawToken.claims(scene.token().compact());
    for (String content : List.of(claims, scene.token().unsecured().compact())) {
      assertRefusedWhileParsing(validator, encrypted(content), Reason.ENCRYPTED_TOKEN);
    }
    // Direct encryption leaves the second segment empty (RFC 7518 section 4.5).
    String direct = base64url("{\"alg\":\"dir\",\"enc\":\"A256GCM\"}") + "..AAAA.AAAA.AAAA";
    assertRefusedWhileParsing(validator, direct, Reason.ENCRYPTED_TOKEN);
    for (String algorithm :
        List.of("RSA-OAEP", "RSA-OAEP-256", "RSA1_5", "dir", "ECDH-ES", "A256KW")) {
      assertHeaderRefused(
          validator,
          scene.token().header("alg", algorithm).header("enc", "A256GCM").compact(),
          Reason.ALGORITHM_NOT_ALLOWED,
          "alg");
    }

    assertAccepted(validator, scene.token().rawClaims(claims).compact());
  }

  private static String encrypted(String content) throws Exception {
    byte[] contentKey = new byte[32];
    Cipher wrapping = Cipher.getInstance("RSA/ECB/OAEPWithSHA-1AndMGF1Padding");
    wrapping.init(Cipher.ENCRYPT_MODE, RSA.publicKey());
    String header =
        base64url("{\"alg\":\"RSA-OAEP\",\"enc\":\"A256GCM\",\"cty\":\"JWT\",\"kid\":\"rsa\"}");
    Cipher encryption = Cipher.getInstance("AES/GCM/NoPadding");
    encryption.init(
        Cipher.ENCRYPT_MODE,
        new SecretKeySpec(contentKey, "AES"),
        new GCMParameterSpec(128, new byte[12]));
    encryption.updateAAD(header.getBytes(UTF_8));
    byte[] result = encryption.doFinal(content.getBytes(UTF_8));
    int length = result.length - 16;
    return String.join(
        ".",
        header,
        base64url(wrapping.doFinal(contentKey)),
        base64url(new byte[12]),
        base64url(Arrays.copyOf(result, length)),
        base64url(Arrays.copyOfRange(result, length, result.length)));
  }

  @Test
  @Row("72")
  @DisplayName("password-based encryption with a huge count")
  void rejectsPasswordBasedEncryptionAtOnce() {
    String header =
        "{\"alg\":\"PBES2-HS512+A256KW\",\"enc\":\"A256GCM\",\"p2s\":\"AAAAAAAAAAA\","
            + "\"p2c\":2147483647}";
    String encrypted = base64url(header) + ".AAAA.AAAA.AAAA.AAAA";
    String signed =
        scene
            .token()
            .header("alg", "PBES2-HS512+A256KW")
            .header("p2s", "AAAAAAAAAAA")
            .header("p2c", Integer.MAX_VALUE)
            .compact();

    Assertions.assertTimeoutPreemptively(
        // Much less than a single one of the iterations that the token asks for would take.
        FaultScene.PATIENCE,
        () -> {
          for (int i = 0; i < 100; i++) {
            assertRefusedWhileParsing(validator, encrypted, Reason.ENCRYPTED_TOKEN);
            assertHeaderRefused(validator, signed, Reason.ALGORITHM_NOT_ALLOWED, "alg");
          }
        });
    assertThat(Allocation.octetsOf(() -> assertThat(validator.tryValidate(encrypted)).isNotNull()))
        .isLessThan(20_000);

    assertAccepted(validator, scene.token().compact());
  }

  @Test
  @Row("73")
  @DisplayName("compressed payload, decompression bomb")
  void decompressesNothing() throws Exception {
    byte[] bomb = deflated(new byte[8 * 1024 * 1024]);
    assertThat(bomb.length).isLessThan(9000);
    String encrypted =
        base64url("{\"alg\":\"dir\",\"enc\":\"A256GCM\",\"zip\":\"DEF\"}")
            + ".AAAA.AAAA."
            + base64url(bomb)
            + ".AAAA";
    assertRefusedWhileParsing(validator, encrypted, Reason.ENCRYPTED_TOKEN);

    String claims = RawToken.claims(scene.token().compact());
    byte[] header = RawToken.header(scene.token().header("zip", "DEF").compact()).getBytes(UTF_8);
    String compressed = RawToken.signed(scene.key(), header, deflated(claims.getBytes(UTF_8)));
    assertRefusedWhileParsing(validator, compressed, Reason.MALFORMED_JSON);
    String signedBomb = RawToken.signed(scene.key(), header, bomb);
    assertRefusedWhileParsing(validator, signedBomb, Reason.MALFORMED_JSON);
    assertThat(Allocation.octetsOf(() -> assertThat(validator.tryValidate(signedBomb)).isNotNull()))
        .isLessThan(200_000);

    assertAccepted(validator, RawToken.signed(scene.key(), header, claims.getBytes(UTF_8)));
  }

  private static byte[] deflated(byte[] octets) throws Exception {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    Deflater raw = new Deflater(Deflater.BEST_COMPRESSION, true);
    try (DeflaterOutputStream deflating = new DeflaterOutputStream(compressed, raw)) {
      deflating.write(octets);
    }
    return compressed.toByteArray();
  }

  @Test
  @Row("74")
  @DisplayName("nested token")
  void rejectsNestedToken() {
    String inner = scene.token().compact();

    assertRefusedWhileParsing(
        validator,
        scene.token().header("cty", "JWT").rawClaims(inner).compact(),
        Reason.MALFORMED_JSON);
    assertRefusedWhileParsing(
        validator, scene.token().rawClaims("\"" + inner + "\"").compact(), Reason.MALFORMED_JSON);
    assertHeaderRefused(
        validator, scene.token().header("cty", "JWT").compact(), Reason.TYPE_MISMATCH, "cty");
    assertHeaderRefused(
        validator, scene.token().header("cty", null).compact(), Reason.TYPE_MISMATCH, "cty");

    assertAccepted(validator, inner);
  }
}
