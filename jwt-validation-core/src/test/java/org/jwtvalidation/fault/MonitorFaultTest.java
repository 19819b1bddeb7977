// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jwtvalidation.Answers.assertAccepted;

import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.Patience;
import org.jwtvalidation.Row;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.keysource.KeySourceException;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

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
          public void ended(TokenValidatorMonitor.Report report) {
            if (at == null) {
              fault.run();
            }
          }
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

  /** The second time, the token is in the cache if it is good. */
  @ParameterizedTest
  @EnumSource
  void answersAsEverHoweverTheValidationEnds(TokenValidatorMonitor.Outcome end) {
    IllegalStateException withoutClock = new IllegalStateException("no clock");
    JwkSet keys = scene.issuer.jwkSet();
    KeySource source =
        () -> {
          if (end == TokenValidatorMonitor.Outcome.UNDECIDED) {
            throw new KeySourceException("none", null);
          }
          return keys;
        };
    InstantSource clock =
        () -> {
          if (end == TokenValidatorMonitor.Outcome.ABANDONED) {
            throw withoutClock;
          }
          return scene.clock.instant();
        };
    String good = scene.token().compact();
    String token =
        end == TokenValidatorMonitor.Outcome.REJECTED ? Tampering.flipSignatureBit(good) : good;
    List<TokenValidatorMonitor.Outcome> ends = new CopyOnWriteArrayList<>();
    try (CapturedLog log = new CapturedLog();
        TokenValidator validator =
            scene
                .builder(scene.config().keySource(source).build())
                .clock(clock)
                .monitor(
                    atEachEnd(() -> {
                      throw new IllegalStateException("boom");
                    }))
                .monitor(type -> report -> ends.add(report.outcome()))
                .build()) {
      for (int i = 0; i < 2; i++) {
        if (end == TokenValidatorMonitor.Outcome.ABANDONED) {
          assertThatThrownBy(() -> validator.validate(token)).isSameAs(withoutClock);
        } else {
          assertThat(validator.tryValidate(token).getClass().getSimpleName())
              .isEqualToIgnoringCase(end.name());
        }
      }
      assertThat(ends).containsExactly(end, end);
      assertThat(log.text()).containsOnlyOnce("not called again");
    }
  }

  /** The errors of a monitor whose library is not the one that it was compiled with, and others. */
  private static Stream<Error> errors() {
    return Stream.of(
        new NoClassDefFoundError("io/meters/Timer"),
        new StackOverflowError(),
        new AssertionError("boom"),
        new OutOfMemoryError("boom"));
  }

  private static TokenValidatorMonitor failingAtEachEnd(Error error) {
    return atEachEnd(() -> {
      throw error;
    });
  }

  private static TokenValidatorMonitor atEachEnd(Runnable action) {
    return type -> report -> action.run();
  }

  @ParameterizedTest
  @MethodSource("errors")
  @Row("F44")
  @DisplayName("a monitor that throws an Error as an asynchronous validation ends")
  void completesEveryFutureWhateverTheMonitorThrows(Error error) {
    String good = scene.token().compact();
    String forged = Tampering.flipSignatureBit(good);
    for (boolean waits : new boolean[] {false, true}) {
      CompletableFuture<JwkSet> keys = new CompletableFuture<>();
      CompletableFuture<JwkSet> noKeys = new CompletableFuture<>();
      if (!waits) {
        provide(keys, noKeys);
      }
      try (TokenValidator accepting = failing(keys, error);
          TokenValidator rejecting = failing(keys, error);
          TokenValidator undecided = failing(noKeys, error)) {
        CompletableFuture<?> accepted = accepting.tryValidateAsync(good);
        CompletableFuture<?> rejected = rejecting.tryValidateAsync(forged);
        CompletableFuture<?> open = undecided.tryValidateAsync(good);
        if (waits) {
          provide(keys, noKeys);
        }

        assertThat(accepted)
            .succeedsWithin(Patience.LONG)
            .isInstanceOf(ValidationResult.Accepted.class);
        assertThat(rejected)
            .succeedsWithin(Patience.LONG)
            .isInstanceOf(ValidationResult.Rejected.class);
        assertThat(open)
            .succeedsWithin(Patience.LONG)
            .isInstanceOf(ValidationResult.Undecided.class);
      }
    }
  }

  private void provide(CompletableFuture<JwkSet> keys, CompletableFuture<JwkSet> noKeys) {
    keys.complete(scene.issuer.jwkSet());
    noKeys.completeExceptionally(new KeySourceException("none", null));
  }

  private TokenValidator failing(CompletableFuture<JwkSet> keys, Error error) {
    KeySource source =
        new KeySource() {
          @Override
          public @Nullable JwkSet jwkSet() {
            return null;
          }

          @Override
          public CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
            return keys;
          }
        };
    return scene
        .builder(scene.config().keySource(source).build())
        .monitor(failingAtEachEnd(error))
        .build();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Row("F44")
  @DisplayName("a monitor that throws an Error, beside others")
  void tellsTheOtherMonitorsAndAnswers(boolean overflows) {
    Error error =
        overflows ? new StackOverflowError() : new NoClassDefFoundError("io/meters/Timer");
    AtomicInteger told = new AtomicInteger();
    TokenValidatorMonitor other = atEachEnd(told::incrementAndGet);
    try (CapturedLog log = new CapturedLog();
        TokenValidator validator =
            scene
                .builder(scene.config().build())
                .monitor(failingAtEachEnd(error))
                .monitor(other)
                .build()) {
      for (int i = 0; i < 3; i++) {
        assertThat(validator.validate(scene.token().compact()).subject()).isEqualTo("test-user");
      }

      assertThat(told).hasValue(3);
      assertThat(log.lines(Level.WARNING)).singleElement().asString().contains("not called again");
    }
  }
}
