package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.EnumSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EmbeddedKeyTest {

  private static @Nullable EmbeddedKey of(Map<String, @Nullable Object> jwk) {
    return EmbeddedKey.of(jwk, EnumSet.allOf(SignatureAlgorithm.class));
  }

  @Test
  void namesItsAlgorithmAndThumbprint() {
    // The key and the thumbprint of RFC 8037 appendix A.3.
    EmbeddedKey key =
        of(
            Map.of(
                "kty",
                "OKP",
                "crv",
                "Ed25519",
                "x",
                "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"));

    assertThat(key)
        .hasToString("EmbeddedKey[Ed25519, kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k]");
  }

  /** Whether this JDK verifies them or not. */
  @ParameterizedTest
  @CsvSource({"ML_DSA_44, 1312", "ML_DSA_65, 1952", "ML_DSA_87, 2592"})
  void coversTheAlgorithmOfAKeyWithoutCurve(SignatureAlgorithm algorithm, int octets) {
    Map<String, @Nullable Object> members =
        Map.of(
            "kty",
            "AKP",
            "alg",
            algorithm.joseName(),
            "pub",
            Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[octets]));

    assertThat(of(members).thumbprint()).hasSize(43);
    assertThat(algorithm.family().thumbprintMembers()).containsExactly("alg", "kty", "pub");
  }
}
