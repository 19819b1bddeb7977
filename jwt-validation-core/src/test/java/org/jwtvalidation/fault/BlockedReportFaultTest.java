// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.jwtvalidation.fault.FaultScene.assertAccepted;
import static org.jwtvalidation.fault.FaultScene.await;
import static org.jwtvalidation.fault.FaultScene.awaitOpen;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED25519;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.Row;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkText;
import org.jwtvalidation.jwk.KeysOf;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeyRefreshReport;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.keysource.KeySourceHealth.State;
import org.jwtvalidation.keysource.SteeredTime;
import org.jwtvalidation.keysource.Waiting;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestResponse;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationResult;

/** Listeners and log appenders that block or fail. */
@Tag("jdk-independent")
@Timeout(300)
class BlockedReportFaultTest {

  private final FaultScene scene = new FaultScene();
  private final CountDownLatch testIsOver = new CountDownLatch(1);

  @AfterEach
  void closeScene() {
    testIsOver.countDown();
    scene.close();
  }

  private void blockForever() {
    try {
      testIsOver.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private enum Listener {
    NEVER_RETURNS,
    SLEEPS,
    THROWS,
    FAILS_BY_AN_ERROR,
    VALIDATES,
    WARMS_UP
  }

  private void misbehave(Listener listener, TokenValidator validator) {
    switch (listener) {
      case NEVER_RETURNS -> blockForever();
      case SLEEPS -> {
        try {
          testIsOver.await(FaultScene.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      case THROWS -> throw new IllegalStateException("deaf");
      case FAILS_BY_AN_ERROR -> throw new NoClassDefFoundError("deaf");
      case VALIDATES -> {
        var unused = validator.tryValidate(scene.token());
      }
      case WARMS_UP -> validator.warmUp();
    }
  }

  private TokenValidator validator(Consumer<KeyRefreshReport> listener) {
    TokenValidatorMonitor monitor =
        new TokenValidatorMonitor() {
          @Override
          public @Nullable Recording begin(TokenType type) {
            return null;
          }

          @Override
          public void refreshedKeys(String issuer, KeyRefreshReport report) {
            listener.accept(report);
          }
        };
    return TokenValidator.builder()
        .issuer(
            IssuerConfig.builder(scene.issuer.issuer())
                .audience(TestIssuer.AUDIENCE)
                .keySource(scene.source().build())
                .build())
        .clock(() -> Instant.ofEpochMilli(scene.wallTime.get()))
        .monitor(monitor)
        .build();
  }

  /** Fetches, background refreshes and fetches for unknown keys go on, also past hard expiry. */
  private void assertGoesOnRefreshing(TokenValidator validator) {
    assertAccepted(validator, scene.token());
    for (int refresh = 2; refresh <= 4; refresh++) {
      long expected = refresh;
      scene.pass(Duration.ofMinutes(8));
      assertAccepted(validator, scene.token());
      await(() -> scene.health(validator).refreshes() == expected);
    }
    scene.issuer.rotate(ES256);
    scene.pass(Duration.ofMinutes(1));
    assertAccepted(validator, scene.token());
    scene.pass(Duration.ofHours(13));
    assertAccepted(validator, scene.token());
    assertThat(scene.health(validator).state()).isEqualTo(State.CURRENT);
    assertThat(scene.health(validator).failedRefreshes()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  @Row({"F36", "F39"})
  @DisplayName("a listener that blocks, fails or uses the validator")
  void refreshesWhateverTheListenerDoes(Listener listener) {
    AtomicReference<TokenValidator> self = new AtomicReference<>();
    AtomicInteger reports = new AtomicInteger();
    AtomicInteger returned = new AtomicInteger();
    try (TokenValidator validator =
        validator(report -> {
          reports.incrementAndGet();
          misbehave(listener, self.get());
          returned.incrementAndGet();
        })) {
      self.set(validator);
      assertGoesOnRefreshing(validator);
      await(() -> reports.get() > 0);
      switch (listener) {
        case NEVER_RETURNS, SLEEPS ->
            assertThat(returned).as("all refreshes were over before").hasValue(0);
        // Whatever the listener throws is lost, but then it does not return.
        case VALIDATES, WARMS_UP -> await(() -> returned.get() == reports.get());
        case THROWS, FAILS_BY_AN_ERROR -> {}
      }
    }
  }

  @Test
  @Row({"F36", "F39"})
  @DisplayName("a listener that closes the validator")
  void survivesListenerThatClosesTheValidator() {
    AtomicReference<TokenValidator> self = new AtomicReference<>();
    CountDownLatch closed = new CountDownLatch(1);
    try (TokenValidator validator =
        validator(report -> {
          self.get().close();
          closed.countDown();
        })) {
      self.set(validator);
      // Undecided if the validator is closed before the end of the validation that is reported.
      assertThat(validator.tryValidate(scene.token()))
          .isNotInstanceOf(ValidationResult.Rejected.class);
      await(() -> closed.getCount() == 0);
      assertThatIllegalStateException().isThrownBy(() -> validator.tryValidate(scene.token()));
    }
  }

  @Test
  @Row({"F36", "F39"})
  @DisplayName("a listener that blocks, and time-outs of the application")
  void delaysNoTimeoutOfTheApplication() {
    CountDownLatch told = new CountDownLatch(1);
    scene.issuer.jwksResponse(TestResponse.json("{}").stallingAfter(1));
    HttpKeySource source = FaultScene.hurried(scene.source()).build();
    try (source) {
      source.onRefresh(report -> {
        told.countDown();
        blockForever();
      });
      Waiting.refreshIfDue(source);
      awaitOpen(told);
      CompletableFuture<String> ofApplication =
          new CompletableFuture<String>().completeOnTimeout("in time", 1, TimeUnit.MILLISECONDS);
      assertThat(ofApplication).succeedsWithin(FaultScene.PATIENCE);
    }
  }

  /** An appender of the library's logger, which misbehaves at warnings. */
  private static final class Appender extends Handler implements AutoCloseable {

    // Otherwise the log manager may forget the logger, and this handler with it.
    private final Logger logger = Logger.getLogger("org.jwtvalidation");
    private final AtomicInteger warnings = new AtomicInteger();
    private final Runnable misbehaviour;

    Appender(Runnable misbehaviour) {
      this.misbehaviour = misbehaviour;
      logger.addHandler(this);
    }

    @Override
    public void publish(LogRecord logged) {
      if (logged.getLevel().equals(Level.WARNING)) {
        warnings.incrementAndGet();
        misbehaviour.run();
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
      logger.removeHandler(this);
    }
  }

  private Appender appender(boolean blocks) {
    return new Appender(() -> {
      if (!blocks) {
        throw new StackOverflowError("no log");
      }
      blockForever();
    });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Row({"F37", "F39"})
  @DisplayName("a log appender that blocks, or fails by an error, at a warning")
  void refreshesWhateverTheAppenderDoes(boolean blocks) {
    TokenValidator validator = scene.validator(scene.source());
    assertAccepted(validator, scene.token());
    try (Appender appender = appender(blocks)) {
      scene.issuer.jwksResponse(TestResponse.status(503));
      scene.pass(Duration.ofMinutes(8));
      assertAccepted(validator, scene.token());
      await(() -> scene.health(validator).failedRefreshes() == 1);
      await(() -> appender.warnings.get() == 1);

      // One of the keys is worth another warning.
      scene.issuer.jwksResponse(TestResponse.json(JwkText.set(scene.issuer.key(ES256).jwk(), "7")));
      scene.pass(Duration.ofHours(13));
      assertAccepted(validator, scene.token());
      assertThat(scene.health(validator).state()).isEqualTo(State.CURRENT);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Row({"F37", "F39"})
  @DisplayName("a log appender that blocks, or fails by an error, and keys in a file")
  void readsFileWhateverTheAppenderDoes(boolean blocks, @TempDir Path folder) throws Exception {
    Path path = folder.resolve("jwks.json");
    JwkText first = SigningKey.shared(ES256).jwk("first");
    Files.writeString(path, JwkText.set(first));
    KeySource source = SteeredTime.fileReadByThreads(path, scene.nanoTime::get);
    try (Appender appender = appender(blocks)) {
      Files.writeString(path, "{");
      scene.pass(Duration.ofSeconds(5));
      Waiting.refreshIfDue(source);
      await(() -> source.health().failedRefreshes() == 1);
      await(() -> appender.warnings.get() == 1);

      Files.writeString(path, JwkText.set(first, "7", SigningKey.shared(ED25519).jwk("second")));
      scene.pass(Duration.ofSeconds(5));
      await(() -> KeysOf.key(Waiting.jwkSet(source), "second", Set.of(ED25519)) != null);
    }
  }
}
