// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignatureAlgorithmTest {

  private static final int JAVA = Runtime.version().feature();

  private static final List<String> NAMES =
      List.of(
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

  @Test
  void hasExactlyTheRegisteredNames() {
    assertThat(Stream.of(SignatureAlgorithm.values()).map(SignatureAlgorithm::joseName))
        .containsExactlyElementsOf(NAMES);
  }

  @ParameterizedTest
  @EnumSource
  void isFoundByItsNameAlone(SignatureAlgorithm algorithm) {
    String name = algorithm.joseName();
    assertThat(SignatureAlgorithm.possible(name)).containsExactly(algorithm);
    assertThat(SignatureAlgorithm.named(name)).containsExactly(algorithm);
    assertThat(SignatureAlgorithm.possible(name.toLowerCase(Locale.ROOT))).isEmpty();
    assertThat(SignatureAlgorithm.possible(name + " ")).isEmpty();
    assertThat(SignatureAlgorithm.possible(" " + name)).isEmpty();
    assertThat(SignatureAlgorithm.possible(name + "\u0000")).isEmpty();
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
    assertThat(SignatureAlgorithm.possible(name)).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SignatureAlgorithm.named(name))
        .withMessageStartingWith("algorithm: \"" + name + "\" is ")
        .withMessageEndingWith("; choose one of " + NAMES);
  }

  @ParameterizedTest
  @EnumSource
  void isAvailableOnEveryJdkUnlessItIsMlDsa(SignatureAlgorithm algorithm) {
    boolean isMlDsa = algorithm.family() instanceof MlDsaParameterSet;
    assertThat(algorithm.isAvailable()).isEqualTo(!isMlDsa || JAVA >= 24);
  }

  @Test
  void givesSetsThatCannotBeChanged() {
    for (String name : List.of("EdDSA", "RS256")) {
      assertThat(SignatureAlgorithm.named(name)).isUnmodifiable();
      assertThat(SignatureAlgorithm.possible(name)).isUnmodifiable();
    }
    assertThat(SignatureAlgorithm.possible("none")).isUnmodifiable();
  }
}
