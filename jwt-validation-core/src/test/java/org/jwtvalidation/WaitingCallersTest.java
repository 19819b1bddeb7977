// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

/** Callers that wait for keys or a resolver, and go on on their own threads. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class WaitingCallersTest {

  private static final ThreadLocal<String> REQUEST = new ThreadLocal<>();

  private final Scene scene = new Scene();
  private final CompletableFuture<JwkSet> keys = new CompletableFuture<>();
  private final CountDownLatch waiting = new CountDownLatch(1);
  private final AtomicInteger asked = new AtomicInteger();
  private final Set<String> seen = ConcurrentHashMap.newKeySet();

  /** Keys that come when a test says so. */
  private final KeySource late =
      new KeySource() {
        @Override
        public @Nullable JwkSet jwkSet() {
          return keys.isDone() ? keys.join() : null;
        }

        @Override
        public CompletionStage<JwkSet> refreshed(@Nullable JwkSet lacking) {
          asked.incrementAndGet();
          waiting.countDown();
          return keys;
        }
      };

  /** Code of the user that is told of the request by its thread. */
  private <T> T told(String where, T answer) {
    seen.add(where + " of " + REQUEST.get());
    return answer;
  }

  private TokenValidatorMonitor monitor() {
    return type ->
        new TokenValidatorMonitor.Recording() {
          @Override
          public void completed(ValidationStep step) {
            told(step.name(), step);
          }

          @Override
          public void ended(TokenValidatorMonitor.Report report) {
            told("end", report);
          }
        };
  }

  private IssuerConfig config() {
    return scene
        .config()
        .keySource(late)
        .claimCheck("own", claims -> told("check", true))
        .roles(claims -> told("roles", List.of("buyer")))
        .scopes(claims -> told("scopes", List.of("orders")))
        .build();
  }

  private void assertGoesOn(TokenValidator validator, boolean idToken) throws Exception {
    String token =
        idToken ? scene.token().idToken("client", "n-1").compact() : scene.token().compact();
    CompletableFuture<ValidationResult<?>> result = new CompletableFuture<>();
    Thread caller =
        new Thread(() -> {
          REQUEST.set("request 7");
          result.complete(
              idToken
                  ? validator.tryValidateIdToken(token, IdTokenExpectation.of("client", "n-1"))
                  : validator.tryValidate(token));
        });
    caller.start();
    waiting.await();
    assertThat(result).isNotDone();
    keys.complete(scene.issuer.jwkSet());

    assertThat(result.get().isAccepted()).isTrue();
    assertThat(seen).contains("check of request 7", "end of request 7");
    assertThat(seen).allMatch(told -> told.endsWith(" of request 7"));
  }

  @Test
  void runCodeOfUsersOnTheirOwnThreads() throws Exception {
    try (TokenValidator validator = scene.builder(config()).monitor(monitor()).build()) {
      assertGoesOn(validator, false);
      assertThat(seen)
          .contains("roles of request 7", "scopes of request 7", "CACHE_STORE of request 7");
    }
  }

  @Test
  void runCodeOfUsersOnTheirOwnThreadsForIdTokens() throws Exception {
    try (TokenValidator validator = scene.builder(config()).monitor(monitor()).build()) {
      assertGoesOn(validator, true);
    }
  }

  @Test
  void runCodeOfUsersOnTheirOwnThreadsAfterTheResolver() throws Exception {
    try (TokenValidator validator =
        TokenValidator.builder()
            .clock(scene.clock)
            .monitor(monitor())
            .issuerResolver(name -> config())
            .build()) {
      assertGoesOn(validator, false);
    }
  }

  @Test
  void keepTheirInterruptWhileTheyWaitForTheResolver() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (TokenValidator validator =
        TokenValidator.builder()
            .clock(scene.clock)
            .issuerResolver(name -> {
              waiting.countDown();
              try {
                end.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return null;
            })
            .build()) {
      FutureTask<ValidationResult<AccessToken>> call =
          new FutureTask<>(() -> {
            ValidationResult<AccessToken> result = validator.tryValidate(scene.token().compact());
            assertThat(Thread.interrupted()).isTrue();
            return result;
          });
      Thread caller = new Thread(call);
      caller.start();
      waiting.await();
      caller.interrupt();
      assertThat(call.get())
          .isInstanceOfSatisfying(
              ValidationResult.Undecided.class,
              undecided ->
                  assertThat(undecided.cause())
                      .hasMessage("the issuer resolver has not answered")
                      .hasCauseInstanceOf(InterruptedException.class));
    } finally {
      end.countDown();
    }
  }

  @Test
  void areNotRefusedHoweverManyTheyAre() throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "needs virtual threads");
    int callers = 50_000;
    String token = scene.token().compact();
    try (TokenValidator validator = scene.validator(config -> config.keySource(late))) {
      Executor threads = virtualThreads();
      List<CompletableFuture<ValidationResult<?>>> results = new ArrayList<>();
      for (int i = 0; i < callers; i++) {
        CompletableFuture<ValidationResult<?>> result = new CompletableFuture<>();
        results.add(result);
        threads.execute(() -> {
          try {
            result.complete(validator.tryValidate(token));
          } catch (Throwable e) {
            result.completeExceptionally(e);
          }
        });
      }
      Patience.until(() -> asked.get() == callers);
      assertThat(results).noneMatch(CompletableFuture::isDone);
      keys.complete(scene.issuer.jwkSet());
      for (CompletableFuture<ValidationResult<?>> result : results) {
        assertThat(result.get().isAccepted()).isTrue();
      }
    }
  }

  /** By their name, since the tests are compiled for Java 17. */
  private static Executor virtualThreads() throws ReflectiveOperationException {
    return (Executor)
        Class.forName("java.util.concurrent.Executors")
            .getMethod("newVirtualThreadPerTaskExecutor")
            .invoke(null);
  }
}
