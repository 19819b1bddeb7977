// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED25519;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;
import static org.jwtvalidation.jwk.SignatureAlgorithm.RS256;

import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;

class DpopClientTest {

  private static final URI ORDERS = URI.create("https://orders.example/orders?page=2#top");
  private static final Instant NOW = Instant.parse("2026-11-24T12:13:14.567Z");

  private final DpopClient client = DpopClient.create();
  private final DpopProofBuilder proof =
      client.proof("GET", ORDERS).at(InstantSource.fixed(NOW)).jwtId("id");

  static Stream<SignatureAlgorithm> availableAlgorithms() {
    return Stream.of(SignatureAlgorithm.values()).filter(SignatureAlgorithm::isAvailable);
  }

  private static String segment(String compact, int index) {
    return new String(Base64.getUrlDecoder().decode(compact.split("\\.", -1)[index]), UTF_8);
  }

  private static boolean isSignedBy(TestKey key, String compact) {
    int end = compact.lastIndexOf('.');
    return SignaturePolicy.fastest()
        .verifier(key.verificationKey())
        .verify(
            compact.substring(0, end).getBytes(US_ASCII),
            Base64.getUrlDecoder().decode(compact.substring(end + 1)));
  }

  @ParameterizedTest
  @MethodSource("availableAlgorithms")
  void signsProofsByEveryAlgorithm(SignatureAlgorithm algorithm) {
    DpopClient other = DpopClient.of(AnyKey.of(algorithm, null));
    String compact = other.proof("POST", ORDERS).compact();

    assertThat(isSignedBy(other.key(), compact)).isTrue();
    assertThat(segment(compact, 0))
        .isEqualTo(
            "{\"typ\":\"dpop+jwt\",\"alg\":\""
                + algorithm.joseName()
                + "\",\"jwk\":"
                + JsonWriter.json(other.publicJwk())
                + "}");
    assertThat(Sha256.of(JsonWriter.json(other.publicJwk()).getBytes(UTF_8)))
        .isEqualTo(other.thumbprint());
  }

  @Test
  void provesMethodUriTokenAndNonce() {
    assertThat(segment(proof.compact(), 1))
        .isEqualTo(
            "{\"jti\":\"id\",\"htm\":\"GET\",\"htu\":\"https://orders.example/orders\","
                + "\"iat\":1795522394}");
    // RFC 9449, figures 12 and 13.
    proof
        .accessToken("Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU")
        .nonce("eyJ7S_zG.eyJH0-Z.HX4w-7v");
    assertThat(segment(proof.compact(), 1))
        .endsWith(
            ",\"ath\":\"fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo\","
                + "\"nonce\":\"eyJ7S_zG.eyJH0-Z.HX4w-7v\"}");
  }

  @Test
  void makesAnotherProofEachTime() {
    DpopProofBuilder builder = client.proof("GET", ORDERS);
    String first = segment(builder.compact(), 1);

    assertThat(segment(builder.compact(), 1)).isNotEqualTo(first);
    assertThat(segment(builder.jwtId("id").compact(), 1)).contains("\"jti\":\"id\"");
    assertThat(segment(builder.issuedAt(NOW.minusSeconds(500)).compact(), 1))
        .contains("\"iat\":1795521894");
  }

  @Test
  void changesAndOmitsHeadersAndClaims() {
    proof.header("kid", "k").withoutHeader("typ").header("jwk", null);
    proof.claim("htm", 7).withoutClaim("htu").claim("more", List.of(true));
    String compact = proof.compact();

    assertThat(segment(compact, 0)).isEqualTo("{\"alg\":\"ES256\",\"jwk\":null,\"kid\":\"k\"}");
    assertThat(segment(compact, 1))
        .isEqualTo("{\"jti\":\"id\",\"htm\":7,\"iat\":1795522394,\"more\":[true]}");
    assertThat(isSignedBy(client.key(), compact)).isTrue();
  }

  @Test
  void replacesHeaderAndClaimsByAnyText() {
    String compact = proof.rawHeader("{").rawClaims("[]").compact();

    assertThat(segment(compact, 0)).isEqualTo("{");
    assertThat(segment(compact, 1)).isEqualTo("[]");
    assertThat(isSignedBy(client.key(), compact)).isTrue();
  }

