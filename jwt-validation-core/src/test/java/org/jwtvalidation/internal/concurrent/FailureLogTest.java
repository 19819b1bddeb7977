// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.Answers.assertRejected;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.Scene;
import org.jwtvalidation.SettableClock;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

class FailureLogTest {

  @Test
  void logsEachKindOnceAMinuteAndBoundsTheKinds() {
    AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 5);
    FailureLog failures = new FailureLog(nanoTime::get);
    try (CapturedLog log = new CapturedLog()) {
      failures.log("a", "b", new IllegalStateException());
      failures.log("a", "b", new IllegalArgumentException());
      assertThat(log.records()).hasSize(2);
      nanoTime.addAndGet(Duration.ofSeconds(60).toNanos() - 1);
      failures.log("a", "b", new IllegalStateException());
      assertThat(log.records()).hasSize(2);
      nanoTime.incrementAndGet();
      failures.log("a", "b", new IllegalStateException());
      failures.log("a", "b", new IllegalStateException());
      assertThat(log.records()).hasSize(3);

      for (int i = 0; i < 2 * FailureLog.MAX_KINDS; i++) {
        failures.log("code " + i, "b", new IllegalStateException());
      }
      assertThat(log.records()).hasSize(FailureLog.MAX_KINDS + 1);
    }
  }

  private final Scene scene = new Scene();

  private void assertLoggedOnce(
      UnaryOperator<IssuerConfig.Builder> change, String claim, String code) {
    try (CapturedLog log = new CapturedLog();
        TokenValidator validator = scene.validator(change)) {
      for (int i = 0; i < 3; i++) {
        assertRejected(
            validator,
            scene.token().compact(),
            ValidationStep.CUSTOM_CHECKS,
            Reason.CLAIM_CHECK_FAILED,
            claim);
      }
      assertThat(log.lines(Level.WARNING))
          .singleElement()
          .asString()
          .contains(
              "the " + code + " of " + Scene.ISSUER + " failed; such tokens are rejected",
              "java.lang.IllegalStateException",
              "Caused by: java.lang.Exception: java.io.IOException",
              "at " + FailureLogTest.class.getName())
          .doesNotContain("secret");
    }
  }

  private static IllegalStateException failure() {
    return new IllegalStateException("secret", new IOException("secret"));
  }

  @Test
  void tellsOnceWhyACheckOrMapperOfTheUserFails() {
    assertLoggedOnce(
        config ->
            config.claimCheck(
                "tenant",
                claims -> {
                  throw failure();
                }),
        "tenant",
        "claim check tenant");
    assertLoggedOnce(
        config ->
            config.scopes(claims -> {
              throw failure();
            }),
        "scopes",
        "scope mapper");
    assertLoggedOnce(
        config ->
            config.roles(claims -> {
              throw failure();
            }),
        "roles",
        "role mapper");
  }

  private static TokenValidator resolving(SettableClock clock, RuntimeException failure) {
    return TokenValidator.builder()
        .clock(clock)
        .issuerResolver(issuer -> {
          throw failure;
        })
        .build();
  }

  @Test
  void tellsOnceWhyTheResolverFails() {
    RuntimeException failure = failure();
    try (CapturedLog log = new CapturedLog();
        TokenValidator validator = resolving(scene.clock, failure)) {
      for (int i = 0; i < 3; i++) {
        assertThat(validator.tryValidate(scene.token().compact()))
            .isInstanceOfSatisfying(
                ValidationResult.Undecided.class,
                undecided -> assertThat(undecided.cause()).hasCause(failure));
      }
      assertThat(log.lines(Level.WARNING))
          .singleElement()
          .asString()
          .contains("the issuer resolver failed", "java.lang.IllegalStateException")
          .doesNotContain("secret");
    }
  }

  @Test
  void saysNothingOfAResolverThatCannotTell() {
    try (CapturedLog log = new CapturedLog();
        TokenValidator validator =
            resolving(scene.clock, new UndecidedException("no database", null))) {
      assertThat(validator.tryValidate(scene.token().compact()).isAccepted()).isFalse();
      assertThat(log.lines(Level.WARNING)).isEmpty();
    }
  }

  /** An exception of the user's, whose methods fail as well. */
  private static final class Unspeakable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no words");
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      throw new IllegalStateException("no trace");
    }
  }

  @Test
  void namesTheClassOfAFailureThatHidesTheRest() {
    assertThat(FailureLog.described(new Unspeakable())).isEqualTo(Unspeakable.class.getName());
    UnaryOperator<IssuerConfig.Builder> failing =
        config ->
            config.claimCheck(
                "tenant",
                claims -> {
                  throw new Unspeakable();
                });
    try (CapturedLog log = new CapturedLog();
        TokenValidator validator = scene.validator(failing)) {
      assertRejected(
          validator,
          scene.token().compact(),
          ValidationStep.CUSTOM_CHECKS,
          Reason.CLAIM_CHECK_FAILED,
          "tenant");
      assertThat(log.lines(Level.WARNING))
          .singleElement()
          .asString()
          .contains("Exception: " + Unspeakable.class.getName());
    }
  }

  @Test
  void endsWhereACauseIsItsOwn() {
    RuntimeException one = new IllegalStateException();
    one.initCause(new IllegalArgumentException(one));
    try (CapturedLog log = new CapturedLog()) {
      new FailureLog().logWithoutMessage("a", "b", one);
      assertThat(log.records()).hasSize(1);
    }
  }
}
