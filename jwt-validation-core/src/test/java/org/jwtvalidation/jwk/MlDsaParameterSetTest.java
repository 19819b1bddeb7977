// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.security.PublicKey;
import java.security.Security;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MlDsaParameterSetTest {

  @ParameterizedTest
  @CsvSource({"ML_DSA_44, 2420", "ML_DSA_65, 3309", "ML_DSA_87, 4627"})
  void boundsSignaturesByLength(SignatureAlgorithm algorithm, int length) {
    SigningKey signer = SigningKey.shared(algorithm);
    Predicate<byte[]> format = algorithm.family().signatureFormat(signer.publicKey());
    assertThat(signer.sign(new byte[1])).hasSize(length);
    assertThat(format.test(new byte[length])).isTrue();
    assertThat(format.test(new byte[length - 1])).isFalse();
    assertThat(format.test(new byte[length + 1])).isFalse();
    assertThat(format.test(new byte[0])).isFalse();
  }

  @ParameterizedTest
  @EnumSource(names = "ML_DSA_.*", mode = EnumSource.Mode.MATCH_ALL)
  void acceptsItsOwnKeysOnly(SignatureAlgorithm algorithm) {
    for (SignatureAlgorithm other : SignatureAlgorithm.values()) {
      PublicKey key = SigningKey.shared(other).publicKey();
      if (other == algorithm) {
        assertThatCode(() -> algorithm.family().check(key)).doesNotThrowAnyException();
      } else {
        assertThatExceptionOfType(UnusableKeyException.class)
            .isThrownBy(() -> algorithm.family().check(key))
            .withMessage("not a key of " + algorithm.joseName());
      }
    }
  }

  /** Before JDK 24, the algorithm is available if an installed provider has it. */
  @ParameterizedTest
  @EnumSource(names = "ML_DSA_.*", mode = EnumSource.Mode.MATCH_ALL)
  void verifiesByWhateverProviderIsInstalled(SignatureAlgorithm algorithm) {
    Security.addProvider(SigningKey.BCPROV);
    try {
      SigningKey signer = SigningKey.shared(algorithm);
      JwkSet set = JwkSet.parse(JwkText.set(signer.jwk("k")));
      VerificationKey key = KeysOf.key(set, "k", Set.of(algorithm));
      byte[] input = {1, 2, 3};
      byte[] signature = signer.sign(input);
      assertThat(KeysOf.verifies(key, input, signature)).isTrue();
      SignatureVerifier verifier = SignaturePolicy.fastest().verifier(key);
      assertThat(verifier.verify(input, 3, signature)).isTrue();
      assertThat(verifier.verify(input, 2, signature)).isFalse();
    } finally {
      Security.removeProvider(SigningKey.BCPROV.getName());
    }
  }

  @ParameterizedTest
  @EnumSource
  void refusesKeysThatAreLongerOrShorterOrKeptSecret(MlDsaParameterSet parameters) {
    SignatureAlgorithm algorithm = SignatureAlgorithm.valueOf(parameters.name());
    byte[] x509 = SigningKey.shared(algorithm).publicKey().getEncoded();
    byte[] ofOtherKind = x509.clone();
    ofOtherKind[16]++;

    assertThatCode(() -> parameters.check(new EncodedKey(x509))).doesNotThrowAnyException();
    for (byte[] other :
        new byte[][] {
          Arrays.copyOf(x509, x509.length + 1),
          Arrays.copyOf(x509, x509.length - 1),
          ofOtherKind,
          {},
          null
        }) {
      assertThatExceptionOfType(UnusableKeyException.class)
          .isThrownBy(() -> parameters.check(new EncodedKey(other)))
          .withMessage("not a key of " + algorithm.joseName());
    }
  }

  /** A key without an encoding, such as one that does not leave its device. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record EncodedKey(byte @Nullable [] x509) implements PublicKey {

    private static final long serialVersionUID = 1L;

    @Override
    public String getAlgorithm() {
      return "ML-DSA";
    }

    @Override
    public @Nullable String getFormat() {
      return x509 == null ? null : "X.509";
    }

    @Override
    public byte @Nullable [] getEncoded() {
      return x509;
    }
  }
}
