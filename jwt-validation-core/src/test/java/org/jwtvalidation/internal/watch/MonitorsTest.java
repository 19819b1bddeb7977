// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.keysource.KeyRefreshReport;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.monitor.WatchedValidator;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;

class MonitorsTest {

  private final Scene scene = new Scene();
  private final List<String> calls = new ArrayList<>();

  /** Notes each call. */
  private final class Notes implements TokenValidatorMonitor {

    private final String name;

    Notes(String name) {
      this.name = name;
    }

    private void note(Object call) {
      calls.add(name + " " + call);
    }

    @Override
    public void refreshedKeys(String issuer, KeyRefreshReport report) {
      note("refreshedKeys " + issuer);
    }

    @Override
    public void built(WatchedValidator validator) {
      note("built");
    }

    @Override
    public Recording begin(TokenType type) {
      note(type);
      return new Recording() {
        @Override
        public void completed(ValidationStep step) {
          note(step);
        }

        @Override
        public void ended(Report report) {
          note(report.outcome());
        }
      };
    }
  }

  private TokenValidator watchedBy(TokenValidatorMonitor... monitors) {
    TokenValidator.Builder builder = scene.builder(scene.config().build());
    for (TokenValidatorMonitor monitor : monitors) {
      builder.monitor(monitor);
    }
    return builder.build();
  }

  @Test
  void tellEachOneInTheirOrder() {
    TokenValidator validator = watchedBy(new Notes("a"), new Notes("b"));
    String token = scene.token().compact();
    validator.validate(token);
    assertThat(calls).startsWith("a built", "b built");
    calls.clear();

    validator.validate(token);
    assertThat(calls)
        .containsExactly(
            "a ACCESS_TOKEN",
            "b ACCESS_TOKEN",
            "a TOKEN_FORMAT_CHECK",
            "b TOKEN_FORMAT_CHECK",
            "a CACHE_LOOKUP",
            "b CACHE_LOOKUP",
            "a ACCEPTED",
            "b ACCEPTED");
  }

  @Test
  void tellOfRefreshes() {
    new Monitors(List.of(new Notes("a"), new Notes("b")))
        .refreshedKeys(
            Scene.ISSUER,
            new KeyRefreshReport(
                KeyRefreshReport.Cause.AGE,
                KeyRefreshReport.Outcome.RENEWED,
                1,
                Duration.ZERO,
                null));
    assertThat(calls)
        .containsExactly("a refreshedKeys " + Scene.ISSUER, "b refreshedKeys " + Scene.ISSUER);
  }

  @Test
  void silenceTheOneThatFailsAlone() {
    TokenValidatorMonitor failing =
        type -> {
          throw new IllegalStateException("broken");
        };
    try (CapturedLog log = new CapturedLog()) {
      TokenValidator validator = watchedBy(failing, new Notes("a"), failing, new Notes("b"));
      assertThat(validator.tryValidate("x").isAccepted()).isFalse();
      assertThat(calls).contains("a REJECTED", "b REJECTED");
      assertThat(log.text()).contains("the monitor failed and is not called again");
    }
  }

  @Test
  void tellThoseThatRecord() {
    TokenValidator validator = watchedBy(type -> null, new Notes("a"), type -> null);
    assertThat(validator.tryValidate("x").isAccepted()).isFalse();
    assertThat(calls).endsWith("a CACHE_LOOKUP", "a REJECTED");
  }

  @Test
  void costNothingIfNoneRecords() {
    assertThat(new Monitors(List.of()).begin(TokenType.ACCESS_TOKEN)).isSameAs(Watch.NONE);
    assertThat(new Monitors(List.of(type -> null)).begin(TokenType.ACCESS_TOKEN))
        .isSameAs(Watch.NONE);
  }

  /** All validations that nobody watches share it. */
  @Test
  void keepNothingOfValidationsThatNobodyWatches() {
    Watch nobody = Watch.NONE;
    nobody.begun("abc");
    nobody.foundInCache();
    nobody.found("issuer");
    nobody.found(scene.issuer.jwkSet().keys().get(0));
    nobody.completed(ValidationStep.CACHE_LOOKUP);
    nobody.failed(new AssertionError());
    nobody.accepted();
    assertThat(nobody.tokenLength()).isZero();
    assertThat(nobody.isCacheHit()).isFalse();
    assertThat(nobody.issuer()).isNull();
    assertThat(nobody.key()).isNull();
    assertThat(nobody.rejection()).isNull();
    assertThat(nobody.step()).isEqualTo(ValidationStep.TOKEN_FORMAT_CHECK);
    assertThat(nobody.outcome()).isEqualTo(TokenValidatorMonitor.Outcome.ABANDONED);
  }

  @Test
  void tellTheEndOnce() {
    OutOfMemoryError exhausted = new OutOfMemoryError("heap");
    Notes notes = new Notes("a");
    TokenValidatorMonitor failing =
        type ->
            report -> {
              throw exhausted;
            };
    Watch watch = new Monitors(List.of(failing, notes, failing)).begin(TokenType.ACCESS_TOKEN);
    watch.completed(ValidationStep.CACHE_STORE);
    assertThatThrownBy(watch::accepted).isSameAs(exhausted);
    watch.failed(exhausted);
    assertThat(calls).containsExactly("a ACCESS_TOKEN", "a CACHE_STORE", "a ACCEPTED");
    assertThat(watch.step()).isEqualTo(ValidationStep.CACHE_STORE);
    assertThat(watch.outcome()).isEqualTo(TokenValidatorMonitor.Outcome.ACCEPTED);
  }

  @Test
  void tellTheEndOfAValidationThatAnotherMonitorDoesNotLetBegin() {
    OutOfMemoryError exhausted = new OutOfMemoryError("heap");
    TokenValidatorMonitor failing =
        type -> {
          throw exhausted;
        };
    TokenValidator validator = watchedBy(new Notes("a"), failing, new Notes("b"));
    calls.clear();
    assertThatThrownBy(() -> validator.validate("x")).isSameAs(exhausted);
    assertThat(calls).containsExactly("a ACCESS_TOKEN", "a ABANDONED");

    Monitors first = new Monitors(List.of(failing, new Notes("b")));
    assertThatThrownBy(() -> first.begin(TokenType.ACCESS_TOKEN)).isSameAs(exhausted);
    assertThat(calls).hasSize(2);
  }

  /** As where the clock of a validator throws before the format of an ID token is checked. */
  @Test
  void tellOfAValidationThatEndsInItsFirstStep() {
    Watch watch = new Monitors(List.of(new Notes("a"))).begin(TokenType.ID_TOKEN);
    watch.failed(new IllegalStateException("no clock"));
    assertThat(calls).containsExactly("a ID_TOKEN", "a ABANDONED");
    assertThat(watch.step()).isEqualTo(ValidationStep.TOKEN_FORMAT_CHECK);
  }

  @Test
  void areMonitors() {
    assertThatNullPointerException()
        .isThrownBy(() -> TokenValidator.builder().monitor(null))
        .withMessage("monitor");
  }
}
