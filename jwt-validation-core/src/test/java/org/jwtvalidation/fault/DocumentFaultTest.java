// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.jwtvalidation.fault.FaultScene.assertAccepted;
import static org.jwtvalidation.fault.FaultScene.assertUndecided;
import static org.jwtvalidation.fault.FaultScene.await;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES384;
import static org.jwtvalidation.jwk.SignatureAlgorithm.PS256;
import static org.jwtvalidation.jwk.SignatureAlgorithm.RS256;

import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.Allocation;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.Row;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.JwkText;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TestResponse;

/** What may be wrong with the documents themselves. */
@Tag("jdk-independent")
@Timeout(300)
class DocumentFaultTest {

  private static final String OCT = "{\"kty\":\"oct\",\"kid\":\"o\",\"k\":\"c2VjcmV0\"}";

  /** As much as the values of a document may take, whatever they are. */
  private static final long MAX_ALLOCATED = 4L * JwkSet.MAX_OCTETS;

  private static final TestKey GOOD = TestKey.generate(ES256, "k");

  private final FaultScene scene = new FaultScene();

  @AfterEach
  void closeScene() {
    scene.close();
  }

  private void assertOutlives(String document, String error) {
    scene.assertOutlives(
        scene.source(),
        () -> scene.issuer.jwksResponse(TestResponse.json(document)),
        () -> scene.issuer.jwksResponse(null),
        error);
  }

  static Stream<Arguments> brokenDocuments() {
    String key = SigningKey.shared(ES256).jwk("k").toString();
    return Stream.of(
        Arguments.of("{\"keys\":[]}", "no usable key"),
        Arguments.of("{}", "no array"),
        Arguments.of("[]", "JWK Set"),
        Arguments.of("", "no JSON value"),
        Arguments.of("keys", "JWK Set"),
        Arguments.of(JwkText.set(key).substring(0, 60), "JWK Set"),
        Arguments.of("\uFEFF" + JwkText.set(key), "JWK Set"),
        Arguments.of("{\"keys\":[" + key + "],\"keys\":[" + key + "]}", "JWK Set"));
  }

  @ParameterizedTest
  @MethodSource("brokenDocuments")
  @Row("F23")
  @DisplayName("an empty, invalid, truncated or ambiguous document")
  void keepsTheKeysWhenTheDocumentIsBroken(String document, String error) {
    assertOutlives(document, error);
  }

  @Test
  @Row("F24")
  @DisplayName("one bad key among good ones")
  void leavesOutTheBadKeyAndCountsTheGood() {
    TestKey good = scene.issuer.key(ES256);
    scene.issuer.jwksResponse(TestResponse.json(JwkText.set(OCT, good.jwk(), "7")));
    try (CapturedLog log = new CapturedLog()) {
      TokenValidator validator = scene.validator();
      assertAccepted(validator, scene.token());
      assertThat(scene.health(validator).keys()).isEqualTo(1);
      await(() -> log.lines(Level.WARNING).size() == 2);

      scene.pass(Duration.ofMinutes(8));
      assertAccepted(validator, scene.token());
      await(() -> scene.health(validator).refreshes() == 2);
      assertThat(log.lines(Level.WARNING)).as("said once").hasSize(2);
    }
  }

