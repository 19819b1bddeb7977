// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertRejected;
import static org.jwtvalidation.RawToken.base64url;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.ECFieldFp;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.CraftedRsaKey;
import org.jwtvalidation.RawToken;
import org.jwtvalidation.Row;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationStep;

/**
 * Attacks with the keys of an issuer: weak, broken, meant for something else, or another's. In each
 * of them the key set also has a sound key, and goes on to serve it.
 */
@Tag("slow")
class KeyAttackTest {

  private static final BigInteger F4 = BigInteger.valueOf(65537);
  private static final String BAD = "bad";

  private static final TestKey RSA = TestKey.generate(SignatureAlgorithm.RS256, "rsa");
  private static final TestKey P_384 = TestKey.generate(SignatureAlgorithm.ES384, "p-384");
  private static final TestKey ED25519 = TestKey.generate(SignatureAlgorithm.ED25519, "ed25519");
  private static final TestKey ED448 = TestKey.generate(SignatureAlgorithm.ED448, "ed448");

  /** Two primes of 1,024 bits, neither of them 1 modulo 3, so that the exponent 3 works, too. */
  private static final List<BigInteger> PRIMES = List.of(prime(1024, 1), prime(1024, 2));

  private final Scene scene = new Scene();

  private static BigInteger prime(int bits, int seed) {
    Random random = new Random(seed);
    BigInteger three = BigInteger.valueOf(3);
    // The two highest bits are set, so that the product of two has twice as many.
    BigInteger high = three.shiftLeft(bits - 2);
    while (true) {
      BigInteger candidate = new BigInteger(bits, random).or(high).or(BigInteger.ONE);
      if (candidate.mod(three).equals(BigInteger.TWO) && candidate.isProbablePrime(20)) {
        return candidate;
      }
    }
  }

  /** The library itself refuses the key, even if a provider accepts it. */
  private static void assertRefusedByTheLibraryItself(String badJwk, TestKey sound) {
    assertThat(JwkSet.parse(Scene.jwkSet(badJwk, sound.jwk())).skipped())
        .singleElement()
        .asString()
        .containsAnyOf("small order", "not a point of the curve", "outside the field");
  }

  private static void assertKeyUnknown(TokenValidator validator, String token) {
    assertRejected(validator, token, ValidationStep.KEY_RESOLUTION, Reason.KEY_UNKNOWN, "kid");
  }

  /** A token that the owner of {@code key} has signed by RS256, under the Key ID {@link #BAD}. */
  private String token(CraftedRsaKey key) {
    String token = scene.token().header("alg", "RS256").header("kid", BAD).compact();
    return RawToken.withSignature(token, key.sign(RawToken.signingInput(token)));
  }

  private void assertRsaKeyRefused(CraftedRsaKey key) {
    TokenValidator validator = scene.validatorWithKeys(key.jwk(BAD), RSA.jwk());

    assertKeyUnknown(validator, token(key));

    assertAccepted(validator, scene.token().signedBy(RSA).compact());
  }

  @Test
  @DisplayName("rows 20-25: the crafted keys are refused for nothing but their weakness")
  void acceptsSoundKeyMadeInTheSameWay() {
    CraftedRsaKey sound = new CraftedRsaKey(F4, PRIMES);

    assertThat(sound.modulus().bitLength()).isEqualTo(2048);
    assertAccepted(scene.validatorWithKeys(sound.jwk(BAD)), token(sound));
  }

  @ParameterizedTest(name = "{0} by a key for {1}")
  @MethodSource("wrongPairs")
  @Row("10")
  @DisplayName("key of another type or curve")
  void rejectsTokenThatNamesKeyOfAnotherKind(String algorithm, TestKey key) {
    TokenValidator validator =
        scene.validatorWithKeys(
            scene.key().jwk(), RSA.jwk(), P_384.jwk(), ED25519.jwk(), ED448.jwk());
    TestKey named = key == null ? scene.key() : key;

    assertKeyUnknown(validator, scene.token().signedBy(named).header("alg", algorithm).compact());

    assertAccepted(validator, scene.token().signedBy(named).compact());
  }

  static Stream<Arguments> wrongPairs() {
    return Stream.of(
        Arguments.of("ES256", RSA),
        Arguments.of("Ed25519", RSA),
        Arguments.of("RS256", null),
        Arguments.of("PS256", null),
        Arguments.of("ES384", null),
        Arguments.of("ES256", P_384),
        Arguments.of("ES512", P_384),
        Arguments.of("Ed448", ED25519),
        Arguments.of("Ed25519", ED448),
        Arguments.of("ES256", ED25519),
        Arguments.of("RS256", ED448));
  }

