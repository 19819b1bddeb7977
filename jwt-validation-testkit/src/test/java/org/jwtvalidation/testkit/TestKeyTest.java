// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED25519;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED448;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES384;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES512;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ML_DSA_44;
import static org.jwtvalidation.jwk.SignatureAlgorithm.PS256;
import static org.jwtvalidation.jwk.SignatureAlgorithm.RS256;

import java.math.BigInteger;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.jwk.VerificationKey;

class TestKeyTest {

  private static final byte[] INPUT = "any octets".getBytes(US_ASCII);

  static Stream<SignatureAlgorithm> availableAlgorithms() {
    return Stream.of(SignatureAlgorithm.values()).filter(SignatureAlgorithm::isAvailable);
  }

  @ParameterizedTest
  @MethodSource("availableAlgorithms")
  void signsWhatItsVerificationKeyVerifies(SignatureAlgorithm algorithm) {
    TestKey key = TestKey.generate(algorithm, "k");
    byte[] signature = key.sign(INPUT);
    VerificationKey verificationKey = key.verificationKey();
    SignatureVerifier verifier = SignaturePolicy.fastest().verifier(verificationKey);
    assertThat(verifier.verify(INPUT, signature)).isTrue();
    assertThat(verifier.verify(new byte[] {1}, signature)).isFalse();
    assertThat(verificationKey.keyId()).isEqualTo("k");
    assertThat(verificationKey.algorithm()).isEqualTo(algorithm);
  }

  @ParameterizedTest
  @MethodSource("availableAlgorithms")
  void isReadFromItsJwkAsTheSameKey(SignatureAlgorithm algorithm) {
    TestKey key = AnyKey.of(algorithm, "a \"quoted\" kid");
    JwkSet set = JwkSet.parse("{\"keys\":[" + key.jwk() + "]}");
    assertThat(set.skipped()).isEmpty();
    assertThat(set.keys())
        .singleElement()
        .satisfies(read -> {
          assertThat(read.keyId()).isEqualTo("a \"quoted\" kid");
          assertThat(read.algorithm()).isEqualTo(algorithm);
          assertThat(read.publicKey()).isEqualTo(key.publicKey());
        });
    assertThat(key.jwk()).contains("\"use\":\"sig\"", "\"alg\":\"" + algorithm.joseName() + "\"");
  }

