// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.fault.FaultScene.assertAccepted;
import static org.jwtvalidation.fault.FaultScene.assertRejected;
import static org.jwtvalidation.fault.FaultScene.await;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.Row;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkText;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TestResponse;
import org.jwtvalidation.token.Reason;

/** What becomes of tokens, cached ones included, when their keys come and go. */
@Tag("jdk-independent")
@Tag("slow")
@Timeout(300)
class RotationFaultTest {

  private static final Duration REFRESH = Duration.ofMinutes(8);

  private final FaultScene scene = new FaultScene();
  private final TestKey first = scene.issuer.key(ES256);

  @AfterEach
  void closeScene() {
    scene.close();
  }

  /** Lets the next refresh come and be over. */
  private void refresh(TokenValidator validator) {
    long looks = scene.health(validator).refreshes();
    scene.pass(REFRESH);
    validator.keyHealth();
    await(() -> scene.health(validator).refreshes() > looks);
  }

  /** Starts a thread, and returns when it waits for keys. */
  private static void startUntilItWaits(Runnable caller) {
    Thread thread = new Thread(caller);
    thread.start();
    await(() -> thread.getState() == Thread.State.TIMED_WAITING);
  }

  private static String jwks(TestKey... keys) {
    return JwkText.set(Arrays.stream(keys).map(TestKey::jwk).toArray());
  }

  @Test
  @Row("F18")
  @DisplayName("a key is added while the first is kept")
  void acceptsTheFirstTokenOfANewKeyAfterOneFetch() {
    TokenValidator validator = scene.validator();
    String old = scene.token();
    assertAccepted(validator, old);

    scene.issuer.rotate(ES256);
    assertAccepted(validator, scene.token());
    assertThat(scene.issuer.jwksRequests()).isEqualTo(2);
    for (int i = 0; i < 20; i++) {
      assertAccepted(validator, scene.token());
      assertAccepted(validator, old);
    }
    assertThat(scene.issuer.jwksRequests()).isEqualTo(2);
  }

  /** What the refresh brings had been on its way before the key was there. */
  @Test
  @Row("F18")
  @DisplayName("a key is added while a refresh is under way")
  void looksForANewKeyBehindTheRefreshThatHasJustMissedIt() throws Exception {
    TokenValidator validator = scene.validator(scene.source());
    assertAccepted(validator, scene.token());

    CountDownLatch gate = scene.gated(TestResponse.json(jwks(first)));
    scene.pass(REFRESH);
    validator.keyHealth();
    await(() -> scene.issuer.jwksRequests() == 2);
    scene.issuer.jwksResponse(null);
    scene.issuer.rotate(ES256);

    FutureTask<Void> caller =
        new FutureTask<>(() -> assertAccepted(validator, scene.token()), null);
    startUntilItWaits(caller);
    gate.countDown();
    caller.get();
    assertThat(scene.issuer.jwksRequests()).isEqualTo(3);
  }

  /** Both fetches together take longer than a caller waits, but there are keys that can decide. */
  @Test
  @Row("F18")
  @DisplayName("no key is added while one refresh is slow, and the next one hangs")
  void rejectsATokenOfAnUnknownKeyThatHasWaitedForTwoFetches() throws Exception {
    Duration timeout = Duration.ofSeconds(4);
    TokenValidator validator =
        scene.validator(scene.source().connectTimeout(timeout).totalTimeout(timeout));
    scene.awaitAccepted(validator);

    long requests = scene.issuer.jwksRequests();
    CountDownLatch gate = scene.gated(TestResponse.json(jwks(first)));
    scene.pass(REFRESH);
    validator.keyHealth();
    await(() -> scene.issuer.jwksRequests() == requests + 1);
    scene.issuer.jwksResponse(TestResponse.json("{}").stallingAfter(0));

    String unknown = scene.token(scene.issuer.unpublishedKey(ES256));
    FutureTask<Void> caller =
        new FutureTask<>(() -> assertRejected(validator, unknown, Reason.KEY_UNKNOWN), null);
    startUntilItWaits(caller);
    // A caller waits for a second more than a fetch: so this one gives up before the next fetch.
    Thread.sleep(1200);
    gate.countDown();
    caller.get();
    assertThat(scene.issuer.jwksRequests()).isEqualTo(requests + 2);
  }

  @Test
  @Row("F19")
  @DisplayName("a key is added while the endpoint is down")
  void findsTheNewKeyWithinOneBackoffOfTheRecovery() {
    TokenValidator validator = scene.validator();
    String old = scene.token();
    assertAccepted(validator, old);

    scene.issuer.rotate(ES256);
    scene.issuer.disconnect();
    assertRejected(validator, scene.token(), Reason.KEY_UNKNOWN);
    assertAccepted(validator, old);
    for (int i = 0; i < 10; i++) {
      scene.pass(Duration.ofSeconds(30));
      assertRejected(validator, scene.token(), Reason.KEY_UNKNOWN);
      assertAccepted(validator, old);
    }

    scene.issuer.reconnect();
    scene.pass(Duration.ofSeconds(30));
    assertAccepted(validator, scene.token());
    assertAccepted(validator, old);
  }

