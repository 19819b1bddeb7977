// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.Row;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.testkit.TestResponse;

/** What may go wrong on the way to the keys. */
@Tag("slow")
@Timeout(300)
class TransportFaultTest {

  /** Of what kind it is depends on how much the client had read when the RST came. */
  private static final String RESET = "Exception";

  private final FaultScene scene = new FaultScene();

  @AfterEach
  void closeScene() {
    scene.close();
  }

  @Test
  @Row("F1")
  @DisplayName("connection refused")
  void outlivesServerThatIsDown() {
    scene.assertOutlives(
        scene.source(), scene.issuer::disconnect, scene.issuer::reconnect, "ConnectException");
  }

  @Test
  @Row("F3")
  @DisplayName("connect hangs")
  void outlivesServerThatAnswersNoConnect() {
    assumeTrue(
        System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux"),
        "only Linux is known to drop a SYN for want of room");
    scene.assertOutlives(
        scene.source().connectTimeout(FaultScene.SHORT),
        scene.issuer::dropConnects,
        scene.issuer::reconnect,
        "HttpConnectTimeoutException");
  }

  private enum Silence {
    BEFORE_THE_HEAD(document -> raw("").stallingAfter(0)),
    IN_THE_HEAD(document -> raw("HTTP/1.1 200 \r\nContent-Ty").stallingAfter(100)),
    AFTER_THE_HEAD(document -> document.stallingAfter(0)),
    IN_THE_BODY(document -> document.stallingAfter(20)),
    BEFORE_THE_LAST_CHUNK(document -> document.chunked().stallingAfter(Integer.MAX_VALUE)),
    BETWEEN_TWO_OCTETS_FOR_5_S(document -> document.dripping(1, Duration.ofSeconds(5))),
    BETWEEN_TWO_OCTETS_FOR_10_MS(
        document -> TestResponse.json(" ").endless().dripping(1, Duration.ofMillis(10))),
    BETWEEN_TWO_FIELDS_FOR_10_MS(
        document -> raw("HTTP/1.1 200 \r\nA:b\r\n").endless().dripping(1, Duration.ofMillis(10)));

    @SuppressWarnings("ImmutableEnumChecker") // lambdas that hold nothing
    private final UnaryOperator<TestResponse> change;

    Silence(UnaryOperator<TestResponse> change) {
      this.change = change;
    }
  }

  private static TestResponse raw(String octets) {
    return TestResponse.raw(octets.getBytes(US_ASCII));
  }

  private TestResponse document() {
    return TestResponse.json(scene.issuer.jwkSetJson());
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @Row("F4")
  @DisplayName("silence")
  void outlivesServerThatFallsSilent(Silence silence) {
    scene.assertOutlives(
        FaultScene.hurried(scene.source()),
        () -> scene.issuer.jwksResponse(silence.change.apply(document())),
        () -> scene.issuer.jwksResponse(null),
        "TimeoutException");
  }

  /** Neither of the two documents takes too long, but both together do. */
  @Test
  @Row("F4")
  @DisplayName("slow metadata and slow keys")
  void boundsAllRequestsOfOneFetchTogether() {
    Duration delay = FaultScene.SHORT.multipliedBy(2).dividedBy(3);
    String metadata =
        "{\"issuer\":\"%s\",\"jwks_uri\":\"%s\"}"
            .formatted(scene.issuer.issuer(), scene.issuer.jwksUri());
    scene.issuer.discoveryResponse(TestResponse.json(metadata).delay(delay));
    scene.issuer.jwksResponse(document().delay(delay));
    TokenValidator validator = scene.validator(FaultScene.hurried(scene.discovered()));
    FaultScene.assertUndecided(validator, scene.token());
    // The caller may give up a moment before the fetch does.
    FaultScene.await(() -> scene.health(validator).lastError() != null);
    assertThat(scene.health(validator).lastError()).contains("TimeoutException");
  }

  private enum Break {
    RESET_AFTER_THE_HEAD(document -> document.resetAfter(0), RESET),
    RESET_IN_THE_BODY(document -> document.resetAfter(20), RESET),
    RESET_IN_A_CHUNK(document -> document.chunked().resetAfter(20), RESET),
    CLOSED_IN_THE_HEAD(document -> raw("HTTP/1.1 200 \r\nContent-Ty"), "IOException"),
    CLOSED_AFTER_THE_HEAD(document -> document.cutAfter(0), "IOException"),
    CLOSED_IN_THE_BODY(document -> document.cutAfter(20), "IOException"),
    CLOSED_IN_A_CHUNK(document -> document.chunked().cutAfter(20), "IOException"),
    /** The document is complete, but nothing tells the client so. */
    CLOSED_BEFORE_THE_LAST_CHUNK(
        document -> document.chunked().cutAfter(Integer.MAX_VALUE), "IOException"),
    /** All of the document is there, and more was promised. */
    LENGTH_BEYOND_THE_BODY(document -> document.declaringLength("5000"), "IOException"),
    LENGTH_SHORT_OF_THE_BODY(document -> document.declaringLength("20"), "JWK Set");

    @SuppressWarnings("ImmutableEnumChecker") // lambdas that hold nothing
    private final UnaryOperator<TestResponse> change;

    private final String error;

    Break(UnaryOperator<TestResponse> change, String error) {
      this.change = change;
      this.error = error;
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @Row("F5")
  @DisplayName("connection lost, wrong length")
  void takesNoDocumentThatIsIncomplete(Break how) {
    scene.assertOutlives(() -> scene.issuer.jwksResponse(how.change.apply(document())), how.error);
  }
}
