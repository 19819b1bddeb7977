package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignatureAlgorithmTest {

  private static final int JAVA = Runtime.version().feature();

  @Test
  void hasExactlyTheRegisteredNames() {
    assertThat(Stream.of(SignatureAlgorithm.values()).map(SignatureAlgorithm::joseName))
        .containsExactly(
            "RS256",
            "RS384",
            "RS512",
            "PS256",
            "PS384",
            "PS512",
            "ES256",
            "ES384",
            "ES512",
            "Ed25519",
            "Ed448",
            "ML-DSA-44",
            "ML-DSA-65",
            "ML-DSA-87");
  }

  @ParameterizedTest
  @EnumSource
  void isFoundByItsNameAlone(SignatureAlgorithm algorithm) {
    String name = algorithm.joseName();
    assertThat(SignatureAlgorithm.named(name)).containsExactly(algorithm);
    assertThat(SignatureAlgorithm.named(name.toLowerCase(Locale.ROOT))).isEmpty();
    assertThat(SignatureAlgorithm.named(name + " ")).isEmpty();
    assertThat(SignatureAlgorithm.named(" " + name)).isEmpty();
    assertThat(SignatureAlgorithm.named(name + "\u0000")).isEmpty();
  }

  @Test
  void takesTheOldNameForBothEdwardsCurves() {
    assertThat(SignatureAlgorithm.named("EdDSA"))
        .containsExactly(SignatureAlgorithm.ED25519, SignatureAlgorithm.ED448);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "none",
        "None",
        "nOnE",
        "NONE",
        "HS256",
        "HS384",
        "HS512",
        "RS1",
        "RSA-OAEP",
        "dir",
        "ES256K",
        "ED25519",
        "ED448",
        "eddsa",
        "EDDSA",
        "ML_DSA_44",
        "RS256,none",
        "SHA256withRSA",
        "PBES2-HS256+A128KW"
      })
  void hasNoRowForOtherNames(String name) {
    assertThat(SignatureAlgorithm.named(name)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void isAvailableOnEveryJdkUnlessItIsMlDsa(SignatureAlgorithm algorithm) {
    boolean isMlDsa = algorithm.family() instanceof MlDsaParameterSet;
    assertThat(algorithm.isAvailable()).isEqualTo(!isMlDsa || JAVA >= 24);
  }

  @Test
  void givesSetsThatCannotBeChanged() {
    Set<SignatureAlgorithm> named = SignatureAlgorithm.named("EdDSA");
    assertThat(named).isUnmodifiable();
    assertThat(SignatureAlgorithm.named("RS256")).isUnmodifiable();
  }
}
