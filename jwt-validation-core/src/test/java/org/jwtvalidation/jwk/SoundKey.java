// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECParameterSpec;
import java.security.spec.EdECPoint;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.jwtvalidation.internal.arithmetic.AffinePoint;
import org.jwtvalidation.internal.arithmetic.EdwardsPoint;

/** Asserts what every key of a JWK Set guarantees, by independent arithmetic. */
public final class SoundKey {

  private static final BigInteger P448 = TWO.pow(448).subtract(TWO.pow(224)).subtract(ONE);
  private static final BigInteger D448 = BigInteger.valueOf(-39081);

  /** The y coordinates of the eight points of small order. */
  private static final Set<BigInteger> SMALL_ORDER =
      IntStream.range(0, 8)
          .mapToObj(i -> EdwardsPoint.ORDER_8.times(BigInteger.valueOf(i)).y())
          .collect(Collectors.toUnmodifiableSet());

  private static final Set<BigInteger> SMALL_ORDER_448 =
      Set.of(BigInteger.ZERO, ONE, P448.subtract(ONE));

  private SoundKey() {}

  public static void assertSound(VerificationKey key, long seed) {
    PublicKey publicKey = key.publicKey();
    switch (key.algorithm()) {
      case RS256, RS384, RS512, PS256, PS384, PS512 -> assertSoundRsa((RSAPublicKey) publicKey);
      case ES256 -> assertOnCurve((ECPublicKey) publicKey, AffinePoint.domain("secp256r1"));
      case ES384 -> assertOnCurve((ECPublicKey) publicKey, AffinePoint.domain("secp384r1"));
      case ES512 -> assertOnCurve((ECPublicKey) publicKey, AffinePoint.domain("secp521r1"));
      case ED25519 -> assertSoundEd25519(point(publicKey, "Ed25519"));
      case ED448 -> assertSoundEd448(point(publicKey, "Ed448"));
      case ML_DSA_44, ML_DSA_65, ML_DSA_87 ->
          assertThat(publicKey.getAlgorithm()).startsWith("ML-DSA");
    }
    assertVerifiesNothingRandom(key, new SplittableRandom(seed));
  }

  /** Whether {@code jwk} is {@code key}, for signatures and with its Key ID. */
  public static boolean isOf(VerificationKey key, JsonNode jwk) {
    JsonNode alg = jwk.path("alg");
    JsonNode operations = jwk.path("key_ops");
    return Objects.equals(key.keyId(), jwk.path("kid").textValue())
        && (alg.isMissingNode() || names(key.algorithm()).contains(alg.asText()))
        && (jwk.path("use").isMissingNode() || jwk.path("use").asText().equals("sig"))
        && (operations.isMissingNode() || hasText(operations, "verify"))
        && jwk(key).members().entrySet().stream()
            .allMatch(member -> member.getValue().equals(jwk.path(member.getKey()).toString()));
  }

  private static Set<String> names(SignatureAlgorithm algorithm) {
    return switch (algorithm) {
      case ED25519 -> Set.of("Ed25519", "EdDSA");
      case ED448 -> Set.of("Ed448", "EdDSA");
      case ML_DSA_44, ML_DSA_65, ML_DSA_87 -> Set.of(algorithm.name().replace('_', '-'));
      default -> Set.of(algorithm.name());
    };
  }

  private static boolean hasText(JsonNode array, String text) {
    return StreamSupport.stream(array.spliterator(), false)
        .anyMatch(element -> text.equals(element.textValue()));
  }

  /** The key as a JWK. */
  public static JwkText jwk(VerificationKey key) {
    return new SigningKey(key.algorithm(), new KeyPair(key.publicKey(), null)).jwk();
  }

  private static void assertSoundRsa(RSAPublicKey key) {
    assertThat(key.getModulus().bitLength()).isBetween(2048, 8192);
    assertThat(key.getModulus().testBit(0)).isTrue();
    assertThat(key.getPublicExponent().bitLength()).isBetween(17, 32);
    assertThat(key.getPublicExponent().testBit(0)).isTrue();
  }

  private static void assertOnCurve(ECPublicKey key, ECParameterSpec domain) {
    assertThat(key.getParams().getCurve()).isEqualTo(domain.getCurve());
    BigInteger p = AffinePoint.p(domain);
    BigInteger x = key.getW().getAffineX();
    BigInteger y = key.getW().getAffineY();
    assertThat(x).isBetween(BigInteger.ZERO, p.subtract(ONE));
    assertThat(y).isBetween(BigInteger.ZERO, p.subtract(ONE));
    AffinePoint point = AffinePoint.withX(domain, x);
    assertThat(point).isNotNull();
    assertThat(y).isIn(point.y(), point.negated().y());
  }

  private static EdECPoint point(PublicKey key, String curve) {
    EdECPublicKey edwards = (EdECPublicKey) key;
    assertThat(edwards.getParams().getName()).isEqualTo(curve);
    return edwards.getPoint();
  }

  private static void assertSoundEd25519(EdECPoint point) {
    assertThat(point.getY()).isLessThan(EdwardsPoint.P).isNotIn(SMALL_ORDER);
    // Throws if the curve has no such point.
    assertThat(EdwardsPoint.withY(point.getY(), point.isXOdd()).x().testBit(0))
        .isEqualTo(point.isXOdd());
  }

  /** x² = (1 − y²) / (1 − dy²) has two roots, one of them odd. */
  private static void assertSoundEd448(EdECPoint point) {
    BigInteger y = point.getY();
    assertThat(y).isLessThan(P448).isNotIn(SMALL_ORDER_448);
    BigInteger divisor = ONE.subtract(D448.multiply(y).multiply(y)).modInverse(P448);
    BigInteger xSquared = ONE.subtract(y.multiply(y)).multiply(divisor).mod(P448);
    // P448 is 3 modulo 4.
    BigInteger x = xSquared.modPow(P448.add(ONE).shiftRight(2), P448);
    assertThat(x.multiply(x).mod(P448)).isEqualTo(xSquared);
  }

  private static void assertVerifiesNothingRandom(VerificationKey key, SplittableRandom random) {
    byte[] input = new byte[random.nextInt(100)];
    random.nextBytes(input);
    byte[] signature = new byte[signatureLength(key)];
    assertThat(KeysOf.verifies(key, input, signature)).isFalse();
    random.nextBytes(signature);
    assertThat(KeysOf.verifies(key, input, signature)).isFalse();
    // More likely in range than with a random first or last octet.
    signature[0] = 0;
    signature[signature.length - 1] = 0;
    assertThat(KeysOf.verifies(key, input, signature)).isFalse();
    assertThat(KeysOf.verifies(key, input, new byte[random.nextInt(200)])).isFalse();
  }

  private static int signatureLength(VerificationKey key) {
    return switch (key.algorithm()) {
      case RS256, RS384, RS512, PS256, PS384, PS512 ->
          (((RSAPublicKey) key.publicKey()).getModulus().bitLength() + 7) / 8;
      case ES256, ED25519 -> 64;
      case ES384 -> 96;
      case ES512 -> 132;
      case ED448 -> 114;
      case ML_DSA_44 -> 2420;
      case ML_DSA_65 -> 3309;
      case ML_DSA_87 -> 4627;
    };
  }
}
