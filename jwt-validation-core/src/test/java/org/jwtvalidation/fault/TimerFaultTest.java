// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.jwtvalidation.fault.FaultScene.assertAccepted;
import static org.jwtvalidation.fault.FaultScene.assertUndecided;
import static org.jwtvalidation.fault.FaultScene.await;
import static org.jwtvalidation.fault.FaultScene.awaitOpen;
import static org.jwtvalidation.fault.FaultScene.hurried;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.Row;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.internal.keys.IssuerKeys;
import org.jwtvalidation.internal.training.Training;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.keysource.Waiting;
import org.jwtvalidation.testkit.TestResponse;

/** Threads of the JDK that all code of an application shares, blocked by another part of it. */
@Timeout(300)
class TimerFaultTest {

  private final FaultScene scene = new FaultScene();
  private final FaultScene other = new FaultScene();
  private final CountDownLatch testIsOver = new CountDownLatch(1);

  @BeforeEach
  void blockTheTimerOfTheJdk() {
    CountDownLatch blocked = new CountDownLatch(1);
    CompletableFuture<Void> timingOut = new CompletableFuture<>();
    var unused =
        timingOut.whenComplete((nothing, timeout) -> {
          blocked.countDown();
          blockUntilTheEnd();
        });
    timingOut.orTimeout(1, TimeUnit.MILLISECONDS);
    awaitOpen(blocked);
  }

  private void blockUntilTheEnd() {
    try {
      testIsOver.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void closeScenes() {
    testIsOver.countDown();
    scene.close();
    other.close();
  }

  @Test
  @Row({"F38", "F39"})
  @DisplayName("the JDK's timer is blocked, and an endpoint stalls after its headers")
  void endsFetchInTime() {
    TokenValidator validator = scene.validator(hurried(scene.source()));
    TokenValidator ofOther = other.validator(other.source());
    scene.issuer.jwksResponse(TestResponse.json("{}").stallingAfter(1));

    // By nothing that is left to the timer: it is blocked for as long as this takes.
    assertUndecided(validator, scene.token());
    assertThat(scene.health(validator).failedRefreshes()).isEqualTo(1);
    assertThat(scene.health(validator).lastError()).contains("TimeoutException");
    assertAccepted(ofOther, other.token());

    scene.issuer.jwksResponse(null);
    scene.awaitAccepted(validator);
  }

  @Test
  @Row({"F38", "F39"})
  @DisplayName("the JDK's timer is blocked, and no caller waits for the endpoint that stalls")
  void endsFetchThatNoCallerWaitsFor() {
    scene.issuer.jwksResponse(TestResponse.json("{}").stallingAfter(1));
    try (HttpKeySource source = hurried(scene.source()).build()) {
      Waiting.refreshIfDue(source);
      await(() -> source.health().failedRefreshes() == 1);
    }
  }

  @Test
  @Row("F38")
  @DisplayName("the JDK's timer is blocked, and training waits for keys that never come")
  void endsTheWaitOfAProbeInTime() {
    KeySource silent =
        new KeySource() {
          @Override
          public @Nullable JwkSet jwkSet() {
            return null;
          }

          @Override
          public CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
            return new CompletableFuture<>();
          }

          @Override
          public Duration timeout() {
            return Duration.ofMinutes(10);
          }
        };
    List<IssuerKeys> issuers =
        List.of(new IssuerKeys("https://issuer.example", silent, SignaturePolicy.fastest()));
    Training training = new Training(Duration.ofMillis(50), (tokens, end) -> fail("trained"));
    assertThat(training.isOver(issuers)).isFalse();
    await(() -> training.isOver(issuers));
  }

  @Test
  @Row({"F38", "F39"})
  @DisplayName("the JDK's timer is blocked, and the endpoint of another issuer stalls")
  void leavesOtherIssuersAlone() {
    TokenValidator stalled = scene.validator(hurried(scene.source()));
    TokenValidator healthy = other.validator(other.source());
    assertAccepted(healthy, other.token());
    scene.issuer.jwksResponse(TestResponse.json("{}").stallingAfter(1));
    assertUndecided(stalled, scene.token());

    for (int refresh = 2; refresh <= 4; refresh++) {
      long expected = refresh;
      other.pass(Duration.ofMinutes(8));
      assertAccepted(healthy, other.token());
      await(() -> other.health(healthy).refreshes() == expected);
    }
    assertThat(other.health(healthy).failedRefreshes()).isZero();
  }

  /** On which the JDK's HTTP client ends its exchanges. */
  @Test
  @Row({"F38", "F39"})
  @DisplayName("the JDK's common pool is blocked, and all endpoints are well")
  void fetchesWithoutTheCommonPool() {
    for (int i = 0; i < ForkJoinPool.getCommonPoolParallelism() + 8; i++) {
      ForkJoinPool.commonPool().execute(this::blockUntilTheEnd);
    }
    TokenValidator validator = scene.validator(scene.source());
    assertAccepted(validator, scene.token());
    scene.pass(Duration.ofHours(13));
    assertAccepted(validator, scene.token());
    assertThat(scene.health(validator).failedRefreshes()).isZero();
  }
}
