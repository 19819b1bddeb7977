// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.EnumSet;
import java.util.HashMap;
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

  /** RFC 7638 section 3.1. */
  @Test
  void hasTheThumbprintOfTheStandardForRsa() {
    EmbeddedKey key =
        of(
            Map.of(
                "kty",
                "RSA",
                "e",
                "AQAB",
                "alg",
                "RS256",
                "n",
                "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tS"
                    + "oc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-6"
                    + "5YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNL"
                    + "yrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awap"
                    + "JzKnqDKgw"));

    assertThat(key.algorithm()).isEqualTo(SignatureAlgorithm.RS256);
    assertThat(key.thumbprint()).isEqualTo("NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs");
    assertThat(key.verificationKey().keyId()).isNull();
  }

  private static Map<String, @Nullable Object> elliptic(String x, String y) {
    return new HashMap<>(Map.of("kty", "EC", "crv", "P-256", "x", x, "y", y));
  }

  @Test
  void coversCurveAndCoordinatesOfAnEllipticKey() {
    String zero = Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[32]);

    EmbeddedKey offCurve = of(elliptic(zero, zero));
    assertThat(offCurve.algorithm().family().thumbprintMembers())
        .containsExactly("crv", "kty", "x", "y");
    // Only read, as anyone may have sent it; checked if its thumbprint is the right one.
    assertThat(offCurve.verificationKey()).isNull();
    assertThat(of(elliptic(zero + "=", zero))).isNull();
  }

  @Test
  void isNoKeyThatIsPrivateOrForSomethingElse() {
    String zero = Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[32]);
    Map<String, @Nullable Object> jwk = elliptic(zero, zero);
    assertThat(EmbeddedKey.of(jwk, EnumSet.of(SignatureAlgorithm.ES384))).isNull();
    jwk.put("use", "enc");
    assertThat(of(jwk)).isNull();
    jwk.remove("use");
    jwk.put("d", zero);
    assertThat(of(jwk)).isNull();
  }
}
