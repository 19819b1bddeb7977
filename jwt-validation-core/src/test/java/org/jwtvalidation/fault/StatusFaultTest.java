// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.Row;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.testkit.TestResponse;
import org.jwtvalidation.token.Reason;

/** What may come in place of status 200. */
@Timeout(300)
class StatusFaultTest {

  private static final Duration FIRST_RETRY = Duration.ofMillis(200);
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(20);

  private final FaultScene scene = new FaultScene();

  @AfterEach
  void closeScene() {
    scene.close();
  }

  private TestResponse document() {
    return TestResponse.json(scene.issuer.jwkSetJson());
  }

  /** A document that came with it would be a good one. */
  private TestResponse withStatus(int status) {
    return TestResponse.status(status)
        .header("Content-Type", "application/json")
        .body(scene.issuer.jwkSetJson().getBytes(US_ASCII));
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 503, 429, 404, 401, 204, 203, 206})
  @Row("F6")
  @DisplayName("status other than 200")
  void outlivesOtherStatus(int status) {
    scene.assertOutlives(() -> scene.issuer.jwksResponse(withStatus(status)), "status " + status);
  }

  @Test
  @Row("F6")
  @DisplayName("304 without a prior ETag")
  void outlivesConfirmationOfVersionThatItNeverNamed() {
    scene.issuer.jwksResponse(document());
    scene.assertOutlives(() -> scene.issuer.jwksResponse(withStatus(304)), "status 304");
    assertThat(scene.issuer.requests())
        .noneMatch(request -> request.header("If-None-Match") != null);
  }

  /** The fetch for an unknown key is not conditional, and a server that says so is not believed. */
  @Test
  @Row("F6")
  @DisplayName("304 to a request without ETag")
  void outlivesConfirmationThatWasNotAskedFor() {
    TokenValidator validator = scene.validator(scene.source());
    FaultScene.assertAccepted(validator, scene.token());
    scene.issuer.jwksResponse(TestResponse.status(304).header("ETag", "\"any\""));
    FaultScene.assertRejected(
        validator, scene.token(scene.issuer.unpublishedKey(ES256)), Reason.KEY_UNKNOWN);
    assertThat(scene.health(validator).lastError()).contains("status 304");
    FaultScene.assertAccepted(validator, scene.token());
  }

  @ParameterizedTest(name = "{0} {1}: {2} ms")
  @CsvSource({
    "503, 1, 1000",
    "429, 1, 1000",
    "503, 20, 20000",
    "503, 21, 20000",
    "503, 1000000000, 20000",
    "503, 99999999999999999999999999, 20000",
    "503, 0, 200",
    "503, -1, 200",
    "503, soon, 200",
    "404, 3, 3000"
  })
  @Row("F6")
  @DisplayName("Retry-After in seconds")
  void heedsRetryAfterWithinItsOwnBounds(int status, String retryAfter, long millis) {
    assertThat(waitAfter(status, retryAfter)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Fri, 31 Dec 9999 23:59:59 GMT", "in an hour"})
  @Row("F6")
  @DisplayName("Retry-After as HTTP-date far ahead")
  void heedsDateOfRetryAfterWithinItsOwnBounds(String date) {
    String retryAfter =
        date.startsWith("in") ? httpDate(Instant.now().plus(Duration.ofHours(1))) : date;
    assertThat(waitAfter(503, retryAfter)).isEqualTo(LONGEST_RETRY);
  }

  @Test
  @Row("F6")
  @DisplayName("Retry-After as HTTP-date")
  void heedsDateOfRetryAfter() {
    // A date has no fractions of a second. It is read a moment after it was written, and not
    // before.
    Instant written = Instant.now();
    Duration wait = waitAfter(503, httpDate(written.plusSeconds(15)));
    Duration passed = Duration.between(written, Instant.now());
    assertThat(wait)
        .isLessThanOrEqualTo(Duration.ofSeconds(15))
        .isGreaterThan(Duration.ofSeconds(14).minus(passed));
    assertThat(waitAfter(503, httpDate(written.minus(Duration.ofDays(1))))).isEqualTo(FIRST_RETRY);
  }

  private static String httpDate(Instant date) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(date.atOffset(ZoneOffset.UTC));
  }

  /** How long the source waits after an answer, which is also when it comes back. */
  private Duration waitAfter(int status, String retryAfter) {
    scene.issuer.jwksResponse(null);
    TokenValidator validator =
        scene.validator(scene.source().retryBackoff(FIRST_RETRY, LONGEST_RETRY));
    FaultScene.assertAccepted(validator, scene.token());
    scene.issuer.jwksResponse(withStatus(status).header("Retry-After", retryAfter));
    scene.pass(Duration.ofMinutes(8));
    FaultScene.assertAccepted(validator, scene.token());
    // Zero while the fetch is still under way.
    FaultScene.await(() -> !scene.health(validator).nextRefresh().isZero());
    assertThat(scene.health(validator).failedRefreshes()).isEqualTo(1);
    Duration wait = scene.health(validator).nextRefresh();

    scene.issuer.jwksResponse(null);
    scene.pass(wait.minusMillis(1));
    FaultScene.assertAccepted(validator, scene.token());
    assertThat(scene.health(validator).nextRefresh()).isEqualTo(Duration.ofMillis(1));
    // What is due is looked at once a second.
    scene.pass(Duration.ofSeconds(1));
    FaultScene.assertAccepted(validator, scene.token());
    FaultScene.await(() -> scene.health(validator).refreshes() == 3);
    assertThat(scene.health(validator).lastError()).isNull();
    return wait;
  }
}
