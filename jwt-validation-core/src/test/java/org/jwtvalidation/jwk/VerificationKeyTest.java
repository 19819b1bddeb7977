// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.internal.arithmetic.AffinePoint;

/** Which keys are bound to an algorithm, and which of them are equal. */
class VerificationKeyTest {

  private static final byte[] INPUT = "eyJhbGciOiJ4In0.e30".getBytes(US_ASCII);

  // Binding

  @ParameterizedTest
  @EnumSource(SignatureAlgorithm.class)
  void asksForAKey(SignatureAlgorithm algorithm) {
    assertThatNullPointerException()
        .isThrownBy(() -> VerificationKey.of("k", algorithm, null))
        .withMessage("publicKey");
  }

  @Test
  void bindsNoKeyToAnAlgorithmOfAnotherKind() throws GeneralSecurityException {
    List<SignatureAlgorithm> available =
        Stream.of(SignatureAlgorithm.values()).filter(SignatureAlgorithm::isAvailable).toList();
    for (SignatureAlgorithm algorithm : available) {
      for (SignatureAlgorithm other : available) {
        if (algorithm.family() != other.family()) {
          assertRefused(algorithm, SigningKey.shared(other).publicKey(), "not a");
        }
      }
    }
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC", SigningKey.BCPROV);
    generator.initialize(new ECGenParameterSpec("secp256k1"));
    PublicKey koblitz = generator.generateKeyPair().getPublic();
    assertRefused(SignatureAlgorithm.ES256, koblitz, "not a key of the curve P-256");
    PublicKey x25519 = KeyPairGenerator.getInstance("X25519").generateKeyPair().getPublic();
    assertRefused(SignatureAlgorithm.ED25519, x25519, "not a key of the curve Ed25519");
  }

  @Test
  void saysWhatItIsBoundTo() {
    SigningKey signer = SigningKey.shared(SignatureAlgorithm.ES256);
    VerificationKey key = signer.verificationKey("2024-1");
    assertThat(key.keyId()).isEqualTo("2024-1");
    assertThat(key.algorithm()).isEqualTo(SignatureAlgorithm.ES256);
    assertThat(key.publicKey()).isEqualTo(signer.publicKey());
    assertThat(key).hasToString("VerificationKey[ES256, kid=\"2024-1\"]");
    assertThat(signer.verificationKey(null)).hasToString("VerificationKey[ES256, kid=null]");
    assertThat(signer.verificationKey("a\nb"))
        .hasToString("VerificationKey[ES256, kid=\"a\\u000ab\"]");
  }

  @Test
  void saysWhereMlDsaIsMissing() {
    assumeTrue(
        !SignatureAlgorithm.ML_DSA_44.isAvailable(), "no JDK without ML-DSA: use JDK 23 or older");
    PublicKey key = SigningKey.shared(SignatureAlgorithm.ML_DSA_44).publicKey();
    assertRefused(SignatureAlgorithm.ML_DSA_44, key, "no provider has ML-DSA-44");
  }

  // Keys that are refused

  /** J9 and J10: the key factories of the JDK accept these. */
  @Test
  void refusesEcKeysOffTheirCurve() throws GeneralSecurityException {
    ECParameterSpec domain = AffinePoint.domain("secp256r1");
    KeyFactory factory = KeyFactory.getInstance("EC", "SunEC");
    BigInteger y = domain.getGenerator().getAffineY();
    for (ECPoint point :
        List.of(
            new ECPoint(BigInteger.ZERO, BigInteger.ZERO),
            new ECPoint(domain.getGenerator().getAffineX(), y.add(BigInteger.ONE)))) {
      PublicKey key = factory.generatePublic(new ECPublicKeySpec(point, domain));
      assertRefused(SignatureAlgorithm.ES256, key, "not a point of the curve P-256");
    }
  }

  /** J7: with the neutral point as key, R = neutral, S = 0 is valid for every message. */
  @Test
  void refusesEdwardsKeysOfSmallOrder() throws GeneralSecurityException {
    for (SignatureAlgorithm algorithm :
        List.of(SignatureAlgorithm.ED25519, SignatureAlgorithm.ED448)) {
      NamedParameterSpec name = new NamedParameterSpec(algorithm.joseName());
      PublicKey key =
          KeyFactory.getInstance(algorithm.joseName(), "SunEC")
              .generatePublic(new EdECPublicKeySpec(name, new EdECPoint(false, BigInteger.ONE)));
      assertRefused(algorithm, key, "a point of small order");
    }
  }

