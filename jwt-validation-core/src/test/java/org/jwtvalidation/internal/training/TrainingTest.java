// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED25519;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.FailingAppender;
import org.jwtvalidation.Patience;
import org.jwtvalidation.internal.keys.IssuerKeys;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeySource;

/** What is compiled before tokens arrive, and how long a warm-up waits for that. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class TrainingTest {

  private static final Duration LONG = Duration.ofHours(1);

  private final List<SignatureAlgorithm> trained = new ArrayList<>();
  private final List<Runnable> inBackground = new ArrayList<>();

  private static IssuerKeys keys(SignatureAlgorithm... algorithms) {
    VerificationKey[] keys = new VerificationKey[algorithms.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = SigningKey.generate(algorithms[i]).verificationKey("key " + i);
    }
    IssuerKeys issuer =
        new IssuerKeys(
            "https://issuer.example", KeySource.of(JwkSet.of(keys)), SignaturePolicy.fastest());
    assertThat(issuer.await()).isEmpty();
    return issuer;
  }

  private CompletionStage<?> train(SignatureVerifier verifier) {
    trained.add(verifier.key().algorithm());
    return CompletableFuture.completedFuture(null);
  }

  private Training training(Duration longest) {
    return training(longest, this::train);
  }

  /** Whose tokens are not accepted. */
  private static Exercise exercise(TrainingTokens tokens, long end) {
    return new Exercise() {
      @Override
      public boolean ofSteps() {
        return false;
      }

      @Override
      public boolean ofMethods() {
        throw new AssertionError("not without the steps");
      }

      @Override
      public void close() {}
    };
  }

  /** Begins in the background when the test says so. */
  private Training training(
      Duration longest, Function<SignatureVerifier, @Nullable CompletionStage<?>> arithmetic) {
    return new Training(longest, TrainingTest::exercise, arithmetic, inBackground::add);
  }

  @Test
  void beginsOnceForTheProbeAndIsOverWhenItEnds() {
    Training training = training(LONG);
    List<IssuerKeys> issuers = List.of(keys(ES256));

    assertThat(training.isOver(issuers)).isFalse();
    assertThat(training.isOver(issuers)).isFalse();
    assertThat(inBackground).hasSize(1);
    inBackground.get(0).run();
    assertThat(trained).containsExactly(ES256);
    assertThat(training.isOver(issuers)).isTrue();
  }

  @Test
  void waitsInTheWarmUpForTheTrainingOfTheProbe() throws Exception {
    Training training = training(LONG);
    List<IssuerKeys> issuers = List.of(keys(ES256));
    assertThat(training.isOver(issuers)).isFalse();
    Thread warmUp = new Thread(() -> training.run(issuers));
    warmUp.start();
    Patience.until("its wait", () -> warmUp.getState() == Thread.State.TIMED_WAITING);
    inBackground.get(0).run();
    warmUp.join();
    assertThat(trained).as("once").containsExactly(ES256);

    training.run(issuers);
    assertThat(trained).as("again, for keys that are new").hasSize(2);
  }

  @Test
  void letsTheProbeGoOnWithoutATrainingThatTakesTooLong() {
    Training training = training(Duration.ofMillis(1));
    List<IssuerKeys> issuers = List.of(keys(ES256));

    Patience.until(() -> training.isOver(issuers));
    assertThat(inBackground).hasSize(1);
    assertThat(trained).isEmpty();
  }

  @Test
  void hasNothingToDoForTheProbeAfterTheWarmUp() {
    Training training = training(LONG);
    List<IssuerKeys> issuers = List.of(keys(ES256));
    training.run(issuers);

    assertThat(training.isOver(issuers)).isTrue();
    assertThat(inBackground).isEmpty();
  }

  @Test
  void trainsForTheProbeWhatTheWarmUpHadNoKeysFor() {
    Training training = training(LONG);
    IssuerKeys late =
        new IssuerKeys(
            "https://issuer.example",
            KeySource.of(JwkSet.of(SigningKey.shared(ES256).verificationKey("k"))),
            SignaturePolicy.fastest());
    training.run(List.of(late));
    assertThat(trained).isEmpty();

    assertThat(training.isOver(List.of(late))).isFalse();
    inBackground.get(0).run();
    assertThat(trained).containsExactly(ES256);
    assertThat(training.isOver(List.of(late))).isTrue();
  }

  @Test
  void letsTheProbeGoOnWithoutTraining() {
    assertThat(training(Duration.ZERO).isOver(List.of(keys(ES256)))).isTrue();
    assertThat(inBackground).isEmpty();
  }

  private Training threadless() {
    return new Training(
        LONG,
        TrainingTest::exercise,
        this::train,
        run -> {
          throw new OutOfMemoryError("unable to create native thread");
        });
  }

  @Test
  void letsTheProbeGoOnWhereNoThreadCanBeMade() {
    Training training = threadless();
    try (CapturedLog log = new CapturedLog()) {
      assertThat(training.isOver(List.of(keys(ES256)))).isTrue();
      assertThat(log.lines(Level.WARNING)).filteredOn(line -> line.contains("compiled")).hasSize(1);
    }
  }

  @Test
  void trainsTheKeysOfAllIssuers() {
    training(LONG).run(List.of(keys(ED25519, ES256), keys(ES256)));

    assertThat(trained).containsExactly(ED25519, ES256, ES256);
  }

  @Test
  void trainsSomeOfManyKeys() {
    SignatureAlgorithm[] many = new SignatureAlgorithm[Training.KEYS + 1];
    Arrays.fill(many, ES256);

    training(LONG).run(List.of(keys(many)));

    assertThat(trained).hasSize(Training.KEYS);
  }

  @Test
  void trainsNothingWithoutKeys() {
    IssuerKeys unknown =
        new IssuerKeys(
            "https://issuer.example",
            HttpKeySource.jwksUri(URI.create("https://issuer.example/jwks")).build(),
            SignaturePolicy.fastest());

    training(LONG).run(List.of(unknown));

    assertThat(trained).isEmpty();
  }

  @Test
  void trainsNothingInNoTime() {
    training(Duration.ZERO).run(List.of(keys(ES256)));

    assertThat(trained).isEmpty();
  }

  @Test
  void goesOnWithoutATrainingThatTakesTooLong() {
    try (CapturedLog log = new CapturedLog()) {
      training(Duration.ofNanos(1), verifier -> new CompletableFuture<>())
          .run(List.of(keys(ED25519)));

      assertThat(log.lines(Level.INFO)).filteredOn(line -> line.contains("compiled")).hasSize(1);
    }
  }

  @Test
  void goesOnWhenItIsInterruptedAndKeepsTheFlag() {
    IssuerKeys keys = keys(ES256);
    Thread.currentThread().interrupt();
    try {
      training(LONG, verifier -> new CompletableFuture<>()).run(List.of(keys));
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  /** As with no budget for tables, by which ES256 is verified. */
  @Test
  void trainsNothingThatProvidersVerify() {
    List<TrainingTokens> exercises = new ArrayList<>();
    for (SignaturePolicy policy :
        List.of(SignaturePolicy.providersOnly(), SignaturePolicy.fastest().withTableBudget(0))) {
      IssuerKeys keys =
          new IssuerKeys(
              "https://issuer.example",
              KeySource.of(JwkSet.of(SigningKey.shared(ES256).verificationKey("k"))),
              policy);
      assertThat(keys.await()).isEmpty();

      new Training(
              LONG,
              (tokens, end) -> {
                exercises.add(tokens);
                return exercise(tokens, end);
              },
              SignatureVerifier::train,
              inBackground::add)
          .run(List.of(keys));
    }
    assertThat(exercises).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"ES384", "ML_DSA_65"})
  void hasNoTokensOfAlgorithmsThatProvidersVerify(SignatureAlgorithm algorithm) {
    assertThat(TrainingTokens.of(algorithm)).isNull();
  }

  @Test
  void goesOnWithoutATrainingThatFails() {
    try (CapturedLog log = new CapturedLog()) {
      training(
              LONG,
              verifier -> {
                throw new OutOfMemoryError("unable to create native thread");
              })
          .run(List.of(keys(ES256)));

      assertThat(log.lines(Level.WARNING)).filteredOn(line -> line.contains("compiled")).hasSize(1);
    }
  }

  @Test
  void isOverThoughTheLogFails() {
    List<IssuerKeys> issuers = List.of(keys(ES256));
    Training late = training(Duration.ofNanos(1), verifier -> new CompletableFuture<>());
    Training failing =
        training(
            LONG,
            verifier -> {
              throw new OutOfMemoryError("unable to create native thread");
            });
    try (FailingAppender log = new FailingAppender()) {
      late.run(issuers);
      failing.run(issuers);
      assertThat(log.lines()).isEqualTo(2);
    }
    assertThat(late.isOver(issuers)).isTrue();
    assertThat(failing.isOver(issuers)).isTrue();
    assertThat(inBackground).isEmpty();
  }

  @Test
  void isOverForTheProbeThoughTheLogFails() {
    List<IssuerKeys> issuers = List.of(keys(ES256));
    Training failing =
        training(
            LONG,
            verifier -> {
              throw new OutOfMemoryError("unable to create native thread");
            });
    Training threadless = threadless();
    try (FailingAppender log = new FailingAppender()) {
      assertThat(threadless.isOver(issuers)).isTrue();
      assertThat(failing.isOver(issuers)).isFalse();
      inBackground.get(0).run();
      assertThat(failing.isOver(issuers)).isTrue();
      assertThat(log.lines()).isEqualTo(2);
    }
  }
}
