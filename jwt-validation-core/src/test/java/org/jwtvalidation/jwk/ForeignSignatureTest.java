// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.Security;
import java.security.Signature;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.EdDSAParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.List;
import java.util.Map;
import org.bouncycastle.jcajce.spec.ContextParameterSpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Signatures of the right key that are valid for a variant of the algorithm. */
@Tag("slow")
class ForeignSignatureTest {

  private static final byte[] INPUT = "eyJhbGciOiJ4In0.e30".getBytes(US_ASCII);

  private static final Map<String, MGF1ParameterSpec> HASHES =
      Map.of(
          "SHA-1", MGF1ParameterSpec.SHA1,
          "SHA-224", MGF1ParameterSpec.SHA224,
          "SHA-256", MGF1ParameterSpec.SHA256,
          "SHA-384", MGF1ParameterSpec.SHA384,
          "SHA-512", MGF1ParameterSpec.SHA512,
          "SHA-512/256", MGF1ParameterSpec.SHA512_256);

  /** The answer of each way to verify, which is the same. */
  private static boolean verifies(SigningKey key, byte[] signature) {
    boolean verified = KeysOf.verifies(key.verificationKey("k"), INPUT, signature);
    for (String jdk : List.of("SunRsaSign", "SunEC", "SUN")) {
      if (SignatureProvider.of(Security.getProvider(jdk), key.algorithm()) != null) {
        assertThat(verifies(key, Security.getProvider(jdk), signature)).isEqualTo(verified);
      }
    }
    assertThat(verifies(key, SigningKey.BCPROV, signature)).isEqualTo(verified);
    return verified;
  }

  private static boolean verifies(SigningKey key, Provider provider, byte[] signature) {
    return SignaturePolicy.provider(provider)
        .verifier(key.verificationKey("k"))
        .verify(INPUT, signature);
  }

  private static byte[] signed(
      Signature signer, SigningKey key, @Nullable AlgorithmParameterSpec parameters)
      throws GeneralSecurityException {
    if (parameters != null) {
      signer.setParameter(parameters);
    }
    signer.initSign(key.pair().getPrivate());
    signer.update(INPUT);
    return signer.sign();
  }

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ES384", "ES512"})
  void ecdsaTakesNoOtherHashAndNoOtherForm(SignatureAlgorithm algorithm) {
    SigningKey key = SigningKey.shared(algorithm);
    String own = "SHA" + algorithm.name().substring(2);
    for (String hash :
        List.of("SHA1", "SHA224", "SHA256", "SHA384", "SHA512", "SHA3-256", "SHA3-384")) {
      assertThat(verifies(key, key.sign(INPUT, hash + "withECDSAinP1363Format")))
          .as(hash)
          .isEqualTo(hash.equals(own));
      assertThat(verifies(key, key.sign(INPUT, hash + "withECDSA"))).as(hash).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RS256", "RS384", "RS512"})
  void pkcs1TakesNoOtherHash(SignatureAlgorithm algorithm) {
    SigningKey key = SigningKey.shared(algorithm);
    String own = "SHA" + algorithm.name().substring(2);
    for (String hash : List.of("SHA1", "SHA224", "SHA256", "SHA384", "SHA512", "SHA512/256")) {
      assertThat(verifies(key, key.sign(INPUT, hash + "withRSA")))
          .as(hash)
          .isEqualTo(hash.equals(own));
    }
  }

  /** All hashes with all mask functions, and salts of the right length or nearly. */
  @ParameterizedTest
  @EnumSource(names = {"PS256", "PS384", "PS512"})
  void pssTakesNoOtherParameters(SignatureAlgorithm algorithm) throws GeneralSecurityException {
    SigningKey key = SigningKey.shared(algorithm);
    int octets = Integer.parseInt(algorithm.name().substring(2)) / 8;
    String own = "SHA-" + octets * 8;
    int accepted = 0;
    for (String hash : HASHES.keySet()) {
      for (String mask : HASHES.keySet()) {
        for (int salt : new int[] {0, 20, octets - 1, octets, octets + 1}) {
          PSSParameterSpec parameters =
              new PSSParameterSpec(hash, "MGF1", HASHES.get(mask), salt, 1);
          boolean verified =
              verifies(key, signed(Signature.getInstance("RSASSA-PSS"), key, parameters));
          assertThat(verified)
              .as("%s, %s, %s", hash, mask, salt)
              .isEqualTo(hash.equals(own) && mask.equals(own) && salt == octets);
          accepted += verified ? 1 : 0;
        }
      }
    }
    assertThat(accepted).isEqualTo(1);
  }

  /** Sizes at which the encoded message of PSS is, or is not, an octet shorter than the modulus. */
  @ParameterizedTest
  @ValueSource(ints = {2049, 2055, 2056, 2057, 3072})
  void rsaTakesKeysOfEverySize(int bits) throws GeneralSecurityException {
    KeyPair pair = RsaKeys.pair(bits);
    for (SignatureAlgorithm algorithm : SignatureAlgorithm.values()) {
      if (algorithm.family() == RsaFamily.RSA) {
        SigningKey key = new SigningKey(algorithm, pair);
        byte[] signature = key.sign(INPUT);
        assertThat(verifies(key, signature)).as("%s", algorithm).isTrue();
        signature[bits / 16] ^= 1;
        assertThat(verifies(key, signature)).as("%s", algorithm).isFalse();
      }
    }
  }

  /** The parameters are in a certificate; a JWK has no member for them. */
  @ParameterizedTest
  @EnumSource(names = {"RS256", "PS256"})
  void rsaTakesNoKeyThatIsForPssAlone(SignatureAlgorithm algorithm)
      throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSASSA-PSS");
    generator.initialize(2048);
    KeyPair pair = generator.generateKeyPair();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VerificationKey.of("k", algorithm, pair.getPublic()))
        .withMessageContaining("refuses the key");
  }

