// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.fault.FaultScene.assertAccepted;
import static org.jwtvalidation.fault.FaultScene.await;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.Row;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TestResponse;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationResult;

/**
 * Many callers at once, hostile ones among them. A second is over when so many tokens have come, so
 * that the flood is the same on every machine.
 */
@Tag("system")
@Tag("slow")
@Timeout(900)
class FloodFaultTest {

  private static final int TOKENS_A_SECOND = 10_000;

  /** The system property {@code flood.duration}: a number and its unit, such as {@code 10m}. */
  private static final Duration LASTING =
      Duration.parse("PT" + System.getProperty("flood.duration", "20s"));

  /** Of an answer that comes at once. */
  private static final CountDownLatch OPEN = new CountDownLatch(0);

  private final FaultScene scene = new FaultScene();

  @AfterEach
  void closeScene() {
    scene.close();
  }

  /** What threads get of which all wait for keys before the gate is opened. */
  private static <T> List<T> together(int callers, Callable<T> call, CountDownLatch gate)
      throws Exception {
    List<FutureTask<T>> tasks =
        Stream.generate(() -> new FutureTask<>(call)).limit(callers).toList();
    List<Thread> threads = new ArrayList<>();
    for (FutureTask<T> task : tasks) {
      Thread thread = new Thread(task, "caller");
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      await(() -> thread.getState() == Thread.State.TIMED_WAITING || !thread.isAlive());
    }
    gate.countDown();
    List<T> results = new ArrayList<>();
    for (FutureTask<T> task : tasks) {
      results.add(task.get());
    }
    return results;
  }

  @Test
  @Row("F15")
  @DisplayName("10,000 tokens a second with invented Key IDs")
  void fetchesOnceACooldownWhateverTheFlood() {
    Duration cooldown = Duration.ofSeconds(5);
    TokenValidator validator = scene.validator(scene.source().unknownKeyCooldown(cooldown));
    String token = scene.token();
    assertAccepted(validator, token);
    Flood flood = new Flood(validator, token);
    try (flood) {
      for (long second = 1; second <= LASTING.toSeconds(); second++) {
        scene.pass(Duration.ofSeconds(1));
        flood.awaitSent(TOKENS_A_SECOND);
        for (int i = 0; i < 100; i++) {
          assertAccepted(validator, token);
        }
      }
    }
    assertThat(flood.answers()).containsOnlyKeys(Reason.KEY_UNKNOWN.name());
    // The first is for the first of these tokens, which may come in the first second or before.
    long cooldowns = LASTING.dividedBy(cooldown);
    assertThat(scene.issuer.jwksRequests() - 1).isBetween(cooldowns, cooldowns + 1);
  }

  private static IssuerConfig config(FaultScene of, HttpKeySource.Builder source) {
    return IssuerConfig.builder(of.issuer.issuer())
        .audience(TestIssuer.AUDIENCE)
        .keySource(source.build())
        .build();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Row("F16")
  @DisplayName("the same against one issuer of three")
  void leavesOtherIssuersAlone(boolean endpointStalls) {
    Duration pause = Duration.ofSeconds(30);
    try (FaultScene second = new FaultScene();
        FaultScene third = new FaultScene();
        TokenValidator validator =
            TokenValidator.builder()
                .issuer(config(scene, scene.source().unknownKeyCooldown(pause)))
                .issuer(config(second, second.source()))
                .issuer(config(third, third.source()))
                .clock(() -> Instant.ofEpochMilli(scene.wallTime.get()))
                .build()) {
      validator.warmUp();
      String known = scene.token();
      CountDownLatch gate = endpointStalls ? scene.gated(TestResponse.status(503)) : OPEN;
      try (Flood flood = new Flood(validator, known)) {
        for (int fetch = 1; fetch <= 4; fetch++) {
          int requests = 1 + fetch;
          await(() -> scene.issuer.jwksRequests() == requests);
          for (int i = 0; i < 20; i++) {
            assertAccepted(validator, second.token());
            assertAccepted(validator, third.token());
            assertAccepted(validator, known);
          }
          if (endpointStalls) {
            assertThat(scene.health(validator).nextRefresh()).as("until now").isZero();
            gate.countDown();
            scene.awaitFailedRefreshes(validator, fetch);
          }
          flood.awaitSent(1000);
          assertThat(scene.issuer.jwksRequests()).isEqualTo(requests);
          if (fetch < 4) {
            gate = endpointStalls ? scene.gated(TestResponse.status(503)) : OPEN;
            scene.pass(pause);
          }
        }
        assertThat(flood.answers()).containsOnlyKeys(Reason.KEY_UNKNOWN.name());
      }
      assertThat(second.issuer.jwksRequests()).isEqualTo(1);
      assertThat(third.issuer.jwksRequests()).isEqualTo(1);
    }
  }

  @Test
  @Row("F17")
  @DisplayName("1,000 callers at once when no keys are there yet")
  void fetchesOnceForAThousandCallers() throws Exception {
    TokenValidator validator = scene.validator();
    String token = scene.token();
    CountDownLatch gate = scene.gated(TestResponse.json(scene.issuer.jwkSetJson()));
    assertThat(together(1000, () -> validator.tryValidate(token), gate))
        .allSatisfy(result -> assertThat(result).isInstanceOf(ValidationResult.Accepted.class));
    assertThat(scene.issuer.jwksRequests()).isEqualTo(1);
  }

  /** Whoever comes when the time-out is over gets the same answer at once. */
  @Test
  @Row("F17")
  @DisplayName("1,000 callers at once, and the endpoint stalls")
  void failsOnceForAThousandCallers() throws Exception {
    Duration timeout = Duration.ofMillis(500);
    TokenValidator validator =
        scene.validator(scene.source().connectTimeout(timeout).totalTimeout(timeout));
    String token = scene.token();
    scene.issuer.jwksResponse(TestResponse.json(scene.issuer.jwkSetJson()).stallingAfter(3));
    assertThat(together(1000, () -> validator.tryValidate(token), OPEN))
        .allSatisfy(result -> assertThat(result).isInstanceOf(ValidationResult.Undecided.class));
    assertThat(scene.health(validator).lastError()).contains("TimeoutException");
    assertThat(scene.health(validator).failedRefreshes()).isEqualTo(1);
    assertThat(scene.issuer.jwksRequests()).isLessThanOrEqualTo(1);
  }

  @Test
  @Row("F18")
  @DisplayName("1,000 callers at once with tokens of a new key")
  void acceptsAllTokensOfANewKeyAfterOneFetch() throws Exception {
    TokenValidator validator = scene.validator();
    validator.warmUp();
    TestKey next = scene.issuer.rotate(ES256);
    String token = scene.token(next);
    CountDownLatch gate = scene.gated(TestResponse.json(scene.issuer.jwkSetJson()));
    assertThat(together(1000, () -> validator.tryValidate(token), gate))
        .allSatisfy(result -> assertThat(result).isInstanceOf(ValidationResult.Accepted.class));
    assertThat(scene.issuer.jwksRequests()).isEqualTo(2);
  }
}