  @ParameterizedTest
  @ValueSource(strings = {"RS256", "ES384", "Ed25519", "HS256", "ML-DSA-44"})
  @Row("10")
  @DisplayName("JWK whose alg does not fit its type and curve")
  void refusesKeyWhoseAlgorithmIsOfAnotherKind(String algorithm) {
    TestKey key = TestKey.generate(SignatureAlgorithm.ES256, BAD);
    String confused = key.jwk().replace("\"alg\":\"ES256\"", "\"alg\":\"" + algorithm + "\"");
    TokenValidator validator = scene.validatorWithKeys(confused, scene.key().jwk());

    assertKeyUnknown(validator, scene.token().signedBy(key).compact());

    assertAccepted(validator, scene.token().compact());
    assertAccepted(scene.validatorWithKeys(key.jwk()), scene.token().signedBy(key).compact());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"use\":\"enc\"",
        "\"use\":\"SIG\"",
        "\"use\":\"\"",
        "\"key_ops\":[\"encrypt\"]",
        "\"key_ops\":[\"sign\"]",
        "\"key_ops\":[]",
        "\"use\":\"enc\",\"key_ops\":[\"verify\"]"
      })
  @Row("11")
  @DisplayName("key that is published for another use")
  void refusesKeyForEncryption(String use) {
    TestKey key = TestKey.generate(SignatureAlgorithm.ES256, BAD);
    String token = scene.token().signedBy(key).compact();
    TokenValidator validator =
        scene.validatorWithKeys(key.jwk().replace("\"use\":\"sig\"", use), scene.key().jwk());

    assertKeyUnknown(validator, token);

    assertAccepted(validator, scene.token().compact());
    String forVerifying =
        key.jwk().replace("\"use\":\"sig\"", "\"use\":\"sig\",\"key_ops\":[\"verify\"]");
    assertAccepted(scene.validatorWithKeys(forVerifying), token);
  }

  @Test
  @Row("12")
  @DisplayName("symmetric key in a public set")
  void ignoresSymmetricKeyAndRejectsItsTokens() {
    String secret = base64url("a secret that everybody can read");
    JwkSet jwkSet =
        JwkSet.parse(
            Scene.jwkSet(
                "{\"kty\":\"oct\",\"kid\":\"bad\",\"alg\":\"HS256\",\"k\":\"" + secret + "\"}",
                scene.key().jwk()));
    TokenValidator validator = scene.validatorWithKeys(jwkSet);

    assertThat(jwkSet.size()).isEqualTo(1);
    assertThat(jwkSet.skipped())
        .singleElement()
        .asString()
        .contains("symmetric")
        .doesNotContain(secret);
    assertRejected(
        validator,
        scene.token().header("alg", "HS256").header("kid", BAD).compact(),
        ValidationStep.HEADER_VALIDATION,
        Reason.ALGORITHM_NOT_ALLOWED,
        "alg");
    assertKeyUnknown(validator, scene.token().header("kid", BAD).compact());

    assertAccepted(validator, scene.token().compact());
  }

  @Test
  @Row("13")
  @DisplayName("private key in a public set")
  void usesPublicHalfOfPublishedPrivateKeyAndSaysSo() {
    RSAPrivateCrtKey privateKey = (RSAPrivateCrtKey) RSA.privateKey();
    String d = base64url(privateKey.getPrivateExponent().toByteArray());
    String p = base64url(privateKey.getPrimeP().toByteArray());
    JwkSet jwkSet =
        JwkSet.parse(
            Scene.jwkSet(
                RSA.jwk().replace("}", ",\"d\":\"" + d + "\",\"p\":\"" + p + "\"}"),
                scene.key().jwk()));

    assertThat(jwkSet.skipped())
        .singleElement()
        .asString()
        .contains("private")
        .doesNotContain(d, p);
    assertThat(jwkSet.toString()).doesNotContain(d, p);
    assertThat(jwkSet.keys())
        .allSatisfy(key -> assertThat(key.publicKey()).isNotInstanceOf(PrivateKey.class));
    assertAccepted(scene.validatorWithKeys(jwkSet), scene.token().signedBy(RSA).compact());
  }

  @Test
  @Row("20")
  @DisplayName("RSA key with exponent 3")
  void refusesRsaKeyWithExponentThree() {
    CraftedRsaKey key = new CraftedRsaKey(BigInteger.valueOf(3), PRIMES);
    assertRsaKeyRefused(key);

    // The forgery needs no private key: a cube root whose padding is followed by garbage.
    TokenValidator validator = scene.validatorWithKeys(key.jwk(BAD), RSA.jwk());
    String token = scene.token().header("alg", "RS256").header("kid", BAD).compact();
    assertKeyUnknown(validator, RawToken.withSignature(token, cubeRootForgery(token)));
    String soundKey = scene.token().header("alg", "RS256").header("kid", "rsa").compact();
    assertRejected(
        validator,
        RawToken.withSignature(soundKey, cubeRootForgery(soundKey)),
        ValidationStep.SIGNATURE_VALIDATION,
        Reason.SIGNATURE_INVALID);
  }

  /** 00 01 FF 00, DigestInfo, hash, and then any octets that make the number a cube. */
  private static byte[] cubeRootForgery(String token) {
    byte[] encoded = CraftedRsaKey.encodedMessage(RawToken.signingInput(token), 256);
    byte[] forged = new byte[256];
    forged[1] = 1;
    Arrays.fill(forged, 2, 10, (byte) 0xff);
    System.arraycopy(encoded, 256 - 51, forged, 11, 51);
    Arrays.fill(forged, 62, 256, (byte) 0xff);
    BigInteger target = new BigInteger(1, forged);
    BigInteger low = BigInteger.ZERO;
    BigInteger high = BigInteger.ONE.shiftLeft(target.bitLength() / 3 + 1);
    while (high.subtract(low).compareTo(BigInteger.ONE) > 0) {
      BigInteger middle = low.add(high).shiftRight(1);
      if (middle.pow(3).compareTo(target) <= 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    byte[] cube = CraftedRsaKey.unsigned(low.pow(3), 256);
    assertThat(Arrays.copyOf(cube, 62)).isEqualTo(Arrays.copyOf(forged, 62));
    return CraftedRsaKey.unsigned(low, 256);
  }

  @Test
  @Row("21")
  @DisplayName("RSA key with exponent 1")
  void refusesRsaKeyWithExponentOne() {
    assertRsaKeyRefused(new CraftedRsaKey(BigInteger.ONE, PRIMES));
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 1024, 2046})
  @Row("22")
  @DisplayName("small RSA key")
  void refusesSmallRsaKey(int bits) {
    CraftedRsaKey small =
        new CraftedRsaKey(F4, List.of(prime(bits / 2, 1), prime(bits / 2 - 1, 2)));

    assertThat(small.modulus().bitLength()).isBetween(bits - 2, bits);
    assertRsaKeyRefused(small);
  }

  @Test
  @Row("22")
  @DisplayName("small RSA key given by code instead of a JWK")
  void refusesSmallRsaKeyThatIsAtHand() {
    TestKey small = TestKey.generate(SignatureAlgorithm.RS256, BAD, 1024);

    assertThatThrownBy(small::verificationKey)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1024 bits");
  }

  @Test
  @Row("23")
  @DisplayName("RSA key of the faulty generator (ROCA)")
  void refusesRocaKey() {
    CraftedRsaKey roca = new CraftedRsaKey(F4, List.of(rocaPrime(1), rocaPrime(2)));

    assertThat(roca.modulus().bitLength()).isBetween(2048, 2080);
    assertRsaKeyRefused(roca);
  }

  /**
   * A prime that is a power of 65537 modulo the product of the first primes, as all of ROCA are.
   */
  private static BigInteger rocaPrime(int seed) {
    BigInteger product = BigInteger.ONE;
    for (BigInteger p = BigInteger.TWO; p.intValue() <= 701; p = p.nextProbablePrime()) {
      product = product.multiply(p);
    }
    Random random = new Random(seed);
    BigInteger power = F4.modPow(BigInteger.valueOf(1_000_003L + seed), product);
    while (true) {
      int free = 1032 - product.bitLength();
      BigInteger k = new BigInteger(free, random).setBit(free - 1);
      BigInteger candidate = k.multiply(product).add(power);
      if (candidate.isProbablePrime(20)) {
        return candidate;
      }
    }
  }

  @Test
  @Row("24")
  @DisplayName("huge RSA modulus")
  void refusesHugeRsaModulus() {
    Random random = new Random(24);
    List<BigInteger> primes =
        Stream.generate(() -> BigInteger.probablePrime(513, random))
            .filter(prime -> !prime.mod(F4).equals(BigInteger.ONE))
            .limit(32)
            .toList();
    CraftedRsaKey huge = new CraftedRsaKey(F4, primes);

    assertThat(huge.modulus().bitLength()).isGreaterThan(16_384);
    // A verification would take tens of milliseconds. It never happens: there is no such key.
    Scene large = new Scene();
    TokenValidator validator = large.validatorWithKeys(huge.jwk(BAD), RSA.jwk());
    String token = token(huge);
    assertKeyUnknown(validator, token);
    assertRsaKeyRefused(huge);
  }

  @Test
  @Row("24")
  @DisplayName("huge RSA exponent")
  void refusesHugeRsaExponent() {
    BigInteger phi =
        PRIMES.stream()
            .map(p -> p.subtract(BigInteger.ONE))
            .reduce(BigInteger.ONE, BigInteger::multiply);
    Random random = new Random(24);
    BigInteger exponent = new BigInteger(2000, random).setBit(1999).setBit(0);
    while (!exponent.gcd(phi).equals(BigInteger.ONE)) {
      exponent = exponent.add(BigInteger.TWO);
    }
    assertRsaKeyRefused(new CraftedRsaKey(exponent, PRIMES));

    BigInteger above32Bits = BigInteger.ONE.shiftLeft(32).add(BigInteger.ONE);
    while (!above32Bits.gcd(phi).equals(BigInteger.ONE)) {
      above32Bits = above32Bits.add(BigInteger.TWO);
    }
    assertRsaKeyRefused(new CraftedRsaKey(above32Bits, PRIMES));
  }

  @Test
  @Row("25")
  @DisplayName("even RSA modulus")
  void refusesEvenRsaModulus() {
    CraftedRsaKey even =
        new CraftedRsaKey(F4, List.of(BigInteger.TWO, PRIMES.get(0), PRIMES.get(1)));

    assertThat(even.modulus().testBit(0)).isFalse();
    assertRsaKeyRefused(even);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "AA", "AAAA", "AQ"})
  @Row("25")
  @DisplayName("RSA modulus zero, one or none")
  void refusesRsaModulusWithoutValue(String modulus) {
    String jwk = "{\"kty\":\"RSA\",\"kid\":\"bad\",\"n\":\"" + modulus + "\",\"e\":\"AQAB\"}";
    TokenValidator validator = scene.validatorWithKeys(jwk, RSA.jwk());

    assertKeyUnknown(validator, scene.token().signedBy(RSA).header("kid", BAD).compact());

    assertAccepted(validator, scene.token().signedBy(RSA).compact());
  }

  @Test
  @Row("28")
  @DisplayName("EC point off its curve")
  void refusesPointsOffTheirCurve() {
    TestKey key = TestKey.generate(SignatureAlgorithm.ES256, BAD);
    ECPublicKey point = (ECPublicKey) key.publicKey();
    BigInteger p = ((ECFieldFp) point.getParams().getCurve().getField()).getP();
    BigInteger x = point.getW().getAffineX();
    BigInteger y = point.getW().getAffineY();
    String token = scene.token().signedBy(key).compact();

    assertThat(ecJwk(x, y)).isEqualTo(key.jwk());
    assertAccepted(scene.validatorWithKeys(ecJwk(x, y)), token);
    for (String off :
        List.of(
            ecJwk(x, y.xor(BigInteger.ONE)),
            ecJwk(x.xor(BigInteger.TWO), y),
            ecJwk(y, x),
            ecJwk(BigInteger.ZERO, BigInteger.ZERO),
            ecJwk(p, y),
            ecJwk(p.subtract(BigInteger.ONE), p.subtract(BigInteger.ONE)))) {
      assertRefusedByTheLibraryItself(off, scene.key());
      TokenValidator validator = scene.validatorWithKeys(off, scene.key().jwk());
      assertKeyUnknown(validator, token);
      assertAccepted(validator, scene.token().compact());
    }
  }

  private static String ecJwk(BigInteger x, BigInteger y) {
    return "{\"kty\":\"EC\",\"use\":\"sig\",\"alg\":\"ES256\",\"kid\":\"bad\",\"crv\":\"P-256\","
        + "\"x\":\""
        + base64url(CraftedRsaKey.unsigned(x, 32))
        + "\",\"y\":\""
        + base64url(CraftedRsaKey.unsigned(y, 32))
        + "\"}";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // The neutral point, (0, -1), the points of order 4 and of order 8.
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        // Spellings of the same that are not canonical.
        "0100000000000000000000000000000000000000000000000000000000000080",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
      })
  @Row("29")
  @DisplayName("Ed25519 key of small order")
  void refusesEd25519KeyOfSmallOrder(String key) {
    byte[] point = HexFormat.of().parseHex(key);
    assertRefusedByTheLibraryItself(edwardsJwk("Ed25519", point), ED25519);
    TokenValidator validator = scene.validatorWithKeys(edwardsJwk("Ed25519", point), ED25519.jwk());

    assertSmallOrderSignaturesRejected(validator, ED25519, point);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, -1, 0})
  @Row("29")
  @DisplayName("Ed448 key of small order")
  void refusesEd448KeyOfSmallOrder(int y) {
    BigInteger p =
        BigInteger.TWO.pow(448).subtract(BigInteger.TWO.pow(224)).subtract(BigInteger.ONE);
    byte[] bigEndian = CraftedRsaKey.unsigned(BigInteger.valueOf(y).mod(p), 57);
    byte[] point = new byte[57];
    for (int i = 0; i < point.length; i++) {
      point[i] = bigEndian[point.length - 1 - i];
    }
    assertRefusedByTheLibraryItself(edwardsJwk("Ed448", point), ED448);
    TokenValidator validator = scene.validatorWithKeys(edwardsJwk("Ed448", point), ED448.jwk());

    assertSmallOrderSignaturesRejected(validator, ED448, point);
  }

  private void assertSmallOrderSignaturesRejected(
      TokenValidator validator, TestKey sound, byte[] point) {
    // Under such keys, R the neutral point (or the key itself) and S zero fit any message.
    String token = scene.token().signedBy(sound).header("kid", BAD).compact();
    byte[] neutral = new byte[2 * point.length];
    neutral[0] = 1;
    byte[] same = Arrays.copyOf(point, 2 * point.length);
    assertKeyUnknown(validator, RawToken.withSignature(token, neutral));
    assertKeyUnknown(validator, RawToken.withSignature(token, same));

    String named = scene.token().signedBy(sound).compact();
    assertRejected(
        validator,
        RawToken.withSignature(named, neutral),
        ValidationStep.SIGNATURE_VALIDATION,
        Reason.SIGNATURE_INVALID);
    assertAccepted(validator, named);
  }

  private static String edwardsJwk(String curve, byte[] point) {
    return "{\"kty\":\"OKP\",\"use\":\"sig\",\"kid\":\"bad\",\"crv\":\""
        + curve
        + "\",\"x\":\""
        + base64url(point)
        + "\"}";
  }

  @Test
  @Row("45")
  @DisplayName("the same kid at two issuers")
  void keepsKeysOfTheSameKidApart() {
    TestKey a = TestKey.generate(SignatureAlgorithm.ES256, "1");
    TestKey b = TestKey.generate(SignatureAlgorithm.ES256, "1");
    Scene other = new Scene("https://other.example");
    scene.issuer.publish(a);
    other.issuer.publish(b);
    TokenValidator validator =
        scene.builder(scene.config().build(), other.config().build()).build();

    // Twice, so that the second round meets what the first has cached.
    for (int round = 0; round < 2; round++) {
      assertAccepted(validator, scene.token().signedBy(a).compact());
      assertAccepted(validator, other.token().signedBy(b).compact());
      for (String crossed :
          List.of(scene.token().signedBy(b).compact(), other.token().signedBy(a).compact())) {
        assertRejected(
            validator, crossed, ValidationStep.SIGNATURE_VALIDATION, Reason.SIGNATURE_INVALID);
      }
    }
  }

  @Test
  @Row("46")
  @DisplayName("the same kid twice in a set")
  void refusesKidThatStandsTwiceInSet() {
    TestKey first = TestKey.generate(SignatureAlgorithm.ES256, "twice");
    TestKey last = TestKey.generate(SignatureAlgorithm.ES256, "twice");
    TokenValidator validator = scene.validatorWithKeys(first.jwk(), scene.key().jwk(), last.jwk());

    assertKeyUnknown(validator, scene.token().signedBy(first).compact());
    assertKeyUnknown(validator, scene.token().signedBy(last).compact());

    assertAccepted(validator, scene.token().compact());
    assertAccepted(scene.validatorWithKeys(first.jwk()), scene.token().signedBy(first).compact());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "true",
        "7",
        "\"key\"",
        "[]",
        "{}",
        "{\"kty\":null}",
        "{\"kty\":[\"EC\"]}",
        "{\"kty\":\"XX\",\"kid\":\"bad\"}",
        "{\"kty\":\"EC\",\"kid\":\"bad\"}",
        "{\"kty\":\"EC\",\"kid\":7,\"crv\":\"P-256\"}",
        "{\"kty\":\"EC\",\"kid\":\"bad\",\"crv\":\"P-256\",\"x\":\"AA\",\"y\":\"AA\"}",
        "{\"kty\":\"EC\",\"kid\":\"bad\",\"crv\":\"secp256k1\",\"x\":\"AA\",\"y\":\"AA\"}",
        "{\"kty\":\"EC\",\"kid\":\"bad\",\"crv\":7}",
        "{\"kty\":\"OKP\",\"kid\":\"bad\",\"crv\":\"X25519\",\"x\":\"AA\"}",
        "{\"kty\":\"OKP\",\"kid\":\"bad\",\"crv\":\"Ed25519\",\"x\":7}",
        "{\"kty\":\"RSA\",\"kid\":\"bad\",\"n\":\"=\",\"e\":\"AQAB\"}",
        "{\"kty\":\"RSA\",\"kid\":\"bad\",\"e\":\"AQAB\"}",
        "{\"kty\":\"AKP\",\"kid\":\"bad\",\"alg\":\"ML-DSA-44\",\"pub\":\"AA\"}",
        "{\"kty\":\"oct\",\"kid\":\"bad\",\"k\":\"AAAA\"}"
      })
  @Row("47")
  @DisplayName("a bad key among good ones")
  void usesGoodKeysBesideBadOne(String bad) {
    JwkSet jwkSet = JwkSet.parse(Scene.jwkSet(bad, scene.key().jwk(), RSA.jwk()));
    TokenValidator validator = scene.validatorWithKeys(jwkSet);

    assertThat(jwkSet.skipped().size() + jwkSet.ignored().size()).isEqualTo(1);
    assertKeyUnknown(validator, scene.token().header("kid", BAD).compact());

    assertAccepted(validator, scene.token().compact());
    assertAccepted(validator, scene.token().signedBy(RSA).compact());
  }

  @Test
  @Row("48")
  @DisplayName("key that was withdrawn")
  void rejectsTokensOfWithdrawnKey() {
    TestKey withdrawn = scene.issuer.unpublishedKey(SignatureAlgorithm.ES256);
    scene.issuer.publish(withdrawn);
    TokenValidator validator = scene.validator();
    String cached = scene.token().signedBy(withdrawn).compact();
    String fresh = scene.token().signedBy(withdrawn).compact();
    assertAccepted(validator, cached);

    scene.issuer.withdraw(withdrawn);

    assertKeyUnknown(validator, fresh);
    assertKeyUnknown(validator, cached);
    assertThat(validator.cachedTokens()).isZero();
    assertAccepted(validator, scene.token().compact());
  }

  @Test
  @Row("80")
  @DisplayName("token of one issuer signed by the key of another")
  void rejectsTokenSignedByKeyOfAnotherTrustedIssuer() {
    TestIssuer other = TestIssuer.offline("https://other.example");
    TestKey otherKey = TestKey.generate(SignatureAlgorithm.ES256, "other");
    other.publish(otherKey);
    TestKey otherKeyUnderOurName =
        TestKey.of(
            SignatureAlgorithm.ES256,
            scene.key().keyId(),
            new KeyPair(otherKey.publicKey(), otherKey.privateKey()));
    TestKey otherKeyWithoutName =
        TestKey.of(
            SignatureAlgorithm.ES256,
            null,
            new KeyPair(otherKey.publicKey(), otherKey.privateKey()));
    TokenValidator validator =
        scene
            .builder(scene.config().build(), other.config().audience(Scene.AUDIENCE).build())
            .build();
    assertAccepted(validator, other.token().at(scene.clock).signedBy(otherKey).compact());

    assertKeyUnknown(validator, scene.token().signedBy(otherKey).compact());
    for (TestKey disguised : List.of(otherKeyUnderOurName, otherKeyWithoutName)) {
      assertRejected(
          validator,
          scene.token().signedBy(disguised).compact(),
          ValidationStep.SIGNATURE_VALIDATION,
          Reason.SIGNATURE_INVALID);
    }

    assertAccepted(validator, scene.token().compact());
  }
}