  /** Checks the key and the signature of RFC 8037, appendices A.1 to A.5. */
  @Test
  void agreesWithThePublishedExample() throws Exception {
    KeyFactory factory = KeyFactory.getInstance("Ed25519");
    byte[] d = Base64.getUrlDecoder().decode("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A");
    String x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
    byte[] x509 = new byte[44];
    System.arraycopy(HexFormat.of().parseHex("302a300506032b6570032100"), 0, x509, 0, 12);
    System.arraycopy(Base64.getUrlDecoder().decode(x), 0, x509, 12, 32);
    TestKey key =
        TestKey.of(
            ED25519,
            "rfc8037",
            new KeyPair(
                factory.generatePublic(new X509EncodedKeySpec(x509)),
                factory.generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, d))));

    assertThat(key.jwk())
        .isEqualTo(
            "{\"kty\":\"OKP\",\"use\":\"sig\",\"alg\":\"Ed25519\",\"kid\":\"rfc8037\","
                + "\"crv\":\"Ed25519\",\"x\":\""
                + x
                + "\"}");
    assertThat(key.thumbprint()).isEqualTo("kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
    byte[] signingInput =
        "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc".getBytes(US_ASCII);
    assertThat(Base64.getUrlEncoder().withoutPadding().encodeToString(key.sign(signingInput)))
        .isEqualTo(
            "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg");
  }

  /** The key of a proof in RFC 9449 section 5 and its thumbprint in section 6.1. */
  @Test
  void hasThePublishedThumbprint() throws Exception {
    TestKey any = TestKey.generate(ES256, "k");
    ECPoint point =
        new ECPoint(
            coordinate("l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs"),
            coordinate("9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA"));
    PublicKey published =
        KeyFactory.getInstance("EC")
            .generatePublic(
                new ECPublicKeySpec(point, ((ECPublicKey) any.publicKey()).getParams()));
    TestKey key = TestKey.of(ES256, "k", new KeyPair(published, any.privateKey()));

    assertThat(key.thumbprint()).isEqualTo("0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I");
  }

  private static BigInteger coordinate(String base64url) {
    return new BigInteger(1, Base64.getUrlDecoder().decode(base64url));
  }

  @ParameterizedTest
  @CsvSource({"RS256, '\"e\",\"kty\",\"n\"'", "ML_DSA_44, '\"alg\",\"kty\",\"pub\"'"})
  void hashesTheRequiredMembersInTheirOrder(SignatureAlgorithm algorithm, String required)
      throws Exception {
    assumeTrue(algorithm.isAvailable(), "no ML-DSA: use JDK 24 or newer");
    TestKey key = AnyKey.of(algorithm, "k");
    String members =
        Stream.of(required.split(",", -1))
            .map(name -> name + ":" + first(name + ":(\"[^\"]*\")", key.jwk()))
            .collect(Collectors.joining(",", "{", "}"));
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(members.getBytes(US_ASCII));

    assertThat(key.thumbprint())
        .isEqualTo(Base64.getUrlEncoder().withoutPadding().encodeToString(hash));
  }

  private static String first(String regex, String text) {
    Matcher matcher = Pattern.compile(regex).matcher(text);
    assertThat(matcher.find()).as(regex).isTrue();
    return matcher.group(1);
  }

  @Test
  void signsInTheFormOfJws() {
    assertThat(TestKey.generate(ES256, null).sign(INPUT)).hasSize(64);
    assertThat(TestKey.generate(ES384, null).sign(INPUT)).hasSize(96);
    assertThat(TestKey.generate(ES512, null).sign(INPUT)).hasSize(132);
    assertThat(TestKey.generate(ED25519, null).sign(INPUT)).hasSize(64);
    assertThat(TestKey.generate(ED448, null).sign(INPUT)).hasSize(114);
  }

  @Test
  void writesCoordinatesAtFullLength() {
    // The first octet of a coordinate of P-521 is 0 or 1, so that some of these begin with 0.
    for (int i = 0; i < 16; i++) {
      assertThat(TestKey.generate(ES512, null).jwk())
          .matches(".*\"x\":\"[A-Za-z0-9_-]{88}\",\"y\":\"[A-Za-z0-9_-]{88}\"}");
    }
  }

  @Test
  void mayHaveNoKeyId() {
    TestKey key = TestKey.generate(ES256, null);
    assertThat(key.keyId()).isNull();
    assertThat(key.jwk()).doesNotContain("kid");
    assertThat(key.verificationKey().keyId()).isNull();
  }

  @Test
  void hasTheGivenSizeEvenIfWeak() {
    TestKey weak = TestKey.generate(RS256, "weak", 1024);
    assertThat(weak.sign(INPUT)).hasSize(128);
    assertThatThrownBy(weak::verificationKey)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1024");
    assertThatThrownBy(() -> TestKey.generate(RS256, "k", 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("modulusBits: this JDK cannot create an RSA key of 3 bits (")
        .hasMessageEndingWith("); use 512 or more");
    assertThatThrownBy(() -> TestKey.generate(ES256, "k", 2048))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("modulusBits");
  }

  @Test
  void acceptsOnlyKeyPairsOfTheAlgorithm() {
    TestKey rsa = TestKey.generate(PS256, "k", 1024);
    TestKey ec = TestKey.generate(ES256, "k");
    KeyPair rsaPair = new KeyPair(rsa.publicKey(), rsa.privateKey());
    KeyPair mixed = new KeyPair(ec.publicKey(), rsa.privateKey());
    assertThat(TestKey.of(RS256, "k", rsaPair).publicKey()).isEqualTo(rsa.publicKey());
    assertThatThrownBy(() -> TestKey.of(ES256, "k", rsaPair))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ES256");
    assertThatThrownBy(() -> TestKey.of(ED25519, "k", rsaPair))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TestKey.of(ES256, "k", mixed).sign(INPUT))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "ES256, ES384",
    "ES384, ES512",
    "ES512, ES256",
    "ED25519, ED448",
    "ED448, ED25519",
    "ML_DSA_44, ED25519",
    "ED25519, ML_DSA_44",
    "ML_DSA_44, ML_DSA_65",
    "ML_DSA_87, ML_DSA_65"
  })
  void acceptsOnlyKeysOfTheSizeOfTheAlgorithm(
      SignatureAlgorithm algorithm, SignatureAlgorithm other) {
    assumeTrue(other.isAvailable(), "no ML-DSA: use JDK 24 or newer");
    TestKey key = TestKey.generate(other, "k");
    KeyPair pair = new KeyPair(key.publicKey(), key.privateKey());
    assertThat(TestKey.of(other, "k", pair).jwk()).isEqualTo(key.jwk());
    assertThatThrownBy(() -> TestKey.of(algorithm, "k", pair))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "keyPair: not of the type of "
                + algorithm.joseName()
                + "; use a pair of that type or another algorithm");
  }

  /** As a key that stays in hardware may be. */
  @Test
  void refusesKeysWithoutAnEncoding() {
    PublicKey secret =
        new PublicKey() {
          @Override
          public String getAlgorithm() {
            return "Ed25519";
          }

          @Override
          public String getFormat() {
            return "none";
          }

          @Override
          public byte[] getEncoded() {
            return null;
          }
        };
    PrivateKey any = TestKey.generate(ED25519, "k").privateKey();
    assertThatThrownBy(() -> TestKey.of(ED25519, "k", new KeyPair(secret, any)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void reportsAnAlgorithmThatTheJdkLacks() {
    assumeFalse(ML_DSA_44.isAvailable(), "no JDK without ML-DSA: use JDK 23 or older");
    assertThatThrownBy(() -> TestKey.generate(ML_DSA_44, "k"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ML-DSA-44");
  }

  @Test
  void isDescribedWithoutKeyMaterial() {
    assertThat(TestKey.generate(ES256, "k")).hasToString("TestKey[ES256, kid=k]");
  }
}
