// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.security.Provider;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.Patience;
import org.jwtvalidation.TokenLimits;
import org.jwtvalidation.internal.rules.RuleViolation;
import org.jwtvalidation.jwk.EmbeddedKey;
import org.jwtvalidation.jwk.KeyTables;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.token.ClaimsSet;
import org.jwtvalidation.token.Reason;

class DpopProofVerifierTest {

  /** RFC 9449 section 7.1, Figure 12: the proof of a request for a protected resource. */
  private static final String RFC_PROOF =
      "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0Vj"
          + "NoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10"
          + "NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtI"
          + "joiR0VUIiwiaHR1IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFtcGxlLm9yZy9wcm90ZWN0ZWRyZXNvdXJjZSIsIml"
          + "hdCI6MTU2MjI2MjYxOCwiYXRoIjoiZlVIeU8ycjJaM0RaNTNFc05yV0JiMHhXWG9hTnk1OUlpS0NBcWtzbVFFb"
          + "yJ9.2oW9RP35yRqzhrtNP86L-Ey71EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJ"
          + "pLjA";

  /** RFC 9449 section 4.1, Figure 2: the proof of a token request. */
  private static final String RFC_PROOF_OF_TOKEN_REQUEST =
      "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0Vj"
          + "NoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10"
          + "NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtI"
          + "joiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE"
          + "2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZ"
          + "T3Lg";

  private static final String RFC_THUMBPRINT = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TestIssuer SIGNER = TestIssuer.offline("https://issuer.example");

  private final TestKey key = TestKey.generate(SignatureAlgorithm.ES256, null);
  private static final Set<SignatureAlgorithm> ALL = EnumSet.allOf(SignatureAlgorithm.class);

  private final DpopProofVerifier verifier = verifierByPolicy(SignaturePolicy.fastest());