  @Test
  void signsWithAnotherKeyThanItNames() {
    TestKey attacker = TestKey.generate(ED25519, "attacker");
    String compact = proof.signedBy(attacker).compact();

    assertThat(segment(compact, 0))
        .startsWith("{\"typ\":\"dpop+jwt\",\"alg\":\"Ed25519\",\"jwk\":{\"crv\":\"P-256\"");
    assertThat(isSignedBy(attacker, compact)).isTrue();
  }

  @Test
  void makesProofsWithoutSignature() {
    String compact = proof.unsecured().compact();

    assertThat(segment(compact, 0)).contains("\"alg\":\"none\"");
    assertThat(compact).endsWith(".");
  }

  @Test
  void makesProofsWithAMac() throws Exception {
    byte[] secret = client.key().publicKey().getEncoded();
    String compact = proof.macBy(secret).compact();
    int end = compact.lastIndexOf('.');
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret, "HmacSHA256"));

    assertThat(segment(compact, 0)).contains("\"alg\":\"HS256\"");
    assertThat(Base64.getUrlDecoder().decode(compact.substring(end + 1)))
        .isEqualTo(mac.doFinal(compact.substring(0, end).getBytes(US_ASCII)));
  }

  @Test
  void makesProofsWithTwoSignatures() {
    String[] segments = proof.twiceSigned().split("\"", -1);

    assertThat(proof.twiceSigned()).contains("\"payload\":", "\"signatures\":[{", "},{");
    assertThat(segments).filteredOn("protected"::equals).hasSize(2);
  }

  @ParameterizedTest
  @MethodSource("availableAlgorithms")
  void exposesItsPrivateKeyOnCommand(SignatureAlgorithm algorithm) {
    DpopClient other = DpopClient.of(AnyKey.of(algorithm, null));
    String compact = other.proof("GET", ORDERS).exposingPrivateKey().compact();

    assertThat(segment(compact, 0)).containsAnyOf("\"d\":\"", "\"priv\":\"");
    assertThat(other.privateJwk()).containsAllEntriesOf(other.publicJwk());
    assertThat(isSignedBy(other.key(), compact)).isTrue();
  }

  @Test
  void hasThePrivateMembersOfItsType() {
    assertThat(DpopClient.create(RS256).privateJwk())
        .containsOnlyKeys("e", "kty", "n", "d", "p", "q", "dp", "dq", "qi");
    assertThat(client.privateJwk()).containsOnlyKeys("crv", "kty", "x", "y", "d");
    assertThat((String) client.privateJwk().get("d")).hasSize(43);
    assertThat(DpopClient.create(ED25519).privateJwk()).containsOnlyKeys("crv", "kty", "x", "d");
  }

  @Test
  void usesAnExistingKey() {
    TestKey key = TestKey.generate(ES256, "k");

    assertThat(DpopClient.of(key).key()).isSameAs(key);
    assertThat(DpopClient.of(key).publicJwk()).containsOnlyKeys("crv", "kty", "x", "y");
    assertThat(DpopClient.of(key)).hasToString("DpopClient[ES256, " + key.thumbprint() + "]");
  }

  @Test
  void bindsTokensToItsKeyAndToACertificate() {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    TestCertificate certificate = TestCertificate.create();
    String token = issuer.token().boundTo(client).boundTo(certificate).compact();
    try (TokenValidator validator =
        TokenValidator.builder()
            .issuer(
                issuer
                    .config()
                    .audience(issuer.audience())
                    .senderConstraintCheckedElsewhere()
                    .build())
            .build()) {
      assertThat(validator.validate(token).claims().asMap())
          .containsEntry(
              "cnf", Map.of("jkt", client.thumbprint(), "x5t#S256", certificate.thumbprint()));
    }
    assertThat(segment(issuer.token().boundTo(client).compact(), 1))
        .contains("\"cnf\":{\"jkt\":\"" + client.thumbprint() + "\"}");
  }
}
