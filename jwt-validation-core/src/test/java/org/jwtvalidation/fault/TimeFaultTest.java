// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.fault.FaultScene.assertAccepted;
import static org.jwtvalidation.fault.FaultScene.assertRejected;
import static org.jwtvalidation.fault.FaultScene.assertUndecided;
import static org.jwtvalidation.fault.FaultScene.await;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.Row;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeySourceHealth.State;
import org.jwtvalidation.keysource.Waiting;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TestResponse;
import org.jwtvalidation.token.Reason;

/** How old keys may be, whatever servers and clocks say. */
@Tag("jdk-independent")
@Timeout(300)
class TimeFaultTest {

  private static final Duration DAY = Duration.ofDays(1);

  private final FaultScene scene = new FaultScene();

  @AfterEach
  void closeScene() {
    scene.close();
  }

  private void awaitRefreshes(TokenValidator validator, long looks) {
    await(() -> scene.health(validator).refreshes() == looks);
  }

  @Test
  @Row("F27")
  @DisplayName("hard expiry while the endpoint is down")
  void decidesNothingByKeysThatHaveExpired() {
    TokenValidator validator = scene.validator();
    String cached = scene.token();
    assertAccepted(validator, cached);
    scene.issuer.disconnect();

    scene.pass(Duration.ofHours(12).minusNanos(1));
    assertAccepted(validator, cached);
    awaitRefreshes(validator, 2);
    scene.pass(Duration.ofNanos(1));
    assertUndecided(validator, cached);
    assertUndecided(validator, scene.token());
    assertThat(scene.health(validator).state()).isEqualTo(State.UNAVAILABLE);
    assertThat(scene.health(validator).keys()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Cache-Control | max-age=0                     | 60",
        "Cache-Control | max-age=315360000             | 600",
        "Cache-Control | no-store                      | 60",
        "Cache-Control | no-cache, max-age=300         | 60",
        "Cache-Control | max-age=300                   | 300",
        "Cache-Control | public, max-age=99999999999999999999 | 600",
        "Cache-Control | max-age=-5                    | 60",
        "Expires       | Thu, 01 Jan 1970 00:00:00 GMT | 60",
        "Expires       | 0                             | 60",
        "Expires       | Fri, 31 Dec 9999 23:59:59 GMT | 600",
        "Date          | yesterday                     | 600",
        "Age           | -1                            | 600",
      })
  @Row("F28")
  @DisplayName("what the server says of freshness")
  void refreshesWithinBoundsWhateverTheServerWishes(String name, String value, long seconds) {
    scene.issuer.jwksResponder(
        request -> TestResponse.json(scene.issuer.jwkSetJson()).header(name, value));
    TokenValidator validator = scene.validator();
    assertAccepted(validator, scene.token());

    Duration ahead = Duration.ofSeconds(seconds).multipliedBy(80).dividedBy(100);
    assertThat(scene.health(validator).nextRefresh()).isEqualTo(ahead);
    scene.pass(ahead.minusNanos(1));
    assertAccepted(validator, scene.token());
    assertThat(scene.issuer.jwksRequests()).isEqualTo(1);
    scene.pass(Duration.ofNanos(1));
    assertAccepted(validator, scene.token());
    awaitRefreshes(validator, 2);
  }

  @Test
  @Row("F29")
  @DisplayName("a server that answers 304 for ever")
  void asksInFullFromTimeToTime() {
    TestKey first = scene.issuer.key(ES256);
    TokenValidator validator = scene.validator();
    String cached = scene.token();
    assertAccepted(validator, cached);
    scene.issuer.jwksResponder(request ->
        request.headers().containsKey("if-none-match")
            ? TestResponse.status(304)
            : TestResponse.json(scene.issuer.jwkSetJson()).header("ETag", "\"same\""));
    scene.issuer.rotate(ES256);
    scene.issuer.withdraw(first);

    for (int refresh = 1; refresh <= 5; refresh++) {
      scene.pass(Duration.ofMinutes(8));
      assertAccepted(validator, cached);
      awaitRefreshes(validator, 1 + refresh);
      assertThat(scene.health(validator).state()).isEqualTo(State.CURRENT);
    }
    scene.pass(Duration.ofMinutes(8));
    validator.keyHealth();
    awaitRefreshes(validator, 7);
    assertRejected(validator, cached, Reason.KEY_UNKNOWN);
    assertAccepted(validator, scene.token());
  }

