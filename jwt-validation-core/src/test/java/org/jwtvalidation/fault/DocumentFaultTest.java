package org.jwtvalidation.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.jwtvalidation.fault.FaultScene.assertAccepted;
import static org.jwtvalidation.fault.FaultScene.assertUndecided;
import static org.jwtvalidation.fault.FaultScene.await;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.JwkText;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TestResponse;

/** What may be wrong with the documents themselves. */
@Timeout(60)
class DocumentFaultTest {

  private static final String OCT = "{\"kty\":\"oct\",\"kid\":\"o\",\"k\":\"c2VjcmV0\"}";

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
  @DisplayName("F23: an empty, invalid, truncated or ambiguous document")
  void keepsTheKeysWhenTheDocumentIsBroken(String document, String error) {
    assertOutlives(document, error);
  }

  @Test
  @DisplayName("F24: one bad key among good ones")
  void leavesOutTheBadKeyAndCountsTheGood() {
    TestKey good = scene.issuer.key(ES256);
    scene.issuer.jwksResponse(TestResponse.json(JwkText.set(OCT, good.jwk(), "7")));
    try (CapturedLog log = new CapturedLog()) {
      TokenValidator validator = scene.validator();
      assertAccepted(validator, scene.token());
      assertThat(scene.health(validator).keys()).isEqualTo(1);
      assertThat(log.lines(Level.WARNING)).hasSize(2);

      scene.pass(Duration.ofMinutes(8));
      assertAccepted(validator, scene.token());
      await(() -> scene.health(validator).refreshes() == 2);
      assertThat(log.lines(Level.WARNING)).as("said once").hasSize(2);
    }
  }

  static Stream<Arguments> hugeDocuments() {
    String key = SigningKey.shared(ES256).jwk("k").toString();
    String manyKeys = "{\"keys\":[" + "{},".repeat(9_999) + "{}]}";
    String hugeModulus = "_".repeat(131_072 / 6) + "w";
    String hugeKey =
        JwkText.set("{\"kty\":\"RSA\",\"kid\":\"h\",\"e\":\"AQAB\",\"n\":\"" + hugeModulus + "\"}");
    String deep = "{\"keys\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";
    return Stream.of(
        Arguments.of("10,000 keys", manyKeys, "JWK Set"),
        Arguments.of("a key of 131,072 bits", hugeKey, "JWK Set"),
        Arguments.of("100,000 levels", deep, "JWK Set"),
        Arguments.of("long names", "{\"" + "k".repeat(400_000) + "\":1}", "JWK Set"),
        Arguments.of(
            "and a key", "{\"keys\":[" + key + "]" + ",\"x\":[]".repeat(9000) + "}", "JWK Set"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("hugeDocuments")
  @DisplayName("F25: a document that would be work")
  void refusesWorkBeforeDoingIt(String name, String document, String error) {
    byte[] octets = document.getBytes(StandardCharsets.UTF_8);
    for (int warming = 0; warming < 5; warming++) {
      assertThatIllegalArgumentException().isThrownBy(() -> JwkSet.parse(octets));
    }
    long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    assertThatIllegalArgumentException().isThrownBy(() -> JwkSet.parse(octets));
    long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
    assertThat(cpu).as("CPU time").isLessThan(TimeUnit.MILLISECONDS.toNanos(100));
    assertOutlives(document, error);
  }

  @Test
  @DisplayName("F26: keys, and none that may verify")
  void keepsTheKeysWhenNoneOfTheNewIsUsable() {
    String encryption =
        SigningKey.shared(ES256).jwk("e").toString().replaceFirst("\\{", "{\"use\":\"enc\",");
    assertOutlives(JwkText.set(OCT, encryption), "no usable key");
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
  @DisplayName("F30: metadata of another issuer, or that names no place for keys")
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
  @DisplayName("F30: keys on another host are fine")
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
  @DisplayName("F30: metadata goes wrong later")
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
