// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED25519;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED448;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES384;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES512;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ML_DSA_44;
import static org.jwtvalidation.jwk.SignatureAlgorithm.PS256;
import static org.jwtvalidation.jwk.SignatureAlgorithm.PS384;
import static org.jwtvalidation.jwk.SignatureAlgorithm.PS512;
import static org.jwtvalidation.jwk.SignatureAlgorithm.RS256;
import static org.jwtvalidation.jwk.SignatureAlgorithm.RS384;
import static org.jwtvalidation.jwk.SignatureAlgorithm.RS512;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.Allocation;

class JwkSetTest {

  private static final JwkText RSA = SigningKey.shared(RS256).jwk();
  private static final JwkText EC = SigningKey.shared(ES256).jwk();
  private static final JwkText EC384 = SigningKey.shared(ES384).jwk();
  private static final JwkText EC521 = SigningKey.shared(ES512).jwk();
  private static final JwkText OKP = SigningKey.shared(ED25519).jwk();
  private static final JwkText OKP448 = SigningKey.shared(ED448).jwk();
  private static final JwkText AKP = SigningKey.shared(ML_DSA_44).jwk();

  /** Published beside every bad key, which must not cost the set this one. */
  private static final JwkText GOOD = SigningKey.generate(ES256).jwk("good");

  // Good keys

  @ParameterizedTest
  @EnumSource
  void readsKeyOfEveryAlgorithm(SignatureAlgorithm algorithm) {
    SigningKey signer = SigningKey.shared(algorithm);
    JwkText jwk = signer.jwk("k").with("alg", algorithm.joseName()).with("use", "sig");
    JwkSet set = JwkSet.parse(JwkText.set(jwk, GOOD));
    VerificationKey key = KeysOf.key(set, "k", Set.of(algorithm));
    if (algorithm.isAvailable()) {
      assertThat(set.skipped()).isEmpty();
      assertThat(set.size()).isEqualTo(2);
      assertThat(set.keys()).hasSize(2);
      assertThat(key.publicKey().getEncoded()).isEqualTo(signer.publicKey().getEncoded());
      byte[] input = "input".getBytes(UTF_8);
      assertThat(KeysOf.verifies(key, input, signer.sign(input))).isTrue();
    } else {
      assertThat(key).isNull();
      assertThat(set.size()).isEqualTo(1);
      assertThat(set.skipped()).singleElement().asString().contains("keys[0] kid \"k\"", "ML-DSA");
    }
  }

  @Test
  void bindsRsaKeyWithoutAlgToAllThatFit() {
    JwkSet set = JwkSet.parse(JwkText.set(RSA.with("kid", "r")));
    assertThat(set.size()).isEqualTo(1);
    assertThat(set.keys())
        .extracting(VerificationKey::algorithm)
        .containsExactlyElementsOf(EnumSet.range(RS256, PS512));
    assertThat(KeysOf.key(set, "r", Set.of(PS256)).algorithm()).isEqualTo(PS256);
  }

  @Test
  void bindsOtherKeysWithoutAlgByTheirCurve() {
    JwkSet set = JwkSet.parse(JwkText.set(EC, EC384, EC521, OKP, OKP448));
    assertThat(set.keys())
        .extracting(VerificationKey::algorithm)
        .containsExactly(ES256, ES384, ES512, ED25519, ED448);
    assertThat(set.size()).isEqualTo(5);
  }

  @Test
  void takesTheOldNameOfEdwardsAlgorithms() {
    JwkSet set = JwkSet.parse(JwkText.set(OKP.with("alg", "EdDSA"), OKP448.with("alg", "EdDSA")));
    assertThat(set.keys()).extracting(VerificationKey::algorithm).containsExactly(ED25519, ED448);
  }

  @Test
  void ignoresMembersThatItDoesNotKnow() {
    JwkText jwk =
        EC.with("x5t", "abc")
            .withJson("x5c", "[\"MII\"]")
            .with("x5u", "http://evil.example/")
            .withJson("iat", "1")
            .withJson("nested", "{\"kty\":\"oct\"}");
    JwkSet set = JwkSet.parse(JwkText.set(jwk));
    assertThat(set.size()).isEqualTo(1);
    assertThat(set.skipped()).isEmpty();
    assertThat(JwkSet.parse("{\"iss\":\"x\",\"keys\":[" + jwk + "]}").size()).isEqualTo(1);
  }