  private static ObjectNode object(String json) {
    try {
      return (ObjectNode) JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A good proof, whose header and claims a test changes. */
  private static String proof(
      TestKey key, Consumer<ObjectNode> header, Consumer<ObjectNode> claims) {
    ObjectNode jwk = object(key.jwk());
    if (!key.algorithm().joseName().startsWith("ML-DSA")) {
      jwk.remove("alg");
    }
    ObjectNode allHeader = object("{\"typ\":\"dpop+jwt\"}");
    allHeader.put("alg", key.algorithm().joseName()).set("jwk", jwk);
    header.accept(allHeader);
    ObjectNode allClaims =
        object(
            """
            {"jti":"e1j3V_bKic8-LAEB","htm":"GET","htu":"https://api.example/orders",
             "iat":1562262618,"ath":"fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo"}\
            """);
    claims.accept(allClaims);
    return SIGNER
        .token()
        .signedBy(key)
        .rawHeader(allHeader.toString())
        .rawClaims(allClaims.toString())
        .compact();
  }

  private static TestKey key(SignatureAlgorithm algorithm) {
    boolean isRsa = algorithm.joseName().startsWith("RS") || algorithm.joseName().startsWith("PS");
    return isRsa ? RsaClient.of(algorithm).key() : TestKey.generate(algorithm, null);
  }

  private static String proof(TestKey key) {
    return proof(key, header -> {}, claims -> {});
  }

  private void assertRejected(@Nullable String proof, Reason reason, @Nullable String claim) {
    assertRejected(verifier, proof, key, reason, claim);
  }

  private static void assertViolation(
      ThrowingCallable verification, Reason reason, @Nullable String claim) {
    assertThatExceptionOfType(RuleViolation.class)
        .isThrownBy(verification)
        .satisfies(e -> {
          assertThat(e.reason()).isEqualTo(reason);
          assertThat(e.claim()).isEqualTo(claim);
        });
  }

  /** A verifier, with one default changed. */
  private static DpopProofVerifier verifier(
      Set<SignatureAlgorithm> algorithms,
      TokenLimits limits,
      SignaturePolicy policy,
      int maxKnownKeys) {
    return new DpopProofVerifier(algorithms, limits, policy, maxKnownKeys);
  }

  private static DpopProofVerifier verifierByPolicy(SignaturePolicy policy) {
    return verifier(ALL, TokenLimits.defaults(), policy, 1000);
  }

  private static DpopProofVerifier verifierOf(SignatureAlgorithm algorithm) {
    return verifier(Set.of(algorithm), TokenLimits.defaults(), SignaturePolicy.fastest(), 1000);
  }

  private static void assertRejected(
      DpopProofVerifier verifier,
      @Nullable String proof,
      TestKey bound,
      Reason reason,
      @Nullable String claim) {
    assertViolation(() -> verifier.verify(proof, bound.thumbprint()), reason, claim);
  }

  private void assertHeaderRejected(Consumer<ObjectNode> change, Reason reason, String parameter) {
    assertRejected(proof(key, change, claims -> {}), reason, parameter);
  }

  private void assertClaimsRejected(Consumer<ObjectNode> change, Reason reason, String claim) {
    assertRejected(proof(key, header -> {}, change), reason, claim);
  }

  @Test
  void verifiesTheExamplesOfTheStandard() throws RuleViolation {
    ClaimsSet proof = verifier.verify(RFC_PROOF, RFC_THUMBPRINT);

    assertThat(proof.string("jti")).isEqualTo("e1j3V_bKic8-LAEB");
    assertThat(proof.string("htm")).isEqualTo("GET");
    assertThat(proof.string("htu")).isEqualTo("https://resource.example.org/protectedresource");
    assertThat(proof.instant("iat")).isEqualTo(Instant.ofEpochSecond(1562262618));
    assertThat(proof.string("ath")).isEqualTo("fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo");
    assertThat(proof.asMap()).hasSize(5);

    ClaimsSet ofTokenRequest = verifier.verify(RFC_PROOF_OF_TOKEN_REQUEST, RFC_THUMBPRINT);
    assertThat(ofTokenRequest.string("htu")).isEqualTo("https://server.example.com/token");
    assertThat(ofTokenRequest.contains("ath")).isFalse();
  }

  @ParameterizedTest
  @EnumSource(SignatureAlgorithm.class)
  void verifiesEveryAlgorithm(SignatureAlgorithm algorithm) throws RuleViolation {
    assumeThat(algorithm.isAvailable()).isTrue();
    TestKey own = key(algorithm);
    DpopProofVerifier spacious =
        verifier(
            ALL,
            TokenLimits.defaults().withHeaderLength(6 * 1024),
            SignaturePolicy.fastest(),
            1000);

    ClaimsSet proof = spacious.verify(proof(own), own.thumbprint());
    assertThat(spacious.verify(proof(own), own.thumbprint())).isEqualTo(proof);
  }

  @Test
  void takesTheOldNameOfTheEdwardsCurves() throws RuleViolation {
    TestKey own = TestKey.generate(SignatureAlgorithm.ED25519, null);
    String proof = proof(own, header -> header.put("alg", "EdDSA"), claims -> {});

    assertThat(verifier.verify(proof, own.thumbprint()).string("htm")).isEqualTo("GET");
  }

  @Test
  void rejectsWhatIsNoProof() throws RuleViolation {
    assertRejected(null, Reason.TOKEN_EMPTY, null);
    assertRejected("", Reason.TOKEN_EMPTY, null);
    assertRejected("x".repeat(16 * 1024 + 1), Reason.TOKEN_TOO_LARGE, null);
    assertRejected("a.b", Reason.MALFORMED_SEGMENTS, null);
    assertRejected(proof(key) + ".x", Reason.MALFORMED_SEGMENTS, null);
    assertRejected(proof(key) + "=", Reason.MALFORMED_BASE64, null);
    assertRejected("DPoP " + proof(key), Reason.TEXT_AROUND_TOKEN, null);
    assertRejected(
        SIGNER
            .token()
            .signedBy(key)
            .rawHeader("{\"typ\":\"dpop+jwt\",\"typ\":\"dpop+jwt\"}")
            .compact(),
        Reason.MALFORMED_JSON,
        null);
  }

  @Test
  void rejectsOtherTypes() throws RuleViolation {
    for (String typ : List.of("JWT", "at+jwt", "DPoP+JWT", "application/dpop+jwt", "")) {
      assertHeaderRejected(header -> header.put("typ", typ), Reason.TYPE_MISMATCH, "typ");
    }
    assertHeaderRejected(header -> header.put("typ", 7), Reason.TYPE_MISMATCH, "typ");
    assertHeaderRejected(header -> header.remove("typ"), Reason.TYPE_MISMATCH, "typ");
    assertHeaderRejected(header -> header.put("cty", "JWT"), Reason.TYPE_MISMATCH, "cty");
  }

  @Test
  void rejectsOtherAlgorithms() throws RuleViolation {
    assertHeaderRejected(header -> header.put("alg", "none"), Reason.UNSECURED_TOKEN, "alg");
    for (String alg : List.of("HS256", "es256", "ES256K", "")) {
      assertHeaderRejected(header -> header.put("alg", alg), Reason.ALGORITHM_NOT_ALLOWED, "alg");
    }
    assertHeaderRejected(header -> header.remove("alg"), Reason.ALGORITHM_NOT_ALLOWED, "alg");
    for (String other : List.of("ES384", "RS256", "Ed25519", "EdDSA", "ML-DSA-44")) {
      assertHeaderRejected(header -> header.put("alg", other), Reason.EMBEDDED_KEY, "jwk");
    }

    DpopProofVerifier onlyEdwards = verifierOf(SignatureAlgorithm.ED25519);
    assertRejected(onlyEdwards, proof(key), key, Reason.ALGORITHM_NOT_ALLOWED, "alg");
  }

  @Test
  void rejectsHeadersWithExtensionsAndOtherKeys() throws RuleViolation {
    assertHeaderRejected(
        header -> header.putArray("crit").add("exp"), Reason.CRITICAL_HEADER, "crit");
    assertHeaderRejected(header -> header.put("b64", true), Reason.CRITICAL_HEADER, "b64");
    for (String reference : List.of("jku", "x5u")) {
      assertHeaderRejected(
          header -> header.put(reference, "https://evil.example/"), Reason.EMBEDDED_KEY, reference);
    }
    assertHeaderRejected(header -> header.putArray("x5c").add("MIIB"), Reason.EMBEDDED_KEY, "x5c");
    assertHeaderRejected(
        header -> header.put("kid", "k".repeat(257)), Reason.LIMIT_EXCEEDED, "kid");
  }

  private void assertJwkRejected(Consumer<ObjectNode> change) {
    assertHeaderRejected(
        header -> change.accept((ObjectNode) header.get("jwk")), Reason.EMBEDDED_KEY, "jwk");
  }

  @ParameterizedTest
  @ValueSource(strings = {"d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv"})
  void rejectsPrivateMembersOfAnyKindOfKey(String member) throws RuleViolation {
    assertJwkRejected(jwk -> jwk.put(member, "AQAB"));

    // Also of a key that is known already, whose thumbprint does not cover the member.
    verifier.verify(proof(key), key.thumbprint());
    assertJwkRejected(jwk -> jwk.put(member, "AQAB"));
    assertJwkRejected(jwk -> jwk.putNull(member));
  }

  @Test
  void rejectsKeysThatAreNotForSignatures() throws RuleViolation {
    assertJwkRejected(jwk -> jwk.put("use", "enc"));
    assertJwkRejected(jwk -> jwk.putArray("key_ops").add("encrypt"));
    assertJwkRejected(jwk -> jwk.put("alg", "ES384"));
    assertJwkRejected(jwk -> jwk.put("kty", "oct"));
    assertJwkRejected(jwk -> jwk.put("kty", "RSA"));
    assertJwkRejected(jwk -> jwk.put("crv", "P-384"));
    assertJwkRejected(jwk -> jwk.remove("kty"));
    assertJwkRejected(jwk -> jwk.remove("y"));
    assertJwkRejected(jwk -> jwk.put("x", jwk.get("x").textValue() + "="));
    assertJwkRejected(jwk -> jwk.put("x", "a\",\"y\":\"b"));
    assertJwkRejected(ObjectNode::removeAll);

    assertHeaderRejected(header -> header.remove("jwk"), Reason.CLAIM_MISSING, "jwk");
    assertHeaderRejected(header -> header.putNull("jwk"), Reason.CLAIM_MALFORMED, "jwk");
    assertHeaderRejected(header -> header.put("jwk", "{}"), Reason.CLAIM_MALFORMED, "jwk");
    assertHeaderRejected(header -> header.putArray("jwk"), Reason.CLAIM_MALFORMED, "jwk");
  }

  /** The thumbprint is that of the unsafe key, as if a server had bound a token to it. */
  private void assertKeyUnsafe(String jwk, SignatureAlgorithm algorithm) {
    JsonNode members = object(jwk);
    Map<String, @Nullable Object> parsed = JSON.convertValue(members, new TypeReference<>() {});
    String thumbprint = EmbeddedKey.of(parsed, Set.of(algorithm)).thumbprint();
    String proof =
        proof(
            key,
            header -> header.put("alg", algorithm.joseName()).set("jwk", members),
            claims -> {});
    assertViolation(() -> verifier.verify(proof, thumbprint), Reason.EMBEDDED_KEY, "jwk");
    assertThat(verifier.knownKeys()).isZero();
  }

  @Test
  void rejectsUnsafeKeys() throws RuleViolation {
    assertKeyUnsafe(
        "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}",
        SignatureAlgorithm.ED25519);
    ObjectNode offCurve = object(key.jwk());
    offCurve.set("y", offCurve.get("x"));
    assertKeyUnsafe(offCurve.toString(), SignatureAlgorithm.ES256);
    assertKeyUnsafe(
        TestKey.generate(SignatureAlgorithm.RS256, null, 1024).jwk(), SignatureAlgorithm.RS256);
  }

  @Test
  void rejectsAnotherKeyBeforeItsSignatureCostsTime() throws RuleViolation {
    TestKey other = TestKey.generate(SignatureAlgorithm.ES256, null);
    String unsigned = proof(other).replaceFirst("[^.]*$", "");

    assertRejected(proof(other), Reason.KEY_UNKNOWN, "jwk");
    assertRejected(unsigned, Reason.KEY_UNKNOWN, "jwk");
    assertThat(verifier.knownKeys()).isZero();
  }

  @Test
  void rejectsWrongSignatures() throws RuleViolation {
    String proof = proof(key);
    String head = proof.substring(0, proof.lastIndexOf('.') + 1);
    TestKey other = TestKey.generate(SignatureAlgorithm.ES256, null);
    String byOther = proof(other, header -> header.set("jwk", object(key.jwk())), claims -> {});
    String ofOtherClaims = proof(key, header -> {}, claims -> claims.put("jti", "7"));
    String swapped = head + ofOtherClaims.substring(ofOtherClaims.lastIndexOf('.') + 1);

    for (String wrong : List.of(head, byOther, swapped)) {
      assertRejected(wrong, Reason.SIGNATURE_INVALID, null);
    }
    assertThat(verifier.knownKeys()).isZero();
    verifier.verify(proof, key.thumbprint());
    for (String wrong : List.of(head, byOther, swapped)) {
      assertRejected(wrong, Reason.SIGNATURE_INVALID, null);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"jti", "htm", "htu", "iat"})
  void rejectsMissingClaims(String claim) throws RuleViolation {
    assertClaimsRejected(claims -> claims.remove(claim), Reason.CLAIM_MISSING, claim);
    assertClaimsRejected(claims -> claims.putNull(claim), Reason.CLAIM_MALFORMED, claim);
    assertClaimsRejected(claims -> claims.putArray(claim), Reason.CLAIM_MALFORMED, claim);
    assertClaimsRejected(claims -> claims.put(claim, ""), Reason.CLAIM_MALFORMED, claim);
  }

  @Test
  void rejectsClaimsOfOtherTypes() throws RuleViolation {
    for (String claim : List.of("jti", "htm", "htu", "ath", "nonce")) {
      assertClaimsRejected(claims -> claims.put(claim, 7), Reason.CLAIM_MALFORMED, claim);
    }
    assertClaimsRejected(claims -> claims.put("iat", "1562262618"), Reason.CLAIM_MALFORMED, "iat");
    for (String claim : List.of("exp", "nbf")) {
      assertClaimsRejected(
          claims -> claims.put(claim, "1562262618"), Reason.CLAIM_MALFORMED, claim);
      assertClaimsRejected(claims -> claims.putNull(claim), Reason.CLAIM_MALFORMED, claim);
    }
    assertClaimsRejected(claims -> claims.put("iat", 1e15), Reason.CLAIM_MALFORMED, "iat");
  }

  @Test
  void boundsTheIdOfAProof() throws RuleViolation {
    String longest = "j".repeat(128);

    assertClaimsRejected(claims -> claims.put("jti", longest + "j"), Reason.LIMIT_EXCEEDED, "jti");
    String proof = proof(key, header -> {}, claims -> claims.put("jti", longest));
    assertThat(verifier.verify(proof, key.thumbprint()).string("jti")).isEqualTo(longest);
  }

  @Test
  void givesAClientsKeyATableAfterSixteenProofs() throws Exception {
    for (int i = 0; i < 16; i++) {
      assertThat(verifier.keyTables().count()).isZero();
      verifier.verify(proof(key), key.thumbprint());
    }
    assertThat(verifier.knownKeys()).isEqualTo(1);
    Patience.until("a table", () -> verifier.keyTables().count() > 0);
    assertThat(verifier.keyTables()).isEqualTo(new KeyTables(1, 0, 0, null));
    verifier.verify(proof(key), key.thumbprint());
  }

  @Test
  void keepsTheKeysOfSoManyClients() throws RuleViolation {
    DpopProofVerifier small = verifier(ALL, TokenLimits.defaults(), SignaturePolicy.fastest(), 3);
    List<TestKey> clients =
        IntStream.range(0, 8)
            .mapToObj(i -> TestKey.generate(SignatureAlgorithm.ED25519, null))
            .toList();

    for (int round = 0; round < 3; round++) {
      for (TestKey client : clients) {
        small.verify(proof(client), client.thumbprint());
        assertThat(small.knownKeys()).isBetween(1L, 3L);
      }
    }
    assertThat(small.knownKeys()).isEqualTo(3);
  }

  @Test
  void keepsOneVerifierForAKeyThatThreadsProveAtOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      String proof = proof(key);
      for (var result :
          threads.invokeAll(
              Collections.nCopies(
                  64, () -> verifier.verify(proof, key.thumbprint()).string("jti")))) {
        assertThat(result.get()).isEqualTo("e1j3V_bKic8-LAEB");
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(verifier.knownKeys()).isEqualTo(1);
  }

  @Test
  void usesTheProviderOfItsPolicy() throws RuleViolation {
    DpopProofVerifier byProviders = verifierByPolicy(SignaturePolicy.providersOnly());
    assertThat(byProviders.verify(proof(key), key.thumbprint()).string("htm")).isEqualTo("GET");

    Provider empty =
        new Provider("empty", "1", "has nothing") {
          private static final long serialVersionUID = 1L;
        };
    assertRejected(
        verifierByPolicy(SignaturePolicy.provider(empty)),
        proof(key),
        key,
        Reason.EMBEDDED_KEY,
        "jwk");
  }

  @Test
  void tellsItsAlgorithms() throws RuleViolation {
    assertThat(verifier.algorithms()).containsExactlyInAnyOrder(SignatureAlgorithm.values());
    assertThat(verifierOf(SignatureAlgorithm.ED25519).algorithms())
        .containsExactly(SignatureAlgorithm.ED25519);
  }

  @Test
  void refusesOptionsOutOfRange() throws RuleViolation {
    ProofOfPossession.Builder builder =
        ProofOfPossession.builder().dpop(URI.create("https://api.example"));

    assertThatThrownBy(builder::algorithms)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("algorithms: none given; name at least one, or leave the option out for all");
    for (int keys : new int[] {0, -1, 1_000_001}) {
      assertThatThrownBy(() -> builder.maxKnownKeys(keys))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "maxKnownKeys: %d is not between 1 and 1000000; choose about the number of clients"
                  + " that are active at a time",
              keys);
    }
    assertThat(builder.maxKnownKeys(1_000_000).build().knownKeys()).isZero();
  }
}