  @Test
  @Row("F29")
  @DisplayName("the body changes and the ETag does not")
  void findsANewKeyBehindAnUnchangedETag() {
    scene.issuer.jwksResponder(request ->
        request.headers().containsKey("if-none-match")
            ? TestResponse.status(304)
            : TestResponse.json(scene.issuer.jwkSetJson()).header("ETag", "\"same\""));
    TokenValidator validator = scene.validator();
    assertAccepted(validator, scene.token());
    scene.issuer.rotate(ES256);
    assertAccepted(validator, scene.token());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Row("F29")
  @DisplayName("the body does not change, be the ETag the same or not")
  void keepsTheTokenCacheWhenTheKeysAreTheSame(boolean sameTag) {
    if (!sameTag) {
      scene.issuer.jwksResponder(request ->
          TestResponse.json(scene.issuer.jwkSetJson())
              .header("ETag", "\"" + scene.issuer.jwksRequests() + "\""));
    }
    HttpKeySource source = scene.source().build();
    TokenValidator validator = scene.validator(source);
    assertAccepted(validator, scene.token());
    VerificationKey key = Waiting.jwkSet(source).keys().get(0);

    for (int refresh = 2; refresh < 5; refresh++) {
      scene.pass(Duration.ofMinutes(8));
      assertAccepted(validator, scene.token());
      awaitRefreshes(validator, refresh);
      assertThat(Waiting.jwkSet(source).keys()).contains(key);
    }
    long unchanged =
        scene.issuer.requests().stream()
            .filter(request -> request.headers().containsKey("if-none-match"))
            .count();
    assertThat(unchanged).isEqualTo(3);
  }

  @Test
  @Row("F31")
  @DisplayName("the clock is set forward by a day")
  void fetchesOnceWhenTheClockJumpsForward() {
    TokenValidator validator = scene.validator();
    assertAccepted(validator, scene.token());

    scene.wallTime.addAndGet(DAY.toMillis());
    scene.nanoTime.addAndGet(Duration.ofSeconds(1).toNanos());
    for (int i = 0; i < 100; i++) {
      assertAccepted(validator, scene.token());
    }
    assertThat(scene.issuer.jwksRequests()).isEqualTo(2);
    assertThat(scene.health(validator).state()).isEqualTo(State.CURRENT);
  }

  @Test
  @Row("F31")
  @DisplayName("the clock is set back by a day")
  void goesOnRefreshingWhenTheClockJumpsBack() {
    TokenValidator validator = scene.validator();
    assertAccepted(validator, scene.token());

    scene.wallTime.addAndGet(-DAY.toMillis());
    for (int i = 0; i < 100; i++) {
      assertAccepted(validator, scene.token());
    }
    assertThat(scene.issuer.jwksRequests()).isEqualTo(1);
    scene.pass(Duration.ofMinutes(8));
    assertAccepted(validator, scene.token());
    awaitRefreshes(validator, 2);
    scene.issuer.disconnect();
    scene.pass(Duration.ofHours(12));
    assertUndecided(validator, scene.token());
  }

  /** On Linux the measured time stands still in a suspended machine, the shown time does not. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Row("F31")
  @DisplayName("suspend and resume")
  void asksForNewerKeysAfterASuspension(boolean serverIsUp) {
    TestKey first = scene.issuer.key(ES256);
    TokenValidator validator = scene.validator();
    String cached = scene.token();
    assertAccepted(validator, cached);
    scene.issuer.rotate(ES256);
    scene.issuer.withdraw(first);
    if (!serverIsUp) {
      scene.issuer.disconnect();
    }

    scene.wallTime.addAndGet(DAY.toMillis());
    scene.nanoTime.addAndGet(Duration.ofSeconds(1).toNanos());
    if (serverIsUp) {
      assertRejected(validator, cached, Reason.KEY_UNKNOWN);
      assertAccepted(validator, scene.token());
    } else {
      assertUndecided(validator, cached);
    }
  }

  @Test
  @Row("F31")
  @DisplayName("small steps of the clock")
  void isNotDisturbedByClockCorrections() {
    TokenValidator validator = scene.validator();
    assertAccepted(validator, scene.token());
    for (int i = 0; i < 400; i++) {
      scene.wallTime.addAndGet(i % 2 == 0 ? 500 : -500);
      scene.pass(Duration.ofSeconds(1));
      assertAccepted(validator, scene.token());
    }
    assertThat(scene.issuer.jwksRequests()).isEqualTo(1);
  }

  @Test
  @Row("F31")
  @DisplayName("no token arrived for long")
  void waitsForNewerKeysAfterAQuietTime() {
    TestKey first = scene.issuer.key(ES256);
    TokenValidator validator = scene.validator();
    String cached = scene.token();
    assertAccepted(validator, cached);
    scene.issuer.rotate(ES256);
    scene.issuer.withdraw(first);

    scene.pass(Duration.ofHours(3));
    assertRejected(validator, cached, Reason.KEY_UNKNOWN);
    assertThat(scene.issuer.jwksRequests()).isBetween(2L, 3L);
  }
}
