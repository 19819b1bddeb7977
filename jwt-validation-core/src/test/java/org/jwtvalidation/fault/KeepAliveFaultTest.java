// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.logging.Level;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.Row;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.keysource.KeySourceHealth;
import org.jwtvalidation.testkit.TestCertificate;
import org.jwtvalidation.testkit.TestResponse;

/** What may become of a connection between two fetches. */
@Timeout(300)
class KeepAliveFaultTest {

  /** How a server closes a connection on which it has been asked for something. */
  private enum Hangup {
    FIN(TestResponse.raw(new byte[0]), false),
    RST(TestResponse.raw(new byte[0]).resetAfter(0), false),
    FIN_UNDER_TLS(TestResponse.raw(new byte[0]), true),
    CUT_UNDER_TLS(TestResponse.raw(new byte[0]).cutAfter(0), true),
    RST_UNDER_TLS(TestResponse.raw(new byte[0]).resetAfter(0), true);

    @SuppressWarnings("ImmutableEnumChecker") // it is immutable
    private final TestResponse response;

    private final boolean isTls;

    Hangup(TestResponse response, boolean isTls) {
      this.response = response;
      this.isTls = isTls;
    }
  }

  private static FaultScene scene(boolean isTls) {
    return isTls ? new FaultScene(TestCertificate.create()) : new FaultScene();
  }

  /** Checks that a refresh in the background succeeds. */
  private static void assertRefreshes(FaultScene scene, TokenValidator validator) {
    long looks = scene.health(validator).refreshes();
    try (CapturedLog log = new CapturedLog()) {
      scene.pass(Duration.ofMinutes(8));
      FaultScene.assertAccepted(validator, scene.token());
      FaultScene.await(() -> scene.health(validator).refreshes() > looks);
      assertThat(scene.health(validator).failedRefreshes()).isZero();
      assertThat(scene.health(validator).state()).isEqualTo(KeySourceHealth.State.CURRENT);
      // Others than this issuer's may be of a test that is over.
      assertThat(log.lines(Level.ALL)).noneMatch(line -> line.contains(scene.issuer.issuer()));
    }
  }

  private static TokenValidator validator(FaultScene scene) {
    TokenValidator validator = scene.validator(scene.source());
    FaultScene.assertAccepted(validator, scene.token());
    return validator;
  }

  @ParameterizedTest(name = "TLS: {0}")
  @ValueSource(booleans = {false, true})
  @Row({"F35", "F39"})
  @DisplayName("idle connection closed before the refresh")
  void refreshesOnNewConnectionWhereTheOldOneIsClosed(boolean isTls) {
    try (FaultScene scene = scene(isTls)) {
      TokenValidator validator = validator(scene);
      for (int requests = 2; requests < 5; requests++) {
        scene.issuer.closeIdleConnections();
        assertRefreshes(scene, validator);
        assertThat(scene.issuer.requests()).hasSize(requests);
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @Row({"F35", "F39"})
  @DisplayName("connection closed as the refresh starts")
  void repeatsRequestOnceWhereTheServerHangsUp(Hangup hangup) {
    try (FaultScene scene = scene(hangup.isTls)) {
      TokenValidator validator = validator(scene);
      scene.issuer.jwksResponses(hangup.response, TestResponse.json(scene.issuer.jwkSetJson()));
      assertRefreshes(scene, validator);
      assertThat(scene.issuer.requests()).hasSize(3);
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @Row({"F35", "F39"})
  @DisplayName("connections closed again and again")
  void outlivesServerThatAlwaysHangsUp(Hangup hangup) {
    try (FaultScene scene = scene(hangup.isTls)) {
      scene.assertOutlives(() -> scene.issuer.jwksResponse(hangup.response), "Exception");
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @Row({"F35", "F39"})
  @DisplayName("one request is repeated, and once")
  void repeatsNoRequestTwice(Hangup hangup) {
    try (FaultScene scene = scene(hangup.isTls)) {
      TokenValidator validator = validator(scene);
      scene.issuer.jwksResponse(hangup.response);
      scene.pass(Duration.ofMinutes(8));
      FaultScene.assertAccepted(validator, scene.token());
      scene.awaitFailedRefreshes(validator, 1);
      assertThat(scene.issuer.requests()).hasSize(3);

      // Nor where the connection is a new one.
      scene.pass(Duration.ofMinutes(1));
      FaultScene.assertAccepted(validator, scene.token());
      scene.awaitFailedRefreshes(validator, 2);
      assertThat(scene.issuer.requests()).hasSize(5);
    }
  }

  /** A server that has begun to answer has seen the request. */
  @ParameterizedTest(name = "TLS: {0}")
  @ValueSource(booleans = {false, true})
  @Row({"F35", "F39"})
  @DisplayName("connection closed in the answer")
  void repeatsNoRequestThatWasAnswered(boolean isTls) {
    try (FaultScene scene = scene(isTls)) {
      TokenValidator validator = validator(scene);
      scene.issuer.jwksResponse(TestResponse.raw("HTTP/1.1 200 \r\n".getBytes(US_ASCII)));
      scene.pass(Duration.ofMinutes(8));
      FaultScene.assertAccepted(validator, scene.token());
      scene.awaitFailedRefreshes(validator, 1);
      assertThat(scene.issuer.requests()).hasSize(2);
    }
  }
}
