// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.keys;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.jwtvalidation.Answers.assertAccepted;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.Patience;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.KeyTables;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeyFetcher;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.keysource.KeySourceHealth;
import org.jwtvalidation.keysource.KeySourceHealth.State;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidationResult;

/** Keys that are there before the first token, and the probe that finds out. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class WarmUpTest {

  private static final String OTHER = "https://other.example";
  private static final String THIRD = "https://third.example";

  private final Scene scene = new Scene();
  private final Scene other = new Scene(OTHER);
  private final Scene third = new Scene(THIRD);

  /** Keys that are somewhere else than the issuer, so that messages have to name the issuer. */
  private static HttpKeySource.Builder source(KeyFetcher fetcher) {
    return HttpKeySource.jwksUri(URI.create("https://keys.example/jwks")).fetcher(fetcher);
  }

  private static KeyFetcher.Response keys(Scene scene) {
    return response(200, scene.issuer.jwkSetJson());
  }

  private static KeyFetcher.Response response(int status, String body) {
    return new KeyFetcher.Response(status, Map.of(), body.getBytes(UTF_8));
  }

  private static CompletionStage<KeyFetcher.Response> down(KeyFetcher.Request request) {
    return CompletableFuture.completedFuture(response(503, ""));
  }

  private static IssuerConfig config(Scene scene, KeySource source) {
    return scene.config().keySource(source).build();
  }

  private static IssuerConfig config(Scene scene, KeyFetcher fetcher) {
    return config(scene, source(fetcher).build());
  }

  /** None of them answers before the last of them was asked. */
  @Test
  void fetchesTheKeysOfAllIssuersSideBySide() {
    List<CompletableFuture<Void>> asked = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      asked.add(new CompletableFuture<>());
    }
    CompletableFuture<Void> all =
        CompletableFuture.allOf(asked.toArray(new CompletableFuture<?>[0]));
    AtomicInteger turn = new AtomicInteger();
    List<IssuerConfig> configs = new ArrayList<>();
    for (Scene each : List.of(scene, other, third)) {
      KeyFetcher fetcher =
          request -> {
            asked.get(turn.getAndIncrement()).complete(null);
            return all.thenApply(done -> keys(each));
          };
      configs.add(config(each, fetcher));
    }
    try (TokenValidator validator = scene.builder(configs.toArray(new IssuerConfig[0])).build()) {
      validator.warmUp();
      assertThat(validator.keyHealth().values()).extracting("state").containsOnly(State.CURRENT);
      assertAccepted(validator, scene.token().compact());
      assertAccepted(validator, other.issuer.token().at(scene.clock).compact());
      validator.warmUp();
      assertThat(turn).as("requests").hasValue(3);
    }
  }

  /** However many of them hang: they do so at the same time, until the last of them was asked. */
  @Test
  void waitsForAllIssuersAsLongAsForOne() {
    int issuers = 20;
    AtomicInteger asked = new AtomicInteger();
    CompletableFuture<KeyFetcher.Response> hanging = new CompletableFuture<>();
    KeyFetcher fetcher =
        request -> {
          if (asked.incrementAndGet() == issuers) {
            hanging.complete(response(503, ""));
          }
          return hanging;
        };
    TokenValidator.Builder builder = TokenValidator.builder();
    for (int i = 0; i < issuers; i++) {
      builder.issuer(
          IssuerConfig.builder("https://issuer-" + i + ".example")
              .audience("a")
              .keySource(source(fetcher).totalTimeout(Patience.LONG).build())
              .build());
    }
    try (TokenValidator validator = builder.build()) {
      assertThatExceptionOfType(UndecidedException.class)
          .isThrownBy(validator::warmUp)
          .withMessageMatching(
              "(https://issuer-\\d+\\.example: no keys of https://keys\\.example/jwks: status 503;"
                  + " next attempt in \\d+ ms(; )?){20}");
    }
  }

  /** However soon they may be asked again: one that fails early has its answer. */
  @Test
  void waitsForOneFetchOfEachIssuer() {
    Duration soon = Duration.ofMillis(1);
    AtomicInteger requests = new AtomicInteger();
    TokenValidator.Builder builder = TokenValidator.builder();
    for (int i = 0; i < 5; i++) {
      Duration answersAfter = Duration.ofMillis(5 - i).multipliedBy(10);
      builder.issuer(
          IssuerConfig.builder("https://issuer-" + i + ".example")
              .audience("a")
              .keySource(
                  source(
                          request -> {
                            requests.incrementAndGet();
                            return new CompletableFuture<KeyFetcher.Response>()
                                .completeOnTimeout(
                                    response(503, ""),
                                    answersAfter.toMillis(),
                                    TimeUnit.MILLISECONDS);
                          })
                      .retryBackoff(soon, soon)
                      .build())
              .build());
    }
    try (TokenValidator validator = builder.build()) {
      assertThatExceptionOfType(UndecidedException.class).isThrownBy(validator::warmUp);
      assertThat(requests).hasValue(5);
    }
  }

  @Test
  void saysOfEachIssuerWhatIsWrongEvenIfItIsAnError() {
    StackOverflowError error = new StackOverflowError();
    KeySource failing =
        () -> {
          throw error;
        };
    try (TokenValidator validator =
        scene.builder(config(scene, failing), config(other, () -> null)).build()) {
      assertThatExceptionOfType(UndecidedException.class)
          .isThrownBy(validator::warmUp)
          .withRootCauseInstanceOf(StackOverflowError.class)
          .withMessageStartingWith("the key source of https://issuer.example ")
          .withMessageContaining("; https://other.example: ");
    }
  }

  @Test
  void namesTheIssuersWhoseKeysAreNotThere() {
    TokenValidator validator =
        scene
            .builder(
                config(scene, WarmUpTest::down),
                config(other, request -> CompletableFuture.completedFuture(keys(other))),
                config(
                    third,
                    () -> {
                      throw new UndecidedException("the vault is sealed", null);
                    }))
            .build();
    try (validator) {
      assertThatExceptionOfType(UndecidedException.class)
          .isThrownBy(validator::warmUp)
          .withMessageMatching(
              "https://issuer\\.example: no keys of https://keys\\.example/jwks: status 503;"
                  + " next attempt in \\d+ ms; https://third\\.example: the vault is sealed")
          .havingCause()
          .isInstanceOf(UndecidedException.class)
          .withMessageStartingWith("https://issuer.example: no keys of https://keys.example/jwks");

      assertAccepted(validator, other.issuer.token().at(scene.clock).compact());
      assertThat(validator.tryValidate(scene.token().compact()))
          .isInstanceOf(ValidationResult.Undecided.class);
      assertThat(validator.keyHealth())
          .extractingByKey(OTHER)
          .extracting("state")
          .isEqualTo(State.CURRENT);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void keepsTheFlagOfAnInterruptedThread(boolean several) throws Exception {
    KeyFetcher silent = request -> new CompletableFuture<>();
    TokenValidator.Builder builder = scene.builder(config(scene, silent));
    if (several) {
      builder.issuer(config(other, silent));
    }
    try (TokenValidator validator = builder.build()) {
      FutureTask<Boolean> task =
          new FutureTask<>(() -> {
            Thread.currentThread().interrupt();
            assertThatExceptionOfType(UndecidedException.class)
                .isThrownBy(validator::warmUp)
                .withMessageContaining("interrupted");
            return Thread.currentThread().isInterrupted();
          });
      new Thread(task).start();
      assertThat(task.get()).isTrue();
    }
  }

  @Test
  void asksForTheKeysOfAllIssuersByTheThreadThatWaits() {
    List<Thread> threads = new CopyOnWriteArrayList<>();
    JwkSet jwkSet = scene.issuer.jwkSet();
    KeySource source =
        () -> {
          threads.add(Thread.currentThread());
          return jwkSet;
        };
    try (TokenValidator validator =
        scene.builder(config(scene, source), config(other, source)).build()) {
      validator.warmUp();
      assertThat(threads).hasSize(2).containsOnly(Thread.currentThread());
    }
  }

  @Test
  void refusesToBeAskedOnceClosed() {
    AtomicInteger asked = new AtomicInteger();
    TokenValidator validator =
        scene
            .builder(
                config(
                    scene,
                    request -> {
                      asked.incrementAndGet();
                      return down(request);
                    }))
            .build();
    validator.close();
    assertThatIllegalStateException()
        .isThrownBy(validator::warmUp)
        .withMessage("the validator is closed");
    assertThatIllegalStateException()
        .isThrownBy(validator::keyHealth)
        .withMessage("the validator is closed");
    assertThatIllegalStateException()
        .isThrownBy(validator::isReady)
        .withMessage("the validator is closed");
    assertThat(asked).hasValue(0);
  }

  /** Its issuer answers once it is up, and is asked again soon. */
  private TokenValidator validatorOfKeysThatComeOnce(AtomicBoolean up) {
    KeyFetcher fetcher =
        request -> up.get() ? CompletableFuture.completedFuture(keys(scene)) : down(request);
    Duration soon = Duration.ofMillis(5);
    return scene
        .builder(config(scene, source(fetcher).retryBackoff(soon, soon).build()))
        .maxTraining(Duration.ofMinutes(1))
        .build();
  }

  /** A service that is not ready gets no tokens, and without tokens nothing else refreshes. */
  @Test
  void letsTheProbeAloneBringAnIssuerBack() {
    AtomicBoolean up = new AtomicBoolean();
    try (TokenValidator validator = validatorOfKeysThatComeOnce(up)) {
      assertThatExceptionOfType(UndecidedException.class).isThrownBy(validator::warmUp);
      KeySourceHealth health = health(validator);
      assertThat(health.state()).isEqualTo(State.UNAVAILABLE);
      assertThat(health.lastError()).isEqualTo("status 503");
      assertThat(health.isUsable()).isFalse();

      Patience.until(() -> health(validator).failedRefreshes() >= 3);
      up.set(true);
      Patience.until(() -> health(validator).isUsable());
      assertThat(health(validator).lastError()).isNull();
      assertAccepted(validator, scene.token().compact());
    }
  }

  private static KeySourceHealth health(TokenValidator validator) {
    return validator.keyHealth().get(Scene.ISSUER);
  }

  @Test
  void fetchesForTheProbeThatComesFirst() {
    TokenValidator validator =
        scene
            .builder(config(scene, request -> CompletableFuture.completedFuture(keys(scene))))
            .build();
    try (validator) {
      Patience.until(() -> health(validator).state() == State.CURRENT);
    }
  }

  @Test
  void isReadyWhenTheKeysAreThereAndTrained() {
    AtomicBoolean up = new AtomicBoolean();
    try (TokenValidator validator = validatorOfKeysThatComeOnce(up)) {
      assertThat(validator.isReady()).isFalse();
      Patience.until(() -> health(validator).state() == State.UNAVAILABLE);
      assertThat(validator.isReady()).isFalse();
      up.set(true);
      Patience.until(validator::isReady);
      KeyTables tables = validator.keyTables().get(Scene.ISSUER);
      assertThat(tables.count() + tables.declined()).isOne();
    }
  }

  @Test
  void tellsTheHealthOfEachIssuerInTheirOrder() {
    JwkSet jwkSet = scene.issuer.jwkSet();
    TokenValidator validator =
        scene
            .builder(
                config(third, () -> jwkSet),
                config(scene, KeySource.of(jwkSet)),
                config(
                    other,
                    () -> {
                      throw new UndecidedException("the vault is sealed", null);
                    }))
            .build();
    try (validator) {
      Map<String, KeySourceHealth> health = validator.keyHealth();
      assertThat(health).isUnmodifiable();
      assertThat(health.keySet()).containsExactly(THIRD, Scene.ISSUER, OTHER);
      assertThat(health.values())
          .usingRecursiveFieldByFieldElementComparator()
          .containsExactly(
              KeySourceHealth.constant(jwkSet),
              KeySourceHealth.constant(jwkSet),
              KeySourceHealth.unavailable("the vault is sealed"));
      assertThat(health.get(OTHER).isUsable()).isFalse();
      assertThat(health.get(THIRD).isUsable()).isTrue();
    }
  }

  /** A key source that does everything wrong. */
  private static final class BrokenSource implements KeySource {

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final JwkSet jwkSet;

    private BrokenSource(JwkSet jwkSet) {
      this.jwkSet = jwkSet;
    }

    @Override
    public JwkSet jwkSet() {
      calls.add("jwkSet");
      return jwkSet;
    }

    @Override
    public KeySourceHealth health() {
      calls.add("health");
      throw new IllegalStateException("cannot tell");
    }
  }

  @Test
  void outlivesKeySourceThatFailsToSayHowItIs() {
    BrokenSource broken = new BrokenSource(scene.issuer.jwkSet());
    JwkSet jwkSet = other.issuer.jwkSet();
    TokenValidator validator =
        scene.builder(config(scene, broken), config(other, KeySource.of(jwkSet))).build();
    try (validator;
        CapturedLog log = new CapturedLog()) {
      assertThatCode(validator::warmUp).doesNotThrowAnyException();
      assertThat(broken.calls).containsExactly("jwkSet");
      assertThat(validator.keyHealth().values())
          .usingRecursiveFieldByFieldElementComparator()
          .containsExactly(
              KeySourceHealth.unavailable("java.lang.IllegalStateException: cannot tell"),
              KeySourceHealth.constant(jwkSet));
      // A probe comes every few seconds, and sees by the health what is wrong.
      assertThat(log.lines(Level.WARNING)).isEmpty();
      assertAccepted(validator, scene.token().compact());
    }
  }

  @Test
  void takesNothingForTheKeysOfAnIssuer() {
    TokenValidator validator =
        scene
            .builder(
                config(scene, () -> null),
                config(
                    other,
                    () -> {
                      throw new IllegalStateException("disk full");
                    }))
            .build();
    try (validator) {
      assertThatExceptionOfType(UndecidedException.class)
          .isThrownBy(validator::warmUp)
          .withMessage(
              "https://issuer.example: the key source has no keys;"
                  + " the key source of https://other.example failed");
      assertThat(validator.keyHealth().values())
          .extracting(KeySourceHealth::state)
          .containsOnly(State.UNAVAILABLE);
      assertThat(validator.keyHealth().get(OTHER).lastError()).isEqualTo("disk full");
    }
  }
}