  @Test
  @Row("F19")
  @DisplayName("a caller with an unknown key does not make others wait")
  void letsOnlyOneCallerWaitWhileTheEndpointFails() throws Exception {
    TokenValidator validator = scene.validator();
    assertAccepted(validator, scene.token());
    scene.issuer.rotate(ES256);
    String unknown = scene.token();
    scene.issuer.disconnect();
    assertRejected(validator, unknown, Reason.KEY_UNKNOWN);

    scene.issuer.reconnect();
    CountDownLatch gate = scene.gated(TestResponse.status(503));
    scene.pass(Duration.ofSeconds(30));
    FutureTask<Void> waiting =
        new FutureTask<>(() -> assertRejected(validator, unknown, Reason.KEY_UNKNOWN), null);
    startUntilItWaits(waiting);
    await(() -> scene.issuer.jwksRequests() == 2);
    for (int i = 0; i < 100; i++) {
      assertRejected(validator, unknown, Reason.KEY_UNKNOWN);
    }
    assertThat(waiting.isDone()).isFalse();
    gate.countDown();
    waiting.get();
  }

  @Test
  @Row("F20")
  @DisplayName("two servers in turn, one of which lags behind")
  void usesWhatTheLastFetchBrought() {
    TokenValidator validator = scene.validator();
    assertAccepted(validator, scene.token());
    TestKey second = scene.issuer.unpublishedKey(ES256);
    TestResponse stale = TestResponse.json(jwks(first));
    TestResponse fresh = TestResponse.json(jwks(first, second));
    scene.issuer.jwksResponses(fresh, stale);

    for (int round = 0; round < 5; round++) {
      // The stale edge answered last, except at the very beginning: an unknown key, one fetch.
      assertAccepted(validator, scene.token(second));
      long requests = scene.issuer.jwksRequests();
      for (int i = 0; i < 20; i++) {
        assertAccepted(validator, scene.token(second));
        assertAccepted(validator, scene.token(first));
      }
      assertThat(scene.issuer.jwksRequests()).isEqualTo(requests);
      refresh(validator);
    }
    assertThat(scene.issuer.jwksRequests()).isEqualTo(1 + 5 + 5);
  }

  @Test
  @Row("F20")
  @DisplayName("within the cooldown the stale set stands")
  void fetchesNoMoreThanOnceACooldownHoweverTheServersDiffer() {
    TokenValidator validator =
        scene.validator(scene.source().refreshInterval(Duration.ofSeconds(10)));
    TestKey second = scene.issuer.unpublishedKey(ES256);
    assertAccepted(validator, scene.token());
    scene.issuer.jwksResponses(
        TestResponse.json(jwks(first, second)), TestResponse.json(jwks(first)));
    assertAccepted(validator, scene.token(second));

    long looks = scene.health(validator).refreshes();
    scene.pass(Duration.ofSeconds(8));
    validator.keyHealth();
    await(() -> scene.health(validator).refreshes() > looks);
    for (int i = 0; i < 100; i++) {
      assertRejected(validator, scene.token(second), Reason.KEY_UNKNOWN);
      assertAccepted(validator, scene.token(first));
    }
    assertThat(scene.issuer.jwksRequests()).isEqualTo(3);
  }

  @Test
  @Row("F21")
  @DisplayName("a key is withdrawn")
  void rejectsTokensOfAWithdrawnKeyEvenCachedOnes() {
    TokenValidator validator = scene.validator();
    String cached = scene.token();
    assertAccepted(validator, cached);
    scene.issuer.rotate(ES256);
    scene.issuer.withdraw(first);
    assertAccepted(validator, cached);

    refresh(validator);
    assertRejected(validator, cached, Reason.KEY_UNKNOWN);
    assertAccepted(validator, scene.token());
    assertThat(scene.health(validator).keys()).isEqualTo(1);
  }

  @Test
  @Row("F22")
  @DisplayName("a Key ID is given to another key")
  void usesTheNewKeyOfAnOldName() {
    TokenValidator validator = scene.validator();
    String cached = scene.token();
    assertAccepted(validator, cached);
    TestKey other = TestKey.generate(ES256, first.keyId());
    scene.issuer.withdraw(first);
    scene.issuer.publish(other);

    refresh(validator);
    assertRejected(validator, cached, Reason.SIGNATURE_INVALID);
    assertRejected(validator, scene.token(first), Reason.SIGNATURE_INVALID);
    assertAccepted(validator, scene.token(other));
  }
}
