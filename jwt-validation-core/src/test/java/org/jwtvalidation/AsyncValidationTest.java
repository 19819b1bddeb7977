// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED25519;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.keysource.KeySourceException;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.IdToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class AsyncValidationTest {

  private final Scene scene = new Scene();

  /** A source whose keys come when a test says so. */
  private static final class LateSource implements KeySource {

    private volatile CompletableFuture<JwkSet> jwkSet = new CompletableFuture<>();
    private volatile CompletableFuture<JwkSet> refreshed = new CompletableFuture<>();

    @Override
    public @Nullable JwkSet jwkSet() {
      return jwkSet.isDone() ? jwkSet.join() : null;
    }

    @Override
    public CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
      return seen == null ? jwkSet : refreshed;
    }
  }

  private TokenValidator validator(KeySource source) {
    return scene.validator(config -> config.keySource(source));
  }

  private static String threadOf(CompletableFuture<?> validation) {
    CompletableFuture<String> thread = new CompletableFuture<>();
    var unused =
        validation.whenComplete(
            (token, failure) -> thread.complete(Thread.currentThread().getName()));
    return thread.join();
  }

  @Test
  void isCompleteWhereTheKeysAreAtHand() {
    try (TokenValidator validator = validator(KeySource.of(scene.issuer.jwkSet()))) {
      String token = scene.token().compact();
      CompletableFuture<AccessToken> miss = Answers.future(validator, token);
      assertThat(miss).isCompleted();
      CompletableFuture<AccessToken> hit = Answers.future(validator, token);
      assertThat(hit).isCompleted();
      assertThat(hit.join()).isSameAs(miss.join()).isSameAs(validator.validate(token));
      assertThat(threadOf(hit)).isEqualTo(Thread.currentThread().getName());
    }
  }

  @Test
  void completesOnAThreadOfTheLibraryWhenTheKeysCome() throws InterruptedException {
    LateSource source = new LateSource();
    AtomicReference<String> checkedOn = new AtomicReference<>();
    try (TokenValidator validator =
        scene.validator(config ->
            config
                .keySource(source)
                .claimCheck(
                    "thread",
                    claims -> {
                      checkedOn.set(Thread.currentThread().getName());
                      return true;
                    }))) {
      CompletableFuture<AccessToken> validation =
          Answers.future(validator, scene.token().compact());
      CompletableFuture<String> dependent =
          validation.thenApply(token -> Thread.currentThread().getName());
      assertThat(validation).isNotDone();

      Thread bringer =
          new Thread(() -> source.jwkSet.complete(scene.issuer.jwkSet()), "brings-the-keys");
      bringer.start();
      bringer.join();
      assertThat(dependent.join()).startsWith("jwt-validation-").isEqualTo(checkedOn.get());
      assertThat(validation.join().issuer()).isEqualTo(Scene.ISSUER);
    }
  }

  @Test
  void findsKeyThatIsNewSince() {
    LateSource source = new LateSource();
    JwkSet before = scene.issuer.jwkSet();
    source.jwkSet.complete(before);
    try (TokenValidator validator = validator(source)) {
      String token = scene.token().signedBy(scene.issuer.key(ED25519)).compact();
      CompletableFuture<AccessToken> validation = Answers.future(validator, token);
      assertThat(validation).isNotDone();
      source.refreshed.complete(scene.issuer.jwkSet());
      assertThat(validation.join().keyId()).isNotNull();
    }
  }

  @Test
  void rejectsTokenWhoseKeyNoRefreshBrings() {
    LateSource source = new LateSource();
    source.jwkSet.complete(scene.issuer.jwkSet());
    source.refreshed = CompletableFuture.completedFuture(scene.issuer.jwkSet());
    Rejection unknown = new Rejection(ValidationStep.KEY_RESOLUTION, Reason.KEY_UNKNOWN, "kid");
    try (TokenValidator validator = validator(source)) {
      String token = scene.token().header("kid", "invented").compact();
      assertThat(validator.tryValidateAsync(token).join())
          .isEqualTo(new ValidationResult.Rejected<>(unknown));

      AtomicInteger refreshes = new AtomicInteger();
      KeySource alwaysNew =
          new KeySource() {
            @Override
            public JwkSet jwkSet() {
              return scene.issuer.jwkSet();
            }

            @Override
            public CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
              refreshes.incrementAndGet();
              return CompletableFuture.completedStage(JwkSet.parse(scene.issuer.jwkSetJson()));
            }
          };
      try (TokenValidator other = validator(alwaysNew)) {
        assertThat(other.tryValidateAsync(token).join())
            .isEqualTo(new ValidationResult.Rejected<>(unknown));
        assertThat(refreshes).hasValue(2);
      }
    }
  }

  @Test
  void servesNoCachedTokenWithoutKeysAtHand() {
    LateSource source = new LateSource();
    source.jwkSet.complete(scene.issuer.jwkSet());
    try (TokenValidator validator = validator(source)) {
      String token = scene.token().compact();
      AccessToken first = Answers.future(validator, token).join();
      JwkSet keys = source.jwkSet.join();
      source.jwkSet = new CompletableFuture<>();
      CompletableFuture<AccessToken> waiting = Answers.future(validator, token);
      assertThat(waiting).isNotDone();
      source.jwkSet.complete(keys);
      assertThat(waiting.join()).isEqualTo(first);
      assertThat(Answers.future(validator, token)).isCompleted();

      source.jwkSet = CompletableFuture.failedFuture(new KeySourceException("expired", null));
      assertThat(validator.tryValidateAsync(token).join())
          .isInstanceOf(ValidationResult.Undecided.class);
    }
  }

  @Test
  void callsCodeThatMayBlockOnAThreadOfTheLibraryOnceForAll() {
    CountDownLatch answer = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    KeySource blocking =
        KeySource.polling(
            "vault",
            Duration.ofMinutes(10),
            () -> {
              calls.incrementAndGet();
              answer.await();
              return scene.issuer.jwkSet();
            });
    try (TokenValidator validator = validator(blocking)) {
      List<CompletableFuture<AccessToken>> validations = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        validations.add(Answers.future(validator, scene.token().claim("jti", "t" + i).compact()));
      }
      assertThat(validations).noneMatch(CompletableFuture::isDone);
      answer.countDown();
      for (CompletableFuture<AccessToken> validation : validations) {
        assertThat(validation.join().issuer()).isEqualTo(Scene.ISSUER);
      }
      assertThat(calls).hasValue(1);
    }
  }

  @Test
  void isUndecidedWhereTheSourceFails() {
    List<KeySource> failing =
        List.of(
            () -> {
              throw new IllegalStateException("the vault is sealed");
            },
            () -> null,
            later(null),
            later(CompletableFuture.completedFuture(null)),
            later(CompletableFuture.failedFuture(new CancellationException())),
            later(CompletableFuture.failedFuture(new KeySourceException("sealed", null))),
            later(CompletableFuture.failedFuture(new IllegalStateException("sealed"))));
    for (KeySource source : failing) {
      try (TokenValidator validator = validator(source)) {
        assertThat(validator.tryValidateAsync(scene.token().compact()).join())
            .isInstanceOf(ValidationResult.Undecided.class);
        assertThatThrownBy(
                () -> Answers.outcome(Answers.future(validator, scene.token().compact())))
            .isInstanceOf(UndecidedException.class);
      }
    }
  }

  /** A source without keys at hand. */
  private static KeySource later(@Nullable CompletableFuture<JwkSet> stage) {
    return new KeySource() {
      @Override
      public @Nullable JwkSet jwkSet() {
        return null;
      }

      @Override
      public @Nullable CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
        return stage;
      }
    };
  }

  @Test
  void isUndecidedWhereTheRefreshFails() {
    KeySource source =
        new KeySource() {
          @Override
          public JwkSet jwkSet() {
            return scene.issuer.jwkSet();
          }

          @Override
          public CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
            throw new IllegalStateException("the vault is sealed");
          }
        };
    try (TokenValidator validator = validator(source)) {
      assertThat(
              validator.tryValidateAsync(scene.token().header("kid", "invented").compact()).join())
          .isInstanceOf(ValidationResult.Undecided.class);
    }
  }

  @Test
  void isNotStoppedByOneThatIsCancelled() throws InterruptedException {
    LateSource source = new LateSource();
    CountDownLatch accepted = new CountDownLatch(1);
    TokenValidatorMonitor monitor =
        type ->
            report -> {
              if (report.outcome() == TokenValidatorMonitor.Outcome.ACCEPTED) {
                accepted.countDown();
              }
            };
    try (TokenValidator validator =
        scene.builder(scene.config().keySource(source).build()).monitor(monitor).build()) {
      CompletableFuture<AccessToken> cancelled = Answers.future(validator, scene.token().compact());
      assertThat(cancelled.cancel(true)).isTrue();
      source.jwkSet.complete(scene.issuer.jwkSet());
      accepted.await();
      assertThat(cancelled).isCancelled();
    }
  }

  /** An Error is no answer, and nothing hides it. */
  @Test
  void failsWithTheErrorOfACheck() {
    try (TokenValidator validator =
        scene.validator(config ->
            config.claimCheck(
                "broken",
                claims -> {
                  throw new NoClassDefFoundError("broken");
                }))) {
      assertThatThrownBy(() -> Answers.outcome(Answers.future(validator, scene.token().compact())))
          .isInstanceOf(NoClassDefFoundError.class);
      assertThatThrownBy(() -> validator.tryValidateAsync(scene.token().compact()).join())
          .isInstanceOf(CompletionException.class)
          .hasRootCauseInstanceOf(NoClassDefFoundError.class);
    }
  }

  @Test
  void refusesToStartOnceClosed() {
    TokenValidator validator = scene.validator();
    validator.close();
    assertThatIllegalStateException()
        .isThrownBy(() -> Answers.future(validator, scene.token().compact()).join());
  }

  @Test
  void validatesIdTokensOnceTheirKeysCome() {
    LateSource source = new LateSource();
    try (TokenValidator validator = validator(source)) {
      String token = scene.token().idToken("client", "n-1").compact();
      CompletableFuture<IdToken> validation =
          Answers.future(validator, token, IdTokenExpectation.of("client", "n-1"));
      assertThat(validation).isNotDone();
      source.jwkSet.complete(scene.issuer.jwkSet());
      assertThat(validation.join().subject()).isNotNull();
    }
  }
}
