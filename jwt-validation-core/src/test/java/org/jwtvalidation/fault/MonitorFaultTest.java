package org.jwtvalidation.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.Answers.assertAccepted;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.Rejection;
import org.jwtvalidation.Row;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenType;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.TokenValidatorMonitor;
import org.jwtvalidation.ValidationStep;

/** A monitor that does not do what it should. */
@Timeout(300)
class MonitorFaultTest {

  private final Scene scene = new Scene();

  /** A monitor that calls {@code fault} at one step, or at the end of a validation. */
  private TokenValidator validator(@Nullable ValidationStep at, Runnable fault) {
    TokenValidatorMonitor.Recording recording =
        new TokenValidatorMonitor.Recording() {
          @Override
          public void completed(ValidationStep step) {
            if (step == at) {
              fault.run();
            }
          }

          @Override
          public void accepted() {
            if (at == null) {
              fault.run();
            }
          }

          @Override
          public void rejected(Rejection rejection) {}

          @Override
          public void undecided() {}
        };
    return scene.builder(scene.config().build()).monitor((TokenType type) -> recording).build();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Row("F39")
  @DisplayName("a monitor that blocks on one thread")
  void blocksNoThreadButThatOfTheMonitor(boolean atTheEnd) throws Exception {
    CountDownLatch blocked = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    AtomicReference<@Nullable Thread> first = new AtomicReference<>();
    try (TokenValidator validator =
        validator(
            atTheEnd ? null : ValidationStep.KEY_RESOLUTION,
            () -> {
              if (first.compareAndSet(null, Thread.currentThread())) {
                blocked.countDown();
                await(end);
              }
            })) {
      String token = scene.token().compact();
      CompletableFuture<AccessToken> caller =
          CompletableFuture.supplyAsync(() -> validator.validate(token));
      FaultScene.awaitOpen(blocked);

      assertAccepted(validator, scene.token().compact());
      assertAccepted(validator, token);
      assertThat(validator.keyHealth().get(Scene.ISSUER).isUsable()).isTrue();
      assertThat(caller).isNotDone();

      end.countDown();
      assertThat(caller.join().subject()).isEqualTo("test-user");
    } finally {
      end.countDown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Row("F39")
  @DisplayName("a monitor that throws on one thread")
  void answersAsEverWhenTheMonitorThrows(boolean atTheEnd) {
    AtomicInteger calls = new AtomicInteger();
    try (CapturedLog log = new CapturedLog();
        TokenValidator validator =
            validator(
                atTheEnd ? null : ValidationStep.KEY_RESOLUTION,
                () -> {
                  calls.incrementAndGet();
                  throw new IllegalStateException("boom");
                })) {
      for (int i = 0; i < 3; i++) {
        assertAccepted(validator, scene.token().compact());
      }

      assertThat(calls).hasValue(1);
      assertThat(log.lines(Level.WARNING)).singleElement().asString().contains("boom");
    }
  }
}