  /** Documents, and the bound by which each is refused: before a key is made of anything in it. */
  static Stream<Arguments> hugeDocuments() {
    String key = SigningKey.shared(ES256).jwk("k").toString();
    String manyKeys = "{\"keys\":[" + "{},".repeat(9_999) + "{}]}";
    String hugeModulus = "_".repeat(131_072 / 6) + "w";
    String hugeKey =
        JwkText.set("{\"kty\":\"RSA\",\"kid\":\"h\",\"e\":\"AQAB\",\"n\":\"" + hugeModulus + "\"}");
    String deep = "{\"keys\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";
    String longName = "{\"" + "k".repeat(400_000) + "\":1}";
    String sameName = "{\"keys\":[" + key + "]" + ",\"x\":[]".repeat(9000) + "}";
    return Stream.of(
        Arguments.of("10,000 keys", manyKeys, "10000 keys; at most 100 are read"),
        Arguments.of("a key of 131,072 bits", hugeKey, "of 131072 bits"),
        Arguments.of("100,000 levels", deep, "nested deeper than allowed"),
        Arguments.of("a long name", longName, "no array \"keys\""),
        Arguments.of("a name again and again", sameName, "names a member twice"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("hugeDocuments")
  @Row("F25")
  @DisplayName("a document that would be work")
  void refusesWorkBeforeDoingIt(String name, String document, String error) {
    byte[] octets = document.getBytes(StandardCharsets.UTF_8);
    long allocated =
        Allocation.octetsOf(() ->
            assertThatIllegalArgumentException()
                .isThrownBy(() -> JwkSet.parse(octets))
                .withMessageContaining(error));
    assertThat(allocated).isLessThan(MAX_ALLOCATED);
    assertOutlives(document, error);
  }

  @Test
  @Row("F26")
  @DisplayName("keys, and none that may verify")
  void keepsTheKeysWhenNoneOfTheNewIsUsable() {
    String encryption =
        SigningKey.shared(ES256).jwk("e").toString().replaceFirst("\\{", "{\"use\":\"enc\",");
    assertOutlives(JwkText.set(OCT, encryption), "no usable key");
  }

  static Stream<Arguments> oddEntries() {
    JwkText other = SigningKey.shared(ES384).jwk("other");
    JwkText sameKeyId = SigningKey.generate(ES256).jwk("k");
    JwkText rsa = SigningKey.shared(RS256).jwk("k");
    return Stream.of(
        odd(other.withJson("x5c", "[".repeat(20) + "]".repeat(20)), "nested deeper than allowed"),
        odd(other.withJson("iat", "1e500"), "beyond any practical magnitude"),
        odd(other.withJson("iat", "1,\"iat\":1"), "names a member twice"),
        odd(other.with("d", "A".repeat(400_000)), "published with its private members"),
        odd(JwkText.ofType("oct").with("kid", "k").with("k", "c2VjcmV0"), "a symmetric key"),
        odd(sameKeyId.with("crv", "P-384"), "\"x\" has 32 octets, not 48"),
        odd(rsa.with("alg", "ES256"), "fit no supported signature algorithm"),
        unused(sameKeyId.with("use", "enc"), "for encryption, by its \"use\""),
        unused(rsa.with("key_ops", List.of("encrypt")), "for encryption, by its \"key_ops\""),
        unused(sameKeyId.with("kty", "LMS"), "of a \"kty\" that is not supported"),
        unused(GOOD.jwk(), "the same key as one before it"));
  }

  private static Arguments odd(Object entry, String reason) {
    return Arguments.of(reason, entry, Level.WARNING);
  }

  private static Arguments unused(Object entry, String reason) {
    return Arguments.of(reason, entry, Level.FINE);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("oddEntries")
  @Row("F43")
  @DisplayName("one odd entry beside a good key")
  void keepsTheGoodKeyBesideAnOddEntry(String reason, Object entry, Level level) {
    for (String document :
        List.of(JwkText.set(entry, GOOD.jwk()), JwkText.set(GOOD.jwk(), entry))) {
      scene.issuer.jwksResponse(TestResponse.json(document));
      try (CapturedLog log = new CapturedLog()) {
        TokenValidator validator = scene.validator(scene.source());
        assertAccepted(validator, scene.token(GOOD));
        await(() -> log.records().stream().anyMatch(line -> line.getMessage().contains(reason)));
        assertThat(log.records())
            .filteredOn(line -> line.getMessage().contains(reason))
            .singleElement()
            .satisfies(line -> assertThat(line.getLevel()).isEqualTo(level))
            .satisfies(line -> assertThat(line.getMessage()).contains(" keys["));
      }
    }
  }

  @Test
  @Row("F43")
  @DisplayName("one key for two algorithms under one Key ID")
  void keepsKeyThatIsPublishedForTwoAlgorithms() {
    KeyPair rsa = SigningKey.shared(RS256).pair();
    TestKey rs256 = TestKey.of(RS256, "r", rsa);
    TestKey ps256 = TestKey.of(PS256, "r", rsa);
    scene.issuer.jwksResponse(TestResponse.json(JwkText.set(rs256.jwk(), ps256.jwk(), GOOD.jwk())));
    TokenValidator validator = scene.validator(scene.source());
    assertAccepted(validator, scene.token(rs256));
    assertAccepted(validator, scene.token(ps256));
    assertThat(scene.health(validator).keys()).isEqualTo(2);
  }

  private String metadata(String members) {
    return "{" + members.replace("ORIGIN", scene.issuer.issuer()) + "}";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"issuer\":\"https://other.example\",\"jwks_uri\":\"ORIGIN/jwks\"",
        "\"issuer\":\"ORIGIN/\",\"jwks_uri\":\"ORIGIN/jwks\"",
        "\"jwks_uri\":\"ORIGIN/jwks\"",
        "\"issuer\":\"ORIGIN\",\"jwks_uri\":\"http://keys.example/jwks\"",
        "\"issuer\":\"ORIGIN\",\"jwks_uri\":\"file:///etc/passwd\"",
        "\"issuer\":\"ORIGIN\",\"jwks_uri\":\"/jwks\"",
        "\"issuer\":\"ORIGIN\",\"jwks_uri\":7",
        "\"issuer\":\"ORIGIN\"",
        "\"issuer\":\"ORIGIN\",\"jwks_uri\":\"ORIGIN/jwks\",\"jwks_uri\":\"ORIGIN/jwks\"",
        "\"issuer\":\"ORIGIN\",\"issuer\":\"ORIGIN\",\"jwks_uri\":\"ORIGIN/jwks\"",
        ""
      })
  @Row("F30")
  @DisplayName("metadata of another issuer, or that names no place for keys")
  void refusesMetadataThatDoesNotFit(String members) {
    scene.issuer.discoveryResponse(TestResponse.json(metadata(members)));
    TokenValidator validator = scene.validator(scene.discovered());

    assertUndecided(validator, scene.token());
    assertThat(scene.health(validator).failedRefreshes()).isEqualTo(1);
    assertThat(scene.issuer.jwksRequests()).isZero();

    scene.issuer.discoveryResponse(null);
    scene.pass(Duration.ofSeconds(1));
    assertAccepted(validator, scene.token());
  }

  @Test
  @Row("F30")
  @DisplayName("keys on another host are fine")
  void fetchesKeysFromAnotherOrigin() {
    try (FaultScene elsewhere = new FaultScene()) {
      TestKey key = elsewhere.issuer.key(ES256);
      scene.issuer.discoveryResponse(
          TestResponse.json(
              metadata(
                  "\"issuer\":\"ORIGIN\",\"jwks_uri\":\"" + elsewhere.issuer.jwksUri() + "\"")));
      TokenValidator validator = scene.validator(scene.discovered());

      assertAccepted(validator, scene.token(key));
      assertThat(elsewhere.issuer.jwksRequests()).isEqualTo(1);
    }
  }

  @Test
  @Row("F30")
  @DisplayName("metadata goes wrong later")
  void keepsTheKeysWhenMetadataBreaks() {
    List<String> pages = List.of("{}", "<html>");
    for (String page : pages) {
      try (FaultScene own = new FaultScene()) {
        own.assertOutlives(
            own.discovered(),
            () -> {
              own.issuer.discoveryResponse(TestResponse.json(page));
              own.issuer.jwksResponse(TestResponse.status(404));
            },
            () -> {
              own.issuer.discoveryResponse(null);
              own.issuer.jwksResponse(null);
            },
            "404");
      }
    }
  }
}