  @ParameterizedTest
  @EnumSource(names = {"ED25519", "ED448"})
  void eddsaTakesNoPrehashAndNoContext(SignatureAlgorithm algorithm)
      throws GeneralSecurityException {
    SigningKey key = SigningKey.shared(algorithm);
    byte[] context = {1};
    assertThat(verifies(key, signed(signer(algorithm), key, new EdDSAParameterSpec(false))))
        .isTrue();
    for (AlgorithmParameterSpec other :
        List.of(
            new EdDSAParameterSpec(true),
            new EdDSAParameterSpec(true, context),
            new EdDSAParameterSpec(false, context))) {
      assertThat(verifies(key, signed(signer(algorithm), key, other))).isFalse();
    }
  }

  private static Signature signer(SignatureAlgorithm algorithm) throws GeneralSecurityException {
    return Signature.getInstance(algorithm.joseName(), "SunEC");
  }

  /** RFC 9964 section 4: neither HashML-DSA nor a context. */
  @ParameterizedTest
  @EnumSource(names = {"ML_DSA_44", "ML_DSA_65", "ML_DSA_87"})
  void mlDsaTakesNoPrehashAndNoContext(SignatureAlgorithm algorithm)
      throws GeneralSecurityException {
    assumeTrue(algorithm.isAvailable(), "no ML-DSA: use JDK 24 or newer");
    SigningKey key = SigningKey.shared(algorithm);
    String name = algorithm.joseName();
    AlgorithmParameterSpec context = new ContextParameterSpec(new byte[] {1});
    assertThat(verifies(key, key.sign(INPUT))).isTrue();
    assertThat(verifies(key, signed(byBcprov(name), key, context))).isFalse();
    assertThat(verifies(key, signed(byBcprov(name + "-WITH-SHA512"), key, null))).isFalse();
  }

  private static Signature byBcprov(String name) throws GeneralSecurityException {
    return Signature.getInstance(name, SigningKey.BCPROV);
  }
}