  /** J11. */
  @Test
  void refusesWeakRsaKeys() throws GeneralSecurityException {
    BigInteger f4 = BigInteger.valueOf(65537);
    assertRefused(rsa(RsaFamilyTest.modulus(1024), f4), "1024 bits");
    assertRefused(rsa(RsaFamilyTest.modulus(2047), f4), "2047 bits");
    assertRefused(rsa(RsaFamilyTest.modulus(8200), f4), "8200 bits");
    assertRefused(rsa(RsaFamilyTest.modulus(2048).clearBit(0), f4), "even");
    assertRefused(rsa(RsaFamilyTest.modulus(2048), BigInteger.valueOf(3)), "exponent");
  }

  private static PublicKey rsa(BigInteger modulus, BigInteger exponent)
      throws GeneralSecurityException {
    return KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, exponent));
  }

  private static void assertRefused(PublicKey key, String reason) {
    assertRefused(SignatureAlgorithm.RS256, key, reason);
  }

  private static void assertRefused(SignatureAlgorithm algorithm, PublicKey key, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VerificationKey.of("k", algorithm, key))
        .withMessageStartingWith("publicKey: not usable with " + algorithm.joseName())
        .withMessageContaining(reason)
        .withMessageContaining("; give a key");
  }

  // Signatures

  @ParameterizedTest
  @EnumSource(SignatureAlgorithm.class)
  void verifiesSignatureOverExactlyTheInput(SignatureAlgorithm algorithm) {
    assumeTrue(algorithm.isAvailable(), "no ML-DSA: use JDK 24 or newer");
    SigningKey signer = SigningKey.shared(algorithm);
    VerificationKey key = signer.verificationKey("k");
    byte[] signature = signer.sign(INPUT);
    assertThat(KeysOf.verifies(key, INPUT, signature)).isTrue();
    assertThat(KeysOf.verifies(key, Arrays.copyOf(INPUT, INPUT.length - 1), signature)).isFalse();
    assertThat(KeysOf.verifies(key, INPUT, Arrays.copyOf(signature, signature.length - 1)))
        .isFalse();
    signature[signature.length / 2] ^= 1;
    assertThat(KeysOf.verifies(key, INPUT, signature)).isFalse();
  }

  // Equality

  @Test
  void isEqualOnlyWhereAllOfItIs() {
    SigningKey signer = SigningKey.shared(SignatureAlgorithm.ES256);
    VerificationKey key = signer.verificationKey("k");
    assertThat(key)
        .isEqualTo(signer.verificationKey("k"))
        .hasSameHashCodeAs(signer.verificationKey("k"));
    assertThat(key).isNotEqualTo(signer.verificationKey("K"));
    assertThat(key).isNotEqualTo(signer.verificationKey(null));
    assertThat(signer.verificationKey(null)).isNotEqualTo(key);
    assertThat(key)
        .isNotEqualTo(SigningKey.generate(SignatureAlgorithm.ES256).verificationKey("k"));
    SigningKey rs = SigningKey.shared(SignatureAlgorithm.RS256);
    SigningKey ps = SigningKey.shared(SignatureAlgorithm.PS256);
    assertThat(rs.publicKey()).isEqualTo(ps.publicKey());
    assertThat(rs.verificationKey("k")).isNotEqualTo(ps.verificationKey("k"));
    assertThat(key).isNotEqualTo(null).isNotEqualTo("k");
  }

  @Test
  void isEqualWithoutKeyId() {
    SigningKey signer = SigningKey.shared(SignatureAlgorithm.ES256);
    assertThat(signer.verificationKey(null))
        .isEqualTo(signer.verificationKey(null))
        .hasSameHashCodeAs(signer.verificationKey(null));
  }

  /** As from two documents that are parsed separately. */
  @ParameterizedTest
  @EnumSource(names = {"RS256", "ES256", "ED25519"})
  void isEqualToAnotherCopyOfTheKey(SignatureAlgorithm algorithm) throws GeneralSecurityException {
    SigningKey signer = SigningKey.shared(algorithm);
    PublicKey copy =
        KeyFactory.getInstance(algorithm.family().keyFactory())
            .generatePublic(new X509EncodedKeySpec(signer.publicKey().getEncoded()));
    assertThat(copy).isNotSameAs(signer.publicKey());
    assertThat(VerificationKey.of("k", algorithm, copy))
        .isEqualTo(signer.verificationKey("k"))
        .hasSameHashCodeAs(signer.verificationKey("k"));
    JwkSet parsed = JwkSet.parse(JwkText.set(signer.jwk("k").with("alg", algorithm.joseName())));
    assertThat(parsed.keys()).containsExactly(signer.verificationKey("k"));
  }
}
