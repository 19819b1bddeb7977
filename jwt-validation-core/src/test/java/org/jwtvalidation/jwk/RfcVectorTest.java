// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jwtvalidation.internal.codec.Base64Url;
import org.jwtvalidation.internal.codec.DecodingException;
import org.jwtvalidation.internal.codec.Vectors;

/** The examples of the RFCs, and changed ones. */
class RfcVectorTest {

  /**
   * RFC 7515 A.2 to A.4 and RFC 7520 sections 4.1 to 4.3: private JWKs, of which the public half is
   * used.
   */
  @ParameterizedTest
  @CsvSource({
    "rfc7515_A.2, RS256",
    "rfc7515_A.3, ES256",
    "rfc7515_A.4, ES512",
    "rfc7520_4.1, RS256",
    "rfc7520_4.2, PS384",
    "rfc7520_4.3, ES512"
  })
  void verifiesCompactSerialization(String example, SignatureAlgorithm algorithm)
      throws DecodingException {
    JwkSet set = JwkSet.parse(JwkText.set(Vectors.text("rfc/latchset/" + example + ".jwk")));
    String jws = Vectors.text("rfc/latchset/" + example + ".jwsc");
    assertThat(set.skipped()).singleElement().asString().contains("private members");
    assertVerifies(set, algorithm, jws);
  }

  @ParameterizedTest
  @CsvSource({
    "jws/4_1.rsa_v15_signature, RS256",
    "jws/4_2.rsa-pss_signature, PS384",
    "jws/4_3.ecdsa_signature, ES512",
    "curve25519/jws, ED25519"
  })
  void verifiesCookbook(String example, SignatureAlgorithm algorithm) throws DecodingException {
    Map<String, @Nullable Object> cookbook = Vectors.object("rfc/cookbook/" + example + ".json");
    Map<String, @Nullable Object> input = Vectors.object(cookbook, "input");
    JwkSet set = JwkSet.parse(JwkText.set(Vectors.json(input.get("key"))));
    String jws = (String) Vectors.object(cookbook, "output").get("compact");
    assertThat(SignatureAlgorithm.named((String) input.get("alg"))).contains(algorithm);
    assertVerifies(set, algorithm, jws);
  }

  @Test
  void verifiesMlDsa44() throws DecodingException {
    Map<String, @Nullable Object> vector = Vectors.object("rfc/ml-dsa/ML_DSA_44.jose.json");
    String document = JwkText.set(Vectors.json(vector.get("jwk")));
    assumeTrue(SignatureAlgorithm.ML_DSA_44.isAvailable(), "no ML-DSA: use JDK 24 or newer");
    JwkSet set = JwkSet.parse(document);
    assertThat(set.skipped()).singleElement().asString().contains("private members");
    assertVerifies(set, SignatureAlgorithm.ML_DSA_44, (String) vector.get("jws"));
  }

  private static void assertVerifies(JwkSet set, SignatureAlgorithm algorithm, String jws)
      throws DecodingException {
    List<VerificationKey> keys = KeysOf.keys(set, Set.of(algorithm));
    assertThat(keys).hasSize(1);
    VerificationKey key = keys.get(0);
    int end = jws.lastIndexOf('.');
    byte[] input = jws.substring(0, end).getBytes(US_ASCII);
    byte[] signature = Base64Url.decode(jws.substring(end + 1));
    assertThat(KeysOf.verifies(key, input, signature)).isTrue();
    input[end - 1] ^= 1;
    assertThat(KeysOf.verifies(key, input, signature)).isFalse();
    input[end - 1] ^= 1;
    signature[signature.length / 2] ^= 1;
    assertThat(KeysOf.verifies(key, input, signature)).isFalse();
  }

  @Test
  void readsThePublicSetOfRfc7517() {
    JwkSet set = JwkSet.parse(Vectors.text("rfc/latchset/rfc7517_A.1.jwkset"));
    assertThat(set.size()).isEqualTo(1);
    assertThat(KeysOf.key(set, "2011-04-29", Set.of(SignatureAlgorithm.RS256))).isNotNull();
    assertThat(set.keys()).hasSize(1);
    assertThat(set.skipped()).isEmpty();
    assertThat(set.ignored()).singleElement().asString().contains("keys[0]", "\"use\"");
  }

  @Test
  void ignoresThePrivateMembersOfTheSetOfRfc7517() {
    JwkSet set = JwkSet.parse(Vectors.text("rfc/latchset/rfc7517_A.2.jwkset"));
    JwkSet publicSet = JwkSet.parse(Vectors.text("rfc/latchset/rfc7517_A.1.jwkset"));
    assertThat(set.keys())
        .extracting(VerificationKey::publicKey)
        .isEqualTo(publicSet.keys().stream().map(VerificationKey::publicKey).toList());
    assertThat(set.skipped()).singleElement().asString().contains("keys[1]", "private members");
    assertThat(set.ignored()).singleElement().asString().contains("keys[0]", "\"use\"");
    assertThat(set.skipped().toString() + set.ignored())
        .doesNotContain("X4cTteJY", "83i-7IvMGXoMX");
  }

  @Test
  void refusesTheSymmetricSetOfRfc7517() {
    String document = Vectors.text("rfc/latchset/rfc7517_A.3.jwkset");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JwkSet.parse(document))
        .withMessageContaining("symmetric")
        .withMessageNotContaining("GawgguFyGrWKav7AX4VKUg");
  }

  @Test
  void takesBothKeysOfTheSetOfRfc7515() {
    JwkSet set = JwkSet.parse(Vectors.text("rfc/latchset/rfc7515_A.6.jwkset"));
    assertThat(set.size()).isEqualTo(2);
    assertThat(KeysOf.keys(set, Set.of(SignatureAlgorithm.RS256))).hasSize(1);
    assertThat(KeysOf.keys(set, Set.of(SignatureAlgorithm.ES256))).hasSize(1);
    assertThat(set.skipped()).hasSize(2);
  }
}