  @Test
  void ignoresMembersOfOtherTypesOfKey() {
    JwkText jwk = RSA.withJson("crv", "7").withJson("x", "[]").withJson("pub", "null");
    assertThat(JwkSet.parse(JwkText.set(jwk)).skipped()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[\"verify\"]", "[\"sign\",\"verify\"]", "[\"verify\",\"of our own\"]"})
  void acceptsKeyOperationsWithVerify(String operations) {
    JwkText jwk = EC.withJson("key_ops", operations);
    assertThat(JwkSet.parse(JwkText.set(jwk)).size()).isEqualTo(1);
    assertThat(JwkSet.parse(JwkText.set(jwk.with("use", "sig"))).size()).isEqualTo(1);
  }

  // Bad keys

  private static Arguments bad(String what, Object jwk, String reason) {
    return Arguments.of(what, jwk, reason);
  }

  private static JwkText forSignatures(String... operations) {
    return EC.with("use", "sig").with("key_ops", List.of(operations));
  }

  static Stream<Arguments> badKeys() {
    BigInteger f4 = BigInteger.valueOf(65537);
    BigInteger n = new BigInteger(1, octets(RSA, "n"));
    BigInteger ofRoca = RocaFingerprintTest.marked(2048, new Random(9));
    BigInteger p =
        new BigInteger("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff", 16);
    BigInteger x = new BigInteger(1, octets(EC, "x"));
    byte[] y = octets(EC, "y");
    byte[] otherY = y.clone();
    otherY[31] ^= 1;
    return Stream.of(
        bad("number", "7", "not an object"),
        bad("null", "null", "not an object"),
        bad("array", "[]", "not an object"),
        bad("string", "\"kty\"", "not an object"),
        bad("empty", "{}", "\"kty\" is missing"),
        bad("kty null", EC.with("kty", (String) null), "\"kty\" is not a string"),
        bad("kty number", EC.withJson("kty", "1"), "\"kty\" is not a string"),
        bad("symmetric", JwkText.ofType("oct").with("k", "AAAA"), "symmetric"),
        bad("symmetric for RS256", RSA.with("kty", "oct"), "symmetric"),
        // use and key_ops
        bad("use empty", EC.with("use", ""), "\"use\" is not \"sig\""),
        bad("use upper case", EC.with("use", "SIG"), "\"use\" is not \"sig\""),
        bad("use null", EC.with("use", (String) null), "\"use\" is not a string"),
        bad("use array", EC.withJson("use", "[\"sig\"]"), "\"use\" is not a string"),
        bad("operations empty", EC.withJson("key_ops", "[]"), "\"key_ops\" does not have"),
        bad("operation sign", EC.with("key_ops", List.of("sign")), "\"key_ops\" does not have"),
        bad("contradiction to use", forSignatures("encrypt"), "\"key_ops\" does not have"),
        bad("operation twice", EC.with("key_ops", List.of("verify", "verify")), "twice"),
        bad("operations text", EC.with("key_ops", "verify"), "\"key_ops\" is not an array"),
        bad("operations null", EC.withJson("key_ops", "null"), "\"key_ops\" is not an array"),
        bad(
            "operation number",
            EC.withJson("key_ops", "[\"verify\",7]"),
            "not an array of strings"),
        bad("operation null", EC.withJson("key_ops", "[\"verify\",null]"), "not an array of str"),
        bad("operation object", EC.withJson("key_ops", "[{},\"verify\"]"), "not an array of str"),
        bad("to sign and encrypt", forSignatures("verify", "encrypt"), "for encryption, too"),
        bad("to sign and unwrap", forSignatures("unwrapKey", "verify"), "for encryption, too"),
        bad("to sign and derive", forSignatures("verify", "deriveBits"), "for encryption, too"),
        bad(
            "both without use",
            EC.with("key_ops", List.of("verify", "deriveKey")),
            "for encryption, too"),
        // alg, kty and crv
        bad("alg none", EC.with("alg", "none"), "fit no supported"),
        bad("alg HS256", RSA.with("alg", "HS256"), "fit no supported"),
        bad("alg RSA-OAEP", RSA.with("alg", "RSA-OAEP"), "fit no supported"),
        bad("alg lower case", EC.with("alg", "es256"), "fit no supported"),
        bad("alg empty", EC.with("alg", ""), "fit no supported"),
        bad("alg number", EC.withJson("alg", "256"), "\"alg\" is not a string"),
        bad("alg null", EC.with("alg", (String) null), "\"alg\" is not a string"),
        bad("EC for RS256", EC.with("alg", "RS256"), "fit no supported"),
        bad("RSA for ES256", RSA.with("alg", "ES256"), "fit no supported"),
        bad("P-384 for ES256", EC384.with("alg", "ES256"), "fit no supported"),
        bad("Ed448 for Ed25519", OKP448.with("alg", "Ed25519"), "fit no supported"),
        bad("EC for EdDSA", EC.with("alg", "EdDSA"), "fit no supported"),
        bad("RSA for ML-DSA", RSA.with("alg", "ML-DSA-44"), "fit no supported"),
        bad("crv missing", EC.without("crv"), "fit no supported"),
        bad("crv number", EC.withJson("crv", "256"), "\"crv\" is not a string"),
        bad("crv secp256k1", EC.with("crv", "secp256k1"), "fit no supported"),
        bad("crv by its JCA name", EC.with("crv", "secp256r1"), "fit no supported"),
        bad("crv X25519", OKP.with("crv", "X25519"), "fit no supported"),
        bad("crv of EC in OKP", OKP.with("crv", "P-256"), "fit no supported"),
        bad("crv of OKP in EC", EC.with("crv", "Ed25519"), "fit no supported"),
        bad("P-256 point on P-384", EC.with("crv", "P-384"), "\"x\" has 32 octets, not 48"),
        // RSA
        bad("n missing", RSA.without("n"), "\"n\" is missing"),
        bad("e missing", RSA.without("e"), "\"e\" is missing"),
        bad("n number", RSA.withJson("n", "35"), "\"n\" is not a string"),
        bad("n null", RSA.withJson("n", "null"), "\"n\" is not a string"),
        bad("n empty", RSA.with("n", ""), "\"n\" is not the shortest"),
        bad(
            "n with a zero in front",
            RSA.with("n", SigningKey.octets(n, 257)),
            "\"n\" is not the shortest"),
        bad("e with a zero in front", RSA.with("e", "AAEAAQ"), "\"e\" is not the shortest"),
        bad("n padded", RSA.with("n", "AQAB="), "\"n\" is not canonical base64url"),
        bad("n of the other alphabet", RSA.with("n", "+/+/"), "\"n\" is not canonical base64url"),
        bad("e with spare bits", RSA.with("e", "AQABB"), "\"e\" is not canonical base64url"),
        bad("n of 1024 bits", RSA.with("n", RsaFamilyTest.modulus(1024)), "1024 bits"),
        bad("n of 2047 bits", RSA.with("n", RsaFamilyTest.modulus(2047)), "2047 bits"),
        bad("n of 8193 bits", RSA.with("n", RsaFamilyTest.modulus(8193)), "8193 bits"),
        bad("n of 16384 bits", RSA.with("n", RsaFamilyTest.modulus(16384)), "16384 bits"),
        bad("n even", RSA.with("n", RsaFamilyTest.modulus(2048).clearBit(0)), "even"),
        bad("n of ROCA", RSA.with("n", ofRoca).with("e", f4), "ROCA"),
        bad("e is 1", RSA.with("e", BigInteger.ONE), "exponent"),
        bad("e is 3", RSA.with("e", BigInteger.valueOf(3)), "exponent"),
        bad("e is 65535", RSA.with("e", BigInteger.valueOf(65535)), "exponent"),
        bad("e is 65538", RSA.with("e", BigInteger.valueOf(65538)), "exponent"),
        bad("e is 2^32 + 1", RSA.with("e", BigInteger.TWO.pow(32).add(BigInteger.ONE)), "exponent"),
        // EC
        bad("x missing", EC.without("x"), "\"x\" is missing"),
        bad("y missing", EC.without("y"), "\"y\" is missing"),
        bad("x empty", EC.with("x", ""), "\"x\" has 0 octets, not 32"),
        bad("x short", EC.with("x", new byte[31]), "\"x\" has 31 octets, not 32"),
        bad("y long", EC.with("y", new byte[33]), "\"y\" has 33 octets, not 32"),
        bad("x not canonical", EC.with("x", "AB"), "\"x\" is not canonical base64url"),
        bad("off the curve", EC.with("y", otherY), "not a point of the curve P-256"),
        bad("(0,0)", EC.with("x", new byte[32]).with("y", new byte[32]), "not a point"),
        bad("x and y swapped", EC.with("x", y).with("y", octets(EC, "x")), "not a point"),
        bad("x of p", EC.with("x", p), "outside the field of P-256"),
        bad("y of p", EC.with("y", p), "outside the field of P-256"),
        bad("x as a point", EC.with("x", new BigInteger(1, y).add(x).setBit(256)), "33 octets"),
        // OKP
        bad("OKP without x", OKP.without("x"), "\"x\" is missing"),
        bad("OKP short", OKP.with("x", new byte[31]), "\"x\" has 31 octets, not 32"),
        bad("OKP long", OKP.with("x", new byte[33]), "\"x\" has 33 octets, not 32"),
        bad("Ed448 short", OKP448.with("x", new byte[56]), "\"x\" has 56 octets, not 57"),
        bad("Ed25519 zero", OKP.with("x", new byte[32]), "small order"),
        bad("Ed448 zero", OKP448.with("x", new byte[57]), "small order"),
        bad("Ed25519 neutral", OKP.with("x", first(1, 32)), "small order"),
        bad("Ed448 neutral", OKP448.with("x", first(1, 57)), "small order"),
        bad("Ed25519 y of p", OKP.with("x", lastOf(first(0xed, 32), 0x7f)), "outside the field"),
        bad("Ed25519 y is 2", OKP.with("x", first(2, 32)), "not a point of the curve Ed25519"),
        // AKP
        bad("AKP without alg", AKP.without("alg"), "fit no supported"),
        bad("AKP of EdDSA", AKP.with("alg", "EdDSA"), "fit no supported"),
        bad("AKP without pub", AKP.without("pub"), "\"pub\" is missing"),
        bad("AKP short", AKP.with("pub", new byte[1311]), "\"pub\" has 1311 octets, not 1312"),
        bad("AKP of other size", AKP.with("alg", "ML-DSA-65"), "has 1312 octets, not 1952"),
        // kid
        bad("kid number", EC.withJson("kid", "7"), "\"kid\" is not a string"),
        bad("kid null", EC.withJson("kid", "null"), "\"kid\" is not a string"),
        bad("kid object", EC.withJson("kid", "{}"), "\"kid\" is not a string"),
        bad("kid long", EC.with("kid", "k".repeat(257)), "\"kid\" has more than 256 characters"),
        // issuer
        bad(
            "issuer long",
            EC.with("issuer", "i".repeat(1025)),
            "\"issuer\" has more than 1024 characters"));
  }

  private static byte[] octets(JwkText jwk, String name) {
    String text = jwk.members().get(name);
    return Base64.getUrlDecoder().decode(text.substring(1, text.length() - 1));
  }

  private static byte[] first(int value, int length) {
    byte[] octets = new byte[length];
    if (value == 0xed) {
      Arrays.fill(octets, (byte) 0xff);
    }
    octets[0] = (byte) value;
    return octets;
  }

  private static byte[] lastOf(byte[] octets, int value) {
    octets[octets.length - 1] = (byte) value;
    return octets;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badKeys")
  void leavesBadKeyOutAndKeepsTheOthers(String what, Object jwk, String reason) {
    String document = JwkText.set(jwk, GOOD, jwk, OKP448.with("kid", "good2"));
    JwkSet set = JwkSet.parse(document);
    assertThat(set.size()).isEqualTo(2);
    assertThat(set.keys()).extracting(VerificationKey::keyId).containsExactly("good", "good2");
    assertThat(set.skipped()).hasSize(2);
    assertThat(set.skipped()).extracting(SkippedKey::position).containsExactly(0, 2);
    assertThat(set.ignored()).isEmpty();
    if (!what.equals("kid long")) {
      assertThat(set.skipped()).allSatisfy(key -> assertThat(key.reason()).contains(reason));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JwkSet.parse(JwkText.set(jwk)))
        .withMessageStartingWith("JWK Set: no usable key")
        .withMessageContaining(reason);
  }

  @Test
  void acceptsKeyIdOf256Characters() {
    JwkSet set = JwkSet.parse(JwkText.set(EC.with("kid", "k".repeat(256))));
    assertThat(KeysOf.key(set, "k".repeat(256), Set.of(ES256))).isNotNull();
  }

  @Test
  void acceptsAnIssuerOf1024Characters() {
    JwkSet set = JwkSet.parse(JwkText.set(EC.with("issuer", "i".repeat(1024))));
    assertThat(set.keys().get(0).issuer()).hasSize(1024);
  }

  @Test
  void acceptsCoordinatesWithLeadingZeros() {
    int found = 0;
    for (int i = 0; i < 3000 && found < 2; i++) {
      SigningKey signer = SigningKey.generate(ED25519);
      found += octets(signer.jwk(), "x")[31] == 0 ? 1 : 0;
      assertThat(JwkSet.parse(JwkText.set(signer.jwk())).keys().get(0).publicKey())
          .isEqualTo(signer.publicKey());
      // P-521: the first octet of every other coordinate is 0.
      if (i < 8) {
        SigningKey ec = SigningKey.generate(ES512);
        assertThat(JwkSet.parse(JwkText.set(ec.jwk())).keys().get(0).publicKey())
            .isEqualTo(ec.publicKey());
      }
    }
    assertThat(found).isPositive();
  }

  // Keys that are not for signatures

  static Stream<Arguments> keysForOtherPurposes() {
    String byUse = "for encryption, by its \"use\"";
    String byOperations = "for encryption, by its \"key_ops\"";
    String unknown = "of a \"kty\" that is not supported";
    return Stream.of(
        Arguments.of(EC.with("use", "enc"), byUse),
        Arguments.of(RSA.with("use", "enc").with("alg", "RSA-OAEP"), byUse),
        Arguments.of(EC.with("use", "enc").with("key_ops", List.of("verify")), byUse),
        Arguments.of(JwkText.ofType("unheard of").with("use", "enc"), byUse),
        Arguments.of(RSA.with("key_ops", List.of("encrypt", "wrapKey")), byOperations),
        Arguments.of(EC.with("key_ops", List.of("deriveBits")), byOperations),
        Arguments.of(JwkText.ofType("unheard of"), unknown),
        Arguments.of(EC.with("kty", "ec"), unknown),
        Arguments.of(EC.with("kty", ""), unknown),
        Arguments.of(RSA.with("kty", "PQ").with("use", "sig").with("alg", "RS256"), unknown));
  }

  @ParameterizedTest
  @MethodSource("keysForOtherPurposes")
  void leavesKeysForOtherPurposesOutWithoutComplaint(JwkText jwk, String why) {
    JwkSet set = JwkSet.parse(JwkText.set(jwk, GOOD, jwk.with("kid", "e")));
    assertThat(set.keys()).extracting(VerificationKey::keyId).containsExactly("good");
    assertThat(set.size()).isEqualTo(1);
    assertThat(set.skipped()).isEmpty();
    assertThat(set.ignored())
        .containsExactly(new SkippedKey(0, null, why), new SkippedKey(2, "e", why));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JwkSet.parse(JwkText.set(jwk)))
        .withMessageStartingWith("JWK Set: no usable key")
        .withMessageContaining(why);
  }

  @Test
  void saysBothWhatIsWrongAndWhatIsIgnoredWhereNoKeyIsLeft() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JwkSet.parse(JwkText.set(EC.with("use", "enc"), RSA.without("n"))))
        .withMessage(
            "JWK Set: no usable key [keys[1]: \"n\" is missing,"
                + " keys[0]: for encryption, by its \"use\"]; publish a public key for signatures");
  }

  @ParameterizedTest
  @MethodSource("keysForOtherPurposes")
  void keepsKeyThatSharesItsKeyIdWithKeyForAnotherPurpose(JwkText jwk, String why) {
    JwkText other = jwk.with("kid", "good");
    for (String document : List.of(JwkText.set(GOOD, other), JwkText.set(other, GOOD))) {
      JwkSet set = JwkSet.parse(document);
      assertThat(set.keys()).extracting(VerificationKey::keyId).containsExactly("good");
      assertThat(set.skipped()).isEmpty();
      assertThat(set.ignored()).singleElement().asString().endsWith(why);
    }
  }

  // Private members

  @ParameterizedTest
  @CsvSource({"d", "p", "priv"})
  void usesThePublicHalfOfPublishedPrivateKey(String member) {
    for (JwkText jwk : List.of(RSA, EC, OKP)) {
      JwkSet set = JwkSet.parse(JwkText.set(jwk.with("kid", "k").with(member, "c2VjcmV0")));
      assertThat(set.size()).isEqualTo(1);
      assertThat(set.skipped())
          .containsExactly(
              new SkippedKey(
                  0,
                  "k",
                  "published with its private members, which are ignored; replace this key"));
      assertThat(set.toString()).doesNotContain("c2VjcmV0");
    }
  }

  @Test
  void doesNotEvenReadPrivateMembers() {
    JwkSet set = JwkSet.parse(JwkText.set(RSA.withJson("d", "7").withJson("p", "null")));
    assertThat(set.size()).isEqualTo(1);
  }

  // Key IDs

  private static SkippedKey notUsed(int index, String algorithms) {
    return new SkippedKey(
        index, "k", "not used for " + algorithms + ", because another key has the same \"kid\"");
  }

  @Test
  void refusesDifferentKeysOfOneKeyIdAndAlgorithm() {
    JwkText twin = SigningKey.generate(ES256).jwk("k");
    JwkSet set = JwkSet.parse(JwkText.set(EC.with("kid", "k"), GOOD, twin.with("alg", "ES256")));
    assertThat(set.keys()).extracting(VerificationKey::keyId).containsExactly("good");
    assertThat(set.skipped()).containsExactly(notUsed(0, "ES256"), notUsed(2, "ES256"));
    JwkText third = SigningKey.generate(ES256).jwk("k");
    JwkSet three = JwkSet.parse(JwkText.set(EC.with("kid", "k"), twin, GOOD, third, twin));
    assertThat(three.keys()).isEqualTo(set.keys());
    assertThat(three.skipped()).hasSize(4);
    assertThat(three.ignored()).isEmpty();
  }

  @Test
  void keepsDifferentKeysOfOneKeyIdForDifferentAlgorithms() {
    JwkSet set =
        JwkSet.parse(
            JwkText.set(
                EC.with("kid", "k"),
                EC384.with("kid", "k"),
                OKP.with("kid", "k"),
                RSA.with("kid", "k").with("alg", "RS256"),
                SigningKey.generate(PS256).jwk("k").with("alg", "PS256")));
    assertThat(set.keys())
        .extracting(VerificationKey::algorithm)
        .containsExactly(ES256, ES384, ED25519, RS256, PS256);
    assertThat(set.size()).isEqualTo(5);
    assertThat(set.skipped()).isEmpty();
    assertThat(set.ignored()).isEmpty();
  }

  @Test
  void usesKeyOnlyForTheAlgorithmsThatNoOtherKeyOfItsKeyIdHas() {
    JwkText forPs256 = SigningKey.generate(PS256).jwk("k").with("alg", "PS256");
    JwkSet set = JwkSet.parse(JwkText.set(RSA.with("kid", "k"), forPs256));
    assertThat(set.keys())
        .extracting(VerificationKey::algorithm)
        .containsExactly(RS256, RS384, RS512, PS384, PS512);
    assertThat(set.size()).isEqualTo(1);
    assertThat(set.skipped()).containsExactly(notUsed(0, "PS256"), notUsed(1, "PS256"));
    JwkText anyAlgorithm = SigningKey.generate(RS256).jwk("k");
    JwkSet none = JwkSet.parse(JwkText.set(RSA.with("kid", "k"), anyAlgorithm, GOOD));
    assertThat(none.size()).isEqualTo(1);
    assertThat(none.skipped())
        .containsExactly(
            notUsed(0, "RS256, RS384, RS512, PS256, PS384, PS512"),
            notUsed(1, "RS256, RS384, RS512, PS256, PS384, PS512"));
  }

  /** A token with the algorithm {@code EdDSA} can mean either. */
  @Test
  void refusesKeysOfBothEdwardsCurvesUnderOneKeyId() {
    JwkSet set = JwkSet.parse(JwkText.set(OKP.with("kid", "k"), GOOD, OKP448.with("kid", "k")));
    assertThat(set.keys()).extracting(VerificationKey::keyId).containsExactly("good");
    assertThat(set.skipped()).containsExactly(notUsed(0, "Ed25519"), notUsed(2, "Ed448"));
  }

  @Test
  void keepsTheSameKeyForSeveralAlgorithms() {
    JwkText rsa = RSA.with("kid", "k");
    JwkSet set = JwkSet.parse(JwkText.set(rsa.with("alg", "RS256"), rsa.with("alg", "PS256")));
    assertThat(set.keys()).extracting(VerificationKey::algorithm).containsExactly(RS256, PS256);
    assertThat(set.size()).isEqualTo(1);
    assertThat(set.skipped()).isEmpty();
    assertThat(set.ignored()).isEmpty();
    JwkSet more = JwkSet.parse(JwkText.set(rsa.with("alg", "RS256"), rsa));
    assertThat(more.keys())
        .extracting(VerificationKey::algorithm)
        .containsExactlyElementsOf(EnumSet.range(RS256, PS512));
    assertThat(more.ignored()).isEmpty();
  }

  @Test
  void keepsOneOfKeysThatAreTheSame() {
    for (JwkText jwk : List.of(EC, EC.with("kid", "k"), RSA.with("kid", "k"), OKP448)) {
      JwkSet set = JwkSet.parse(JwkText.set(jwk, GOOD, jwk.with("use", "sig"), jwk));
      assertThat(set.keys()).containsAll(JwkSet.parse(JwkText.set(jwk)).keys());
      assertThat(set.keys()).doesNotHaveDuplicates();
      assertThat(set.size()).isEqualTo(2);
      assertThat(set.skipped()).isEmpty();
      assertThat(set.ignored())
          .hasSize(2)
          .allMatch(key -> key.reason().equals("the same key as one before it"));
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badKeys")
  void losesNoGoodKeyToBadOneOfTheSameKeyId(String what, Object jwk, String reason) {
    if (jwk instanceof JwkText bad && !what.startsWith("kid")) {
      JwkSet set = JwkSet.parse(JwkText.set(bad.with("kid", "good"), GOOD));
      assertThat(set.keys()).extracting(VerificationKey::keyId).containsExactly("good");
      assertThat(set.keys()).isEqualTo(JwkSet.parse(JwkText.set(GOOD)).keys());
      assertThat(set.skipped()).singleElement().asString().contains("kid \"good\": ", reason);
    }
  }

  @Test
  void comparesKeyIdsExactly() {
    JwkSet set =
        JwkSet.parse(
            JwkText.set(
                EC.with("kid", "Key"),
                EC384.with("kid", "key"),
                EC521.with("kid", "key "),
                OKP.with("kid", "")));
    Set<SignatureAlgorithm> all = EnumSet.allOf(SignatureAlgorithm.class);
    assertThat(set.size()).isEqualTo(4);
    assertThat(KeysOf.key(set, "Key", all).algorithm()).isEqualTo(ES256);
    assertThat(KeysOf.key(set, "key", all).algorithm()).isEqualTo(ES384);
    assertThat(KeysOf.key(set, "key ", all).algorithm()).isEqualTo(ES512);
    assertThat(KeysOf.key(set, "", all).algorithm()).isEqualTo(ED25519);
    for (String other : List.of("KEY", " key", "key\u0000", "\uff4bey", "\u212aey", "k", "keys")) {
      assertThat(KeysOf.key(set, other, all)).isNull();
    }
  }

  @Test
  void findsKeyOnlyForItsAlgorithm() {
    JwkSet set = JwkSet.parse(JwkText.set(RSA.with("kid", "r").with("alg", "RS256"), GOOD));
    assertThat(KeysOf.key(set, "r", Set.of(RS256))).isNotNull();
    assertThat(KeysOf.key(set, "r", Set.of(RS256, PS256))).isNotNull();
    assertThat(KeysOf.key(set, "r", Set.of(RS384))).isNull();
    assertThat(KeysOf.key(set, "r", Set.of(PS256))).isNull();
    assertThat(KeysOf.key(set, "r", Set.of())).isNull();
    assertThat(KeysOf.key(set, "good", Set.of(RS256))).isNull();
    assertThat(KeysOf.key(set, "nobody", Set.of(RS256))).isNull();
  }

  @Test
  void listsTheKeysThatFitAnAlgorithm() {
    JwkSet set = JwkSet.parse(JwkText.set(EC, GOOD, EC384, RSA.with("alg", "PS256")));
    assertThat(KeysOf.keys(set, Set.of(ES256))).hasSize(2);
    assertThat(KeysOf.keys(set, Set.of(ES384))).hasSize(1);
    assertThat(KeysOf.keys(set, Set.of(RS256))).isEmpty();
    assertThat(KeysOf.keys(set, Set.of(PS256, ES384))).hasSize(2);
    assertThat(KeysOf.keys(set, Set.of())).isEmpty();
  }

  @Test
  void escapesKeyIdsInWhatIsLogged() {
    JwkText jwk = EC.withJson("kid", "\"a\\r\\nINFO all is well\\u001b[2J\"");
    JwkSet set = JwkSet.parse(JwkText.set(jwk.with("use", "enc"), GOOD));
    assertThat(set.ignored())
        .map(SkippedKey::toString)
        .containsExactly(
            "keys[0] kid \"a\\u000d\\u000aINFO all is well\\u001b[2J\": for encryption,"
                + " by its \"use\"");
    assertThat(JwkSet.parse(JwkText.set(jwk.without("x"), GOOD)).skipped())
        .map(SkippedKey::toString)
        .containsExactly(
            "keys[0] kid \"a\\u000d\\u000aINFO all is well\\u001b[2J\": \"x\" is missing");
  }

  // Documents

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "7",
        "{}",
        "{\"keys\":null}",
        "{\"keys\":{}}",
        "{\"keys\":\"\"}",
        "{\"Keys\":[]}",
        "{\"keys\":[]",
        "{\"keys\":[]} x",
        "<html></html>"
      })
  void refusesOtherDocuments(String document) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JwkSet.parse(document))
        .withMessageStartingWith("JWK Set: ")
        .withMessageContaining("; give a document as of RFC 7517 section 5");
  }

  @Test
  void refusesSetWithoutKeys() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JwkSet.parse("{\"keys\":[]}"))
        .withMessage("JWK Set: no usable key []; publish a public key for signatures");
  }

  @Test
  void refusesDocumentThatNamesMemberTwice() {
    String good = GOOD.toString();
    for (String document :
        List.of(
            "{\"keys\":[],\"keys\":[" + good + "]}",
            "{\"keys\":[" + good + "],\"\\u006beys\":[]}",
            "{\"iss\":1,\"keys\":[" + good + "],\"iss\":1}")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> JwkSet.parse(document))
          .withMessageContaining("names a member twice");
    }
  }

  @Test
  void refusesTextThatIsNotUtf8() {
    byte[] invalid = JwkText.set(GOOD.with("use", "s\u00e9")).getBytes(ISO_8859_1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JwkSet.parse(invalid))
        .withMessageContaining("not valid UTF-8");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JwkSet.parse("\uFEFF" + JwkText.set(GOOD)))
        .withMessageContaining("byte order mark");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JwkSet.parse(JwkText.set(GOOD.with("kid", "a\ud800"))))
        .withMessageContaining("lone surrogate");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"kid\":\"a\\ud800\"",
        "\"kid\":\"\\ude00\\ud83d\"",
        "\"x-note\":{\"of\":[\"\\udfff\"]}",
        "\"\\ud83d\":1"
      })
  void leavesOutTheKeyThatHasALoneSurrogate(String member) {
    String lone = "{" + member + "," + GOOD.without("kid").toString().substring(1);
    JwkSet set = JwkSet.parse("{\"keys\":[" + lone + "," + GOOD.with("kid", "sound") + "]}");
    assertThat(set.keys()).extracting(VerificationKey::keyId).containsExactly("sound");
    assertThat(set.skipped())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.reason()).contains("lone surrogate"));
  }

  @Test
  void readsKeyIdsOutsideAscii() {
    JwkSet set = JwkSet.parse(JwkText.set(GOOD.with("kid", "schlüssel-😀")));
    assertThat(KeysOf.key(set, "schlüssel-😀", Set.of(ES256))).isNotNull();
  }

  @Test
  void boundsTheNumberOfKeys() {
    assertThat(JwkSet.parse(many(100)).keys()).hasSize(100);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JwkSet.parse(many(101)))
        .withMessage("JWK Set: 101 keys; at most 100 are read");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JwkSet.parse(JwkText.set(Collections.nCopies(101, "7").toArray())))
        .withMessageContaining("101 keys");
  }

  private static String many(int keys) {
    return JwkText.set(IntStream.range(0, keys).mapToObj(i -> OKP.with("kid", "k" + i)).toArray());
  }

  @Test
  void boundsTheSizeOfTheDocument() {
    String document = JwkText.set(GOOD);
    String largest = document + " ".repeat(512 * 1024 - document.length());
    assertThat(JwkSet.parse(largest).size()).isEqualTo(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JwkSet.parse(largest + " "))
        .withMessage("JWK Set: 524289 characters; at most 524288 are read");
    String withLongerOctets = largest.substring(0, largest.length() - 1) + "\u00a0";
    for (byte[] octets :
        List.of((largest + " ").getBytes(UTF_8), withLongerOctets.getBytes(UTF_8))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> JwkSet.parse(octets))
          .withMessage("JWK Set: 524289 octets; at most 524288 are read");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JwkSet.parse(withLongerOctets))
        .withMessage("JWK Set: 524289 octets; at most 524288 are read");
  }

  /** Encoding it first would take 22 MB. */
  @Test
  void refusesAHugeTextByItsLengthAlone() {
    String huge = "x".repeat(10 * 1024 * 1024);
    long octets =
        Allocation.octetsOf(() ->
            assertThatIllegalArgumentException()
                .isThrownBy(() -> JwkSet.parse(huge))
                .withMessage("JWK Set: 10485760 characters; at most 524288 are read"));
    assertThat(octets).isLessThan(100_000);
  }

  @Test
  void losesNoKeyForALongStringThatNobodyReads() {
    JwkText certified = EC.withJson("x5c", "[\"" + "A".repeat(300_000) + "\"]");
    JwkText foreign =
        JwkText.ofType("AKP").with("alg", "unheard of").with("pub", "A".repeat(100_000));
    assertThat(JwkSet.parse(JwkText.set(certified, foreign)).size()).isEqualTo(1);
  }

  static Stream<Arguments> oddJson() {
    String manyMembers =
        IntStream.range(0, 257).mapToObj(i -> "\"a" + i + "\":1").collect(Collectors.joining(","));
    return Stream.of(
        bad("deep", "[".repeat(20) + "]".repeat(20), "nested deeper than allowed"),
        bad("very deep", "[".repeat(200_000) + "]".repeat(200_000), "nested deeper than allowed"),
        bad("deep objects", "{\"a\":".repeat(20) + "1" + "}".repeat(20), "nested deeper"),
        bad("large number", "1e500", "magnitude"),
        bad("larger number", "-1e99999999999999999999", "magnitude"),
        bad("long number", "1".repeat(129), "a JSON number longer than allowed"),
        bad("named twice", "1,\"odd\":2", "names a member twice"),
        bad("named twice by an escape", "1,\"\\u006fdd\":2", "names a member twice"),
        bad("named twice further down", "[{\"a\":1,\"a\":1}]", "names a member twice"),
        bad("many members", "{" + manyMembers + "}", "more JSON object members than allowed"),
        bad("memory", "[0" + ",[0]".repeat(20_000) + "]", "more memory than allowed"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("oddJson")
  void leavesOutKeyOfOddJsonAndKeepsTheOthers(String what, Object json, String reason) {
    JwkText odd = EC.with("kid", "o").withJson("odd", (String) json);
    JwkSet set = JwkSet.parse(JwkText.set("7", odd, GOOD));
    assertThat(set.keys()).extracting(VerificationKey::keyId).containsExactly("good");
    assertThat(set.skipped())
        .hasSize(2)
        .first()
        .isEqualTo(new SkippedKey(0, null, "not an object"));
    assertThat(set.skipped().get(1)).asString().startsWith("keys[1]: ").contains(reason);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JwkSet.parse(JwkText.set(odd)))
        .withMessageStartingWith("JWK Set: no usable key [keys[0]: ")
        .withMessageContaining(reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":1,}",
        "{\"a\"}",
        "[1,]",
        "[1",
        "01",
        "1.",
        "tru",
        "\"\\x\"",
        "\"a",
        "NaN",
        "",
        "{}}",
        "{\"a\":1,\"a\":}"
      })
  void refusesDocumentThatIsNotJsonWhereverThatIs(String broken) {
    for (String document :
        List.of(
            JwkText.set(GOOD, broken, GOOD),
            JwkText.set(GOOD, EC.withJson("odd", broken)),
            "{\"more\":" + broken + ",\"keys\":[" + GOOD + "]}",
            "{\"keys\":[" + GOOD + "],\"more\":[{\"a\":" + broken + "}]}")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> JwkSet.parse(document))
          .withMessageStartingWith("JWK Set: ")
          .withMessageContaining("; give a document as of RFC 7517 section 5");
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("oddJson")
  void losesNoKeyForOddJsonThatIsNotKey(String what, Object json, String reason) {
    if (!what.startsWith("named twice")) {
      JwkSet set = JwkSet.parse("{\"odd\":" + json + ",\"keys\":[" + GOOD + "]}");
      assertThat(set.size()).isEqualTo(1);
      assertThat(set.skipped()).isEmpty();
    }
  }

  @Test
  void boundsTheMembersAroundTheKeys() {
    StringBuilder members = new StringBuilder("\"a\":1");
    for (int i = 0; i < 6400; i++) {
      members.append(",\"a").append(i).append("\":1");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JwkSet.parse("{" + members + ",\"keys\":[" + GOOD + "]}"))
        .withMessageContaining("more JSON object members than allowed");
  }

  @Test
  void isImmutable() {
    JwkSet set = JwkSet.parse(JwkText.set(GOOD, "7", RSA.with("use", "enc")));
    assertThat(set.keys()).isUnmodifiable();
    assertThat(set.skipped()).isUnmodifiable();
    assertThat(set.ignored()).isUnmodifiable();
  }

  // Sets made otherwise

  @Test
  void takesKeysThatAreAtHand() {
    VerificationKey rsa = SigningKey.shared(RS256).verificationKey("r");
    VerificationKey ec = SigningKey.shared(ES256).verificationKey(null);
    JwkSet set = JwkSet.of(rsa, ec);
    assertThat(set.size()).isEqualTo(2);
    assertThat(set.keys()).containsExactly(rsa, ec);
    assertThat(KeysOf.key(set, "r", Set.of(RS256))).isSameAs(rsa);
    assertThat(set.skipped()).isEmpty();
    assertThat(set.ignored()).isEmpty();
    assertThat(set)
        .hasToString("JwkSet[VerificationKey[RS256, kid=\"r\"], VerificationKey[ES256, kid=null]]");
  }

  @Test
  void takesSeveralKeysOfOneKeyIdForDifferentAlgorithms() {
    VerificationKey rs = SigningKey.shared(RS256).verificationKey("k");
    VerificationKey ps = SigningKey.shared(PS256).verificationKey("k");
    VerificationKey again = SigningKey.shared(RS256).verificationKey("k");
    assertThat(JwkSet.of(rs, ps, again).keys()).containsExactly(rs, ps);
    VerificationKey unnamed = SigningKey.shared(ES256).verificationKey(null);
    VerificationKey other = SigningKey.generate(ES256).verificationKey(null);
    assertThat(JwkSet.of(unnamed, unnamed, other).keys()).containsExactly(unnamed, other);
  }

  @Test
  void refusesNoKeysOrTwoOfOneKeyId() {
    VerificationKey rs = SigningKey.shared(RS256).verificationKey("k");
    VerificationKey other = SigningKey.generate(RS256).verificationKey("k");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JwkSet.of())
        .withMessage("keys: none given; give at least one key");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JwkSet.of(rs, other))
        .withMessage(
            "keys: two have the Key ID \"k\" for RS256; give each key a Key ID of its own");
  }

  @Test
  void countsDifferentPublicKeys() {
    VerificationKey rs = SigningKey.shared(RS256).verificationKey(null);
    VerificationKey ps = SigningKey.shared(PS256).verificationKey("p");
    VerificationKey ec = SigningKey.shared(ES256).verificationKey("e");
    assertThat(JwkSet.of(rs, ps).size()).isEqualTo(1);
    assertThat(JwkSet.of(rs, ps, ec).size()).isEqualTo(2);
    assertThat(JwkSet.parse(JwkText.set(EC, EC, GOOD, RSA)).size()).isEqualTo(3);
  }

  /** Colliding hash codes must not cost more than the limits of a set allow. */
  @Test
  void bearsKeyIdsWhoseHashCodesCollide() {
    Object[] keys = new Object[64];
    for (int i = 0; i < keys.length; i++) {
      StringBuilder keyId = new StringBuilder();
      for (int bit = 0; bit < 6; bit++) {
        keyId.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      keys[i] = OKP.with("kid", keyId.toString());
    }
    JwkSet set = JwkSet.parse(JwkText.set(keys));
    Map<Integer, Integer> byHash = new TreeMap<>();
    set.keys().forEach(key -> byHash.merge(key.keyId().hashCode(), 1, Integer::sum));
    assertThat(byHash).hasSize(1);
    assertThat(KeysOf.key(set, "AaBBAaBBAaBB", Set.of(ED25519)).keyId()).isEqualTo("AaBBAaBBAaBB");
  }
}
