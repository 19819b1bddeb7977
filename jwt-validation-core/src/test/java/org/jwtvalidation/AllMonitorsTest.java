package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.keysource.KeyRefreshReport;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.monitor.TokenValidatorMonitor.Recording;
import org.jwtvalidation.monitor.WatchedValidator;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;

class AllMonitorsTest {

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
      note("refreshedKeys");
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
        public void tokenLength(int characters) {
          note("tokenLength");
        }

        @Override
        public void cacheHit() {
          note("cacheHit");
        }

        @Override
        public void issuerFound(String issuer) {
          note("issuerFound");
        }

        @Override
        public void keyFound(VerificationKey key) {
          note("keyFound");
        }

        @Override
        public void completed(ValidationStep step) {
          note(step);
        }

        @Override
        public void accepted() {
          note("accepted");
        }

        @Override
        public void rejected(Rejection rejection) {
          note("rejected");
        }

        @Override
        public void undecided() {
          note("undecided");
        }

        @Override
        public void abandoned() {
          note("abandoned");
        }
      };
    }
  }

  private TokenValidator watchedBy(TokenValidatorMonitor monitor) {
    return scene.builder(scene.config().build()).monitor(monitor).build();
  }

  @Test
  void passesEveryCallToEachInTheirOrder() {
    TokenValidator validator = watchedBy(TokenValidatorMonitor.all(new Notes("a"), new Notes("b")));
    String token = scene.token().compact();
    validator.validate(token);
    calls.clear();
    validator.validate(token);

    assertThat(calls)
        .containsExactly(
            "a ACCESS_TOKEN",
            "b ACCESS_TOKEN",
            "a tokenLength",
            "b tokenLength",
            "a TOKEN_FORMAT_CHECK",
            "b TOKEN_FORMAT_CHECK",
            "a cacheHit",
            "b cacheHit",
            "a issuerFound",
            "b issuerFound",
            "a keyFound",
            "b keyFound",
            "a CACHE_LOOKUP",
            "b CACHE_LOOKUP",
            "a accepted",
            "b accepted");
  }

  @Test
  void passesEveryKindOfEnd() {
    TokenValidatorMonitor both = TokenValidatorMonitor.all(new Notes("a"), new Notes("b"));
    Recording recording = both.begin(TokenType.ID_TOKEN);
    recording.rejected(new Rejection(ValidationStep.CACHE_LOOKUP, Reason.EXPIRED, "exp"));
    recording.undecided();
    recording.abandoned();
    both.refreshedKeys(
        Scene.ISSUER,
        new KeyRefreshReport(
            KeyRefreshReport.Cause.AGE, KeyRefreshReport.Outcome.RENEWED, 1, Duration.ZERO, null));
    Scene scene = new Scene();
    scene.builder(scene.config().build()).monitor(both).build().close();

    assertThat(calls)
        .containsExactly(
            "a ID_TOKEN",
            "b ID_TOKEN",
            "a rejected",
            "b rejected",
            "a undecided",
            "b undecided",
            "a abandoned",
            "b abandoned",
            "a refreshedKeys",
            "b refreshedKeys",
            "a built",
            "b built");
  }

  @Test
  void silencesTheOneThatFailsAlone() {
    TokenValidatorMonitor failing =
        type -> {
          throw new IllegalStateException("broken");
        };
    try (CapturedLog log = new CapturedLog()) {
      TokenValidator validator =
          watchedBy(TokenValidatorMonitor.all(failing, new Notes("a"), failing, new Notes("b")));
      assertThat(validator.tryValidate("x").isAccepted()).isFalse();
      assertThat(calls).contains("a rejected", "b rejected");
      assertThat(log.text()).contains("the monitor failed and is not called again");
    }
  }

  @Test
  void isNothingMoreThanWhatItCombines() {
    TokenValidatorMonitor none = TokenValidatorMonitor.none();
    assertThat(TokenValidatorMonitor.all()).isSameAs(none);
    assertThat(TokenValidatorMonitor.all(none, none)).isSameAs(none);
    TokenValidatorMonitor one = TokenValidatorMonitor.all(none, new Notes("a"));
    assertThat(TokenValidatorMonitor.all(one)).isSameAs(one);
    assertThatNullPointerException()
        .isThrownBy(() -> TokenValidatorMonitor.all((TokenValidatorMonitor) null));
  }

  @Test
  void isTheOnlyWayToSeveralMonitors() {
    TokenValidator.Builder builder = TokenValidator.builder().monitor(new Notes("a"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.monitor(new Notes("b")))
        .withMessageStartingWith("monitor: already set; ")
        .withMessageContaining("TokenValidatorMonitor.all");
  }
}
