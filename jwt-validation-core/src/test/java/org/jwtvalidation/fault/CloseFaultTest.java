// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.jwtvalidation.fault.FaultScene.assertAccepted;
import static org.jwtvalidation.fault.FaultScene.assertUndecided;
import static org.jwtvalidation.fault.FaultScene.await;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.Row;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeyFetcher;
import org.jwtvalidation.keysource.KeySourceException;
import org.jwtvalidation.keysource.Waiting;
import org.jwtvalidation.testkit.TestResponse;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ValidationResult;

/** Ends before their time. */
@Tag("slow")
@Timeout(300)
class CloseFaultTest {

  private final FaultScene scene = new FaultScene();

  @AfterEach
  void closeScene() {
    scene.close();
  }

  private static Set<Thread> threads(String prefix) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(prefix))
        .collect(Collectors.toSet());
  }

  /** Before Java 21 an HTTP client ends when it is collected. */
  private static void collect() {
    System.gc();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Row("F32")
  @DisplayName("close() leaves no thread, no connection and no timer")
  void leavesNothingBehind(boolean fetchIsUnderWay) {
    Set<Thread> clientsBefore = threads("HttpClient-");
    String serverThreads = "test-issuer-" + scene.issuer.jwksUri().getPort();
    Set<Thread> serversBefore = threads(serverThreads);
    if (fetchIsUnderWay) {
      scene.issuer.jwksResponse(TestResponse.json("{}").stallingAfter(1));
    }
    HttpKeySource source = scene.source().totalTimeout(Duration.ofHours(1)).build();
    if (fetchIsUnderWay) {
      Waiting.refreshIfDue(source);
      await(() -> scene.issuer.jwksRequests() == 1);
    } else {
      assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    }
    assertThat(threads("HttpClient-")).isNotEqualTo(clientsBefore);

    source.close();
    WeakReference<HttpKeySource> closed = new WeakReference<>(source);
    source = null;
    await(() -> {
      // It takes some seconds, during which a collection after the other would keep a processor
      // busy.
      LockSupport.parkNanos(50_000_000);
      collect();
      Set<Thread> clients = threads("HttpClient-");
      clients.removeAll(clientsBefore);
      Set<Thread> servers = threads(serverThreads);
      servers.removeAll(serversBefore);
      // A timer would hold what it is for.
      return clients.isEmpty() && servers.isEmpty() && closed.refersTo(null);
    });
  }

  @Test
  @Row("F32")
  @DisplayName("close() while callers wait for keys")
  void releasesThoseWhoWait() throws Exception {
    scene.issuer.jwksResponse(TestResponse.json("{}").stallingAfter(1));
    HttpKeySource source = scene.source().totalTimeout(Duration.ofHours(1)).build();
    FutureTask<JwkSet> waiting = new FutureTask<>(() -> Waiting.jwkSet(source));
    new Thread(waiting).start();
    await(() -> scene.issuer.jwksRequests() == 1);
    source.close();
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(waiting::get)
        .withCauseInstanceOf(KeySourceException.class);
  }

  @Test
  @Row("F47")
  @DisplayName("close() while validations wait for an issuer resolver")
  void endsValidationsThatWaitForAResolver() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch testIsOver = new CountDownLatch(1);
    TokenValidator validator =
        TokenValidator.builder()
            .issuerResolver(issuer -> {
              asked.countDown();
              try {
                testIsOver.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return null;
            })
            .build();
    String token = scene.token();
    var async = validator.tryValidateAsync(token);
    FutureTask<ValidationResult<AccessToken>> waiting =
        new FutureTask<>(() -> validator.tryValidate(token));
    Thread caller = new Thread(waiting);
    caller.start();
    asked.await();
    await(() -> caller.getState() == Thread.State.TIMED_WAITING);
    validator.close();
    for (Future<ValidationResult<AccessToken>> each : List.of(async, waiting)) {
      assertThat(each.get())
          .isInstanceOfSatisfying(
              ValidationResult.Undecided.class,
              undecided -> assertThat(undecided.cause()).hasMessage("the validator is closed"));
    }
    testIsOver.countDown();
  }

  @Test
  @Row("F32")
  @DisplayName("interrupt of a waiting thread")
  void keepsTheFlagOfAnInterruptedThread() throws Exception {
    CountDownLatch gate = scene.gated(TestResponse.json(scene.issuer.jwkSetJson()));
    TokenValidator validator = scene.validator();
    FutureTask<Boolean> waiting =
        new FutureTask<>(() -> {
          assertUndecided(validator, scene.token());
          return Thread.currentThread().isInterrupted();
        });
    Thread thread = new Thread(waiting);
    thread.start();
    await(() -> scene.issuer.jwksRequests() == 1);
    thread.interrupt();
    assertThat(waiting.get()).isTrue();
    gate.countDown();
    // The fetch went on without the interrupted caller.
    assertAccepted(validator, scene.token());
    assertThat(scene.issuer.jwksRequests()).isEqualTo(1);
  }

  @Test
  @Row("F32")
  @DisplayName("no thread to be had for a fetch")
  void outlivesExecutorThatRejects() {
    AtomicBoolean full = new AtomicBoolean(true);
    KeyFetcher fetcher =
        request -> {
          if (full.get()) {
            throw new RejectedExecutionException("no thread left");
          }
          return CompletableFuture.completedFuture(
              new KeyFetcher.Response(200, Map.of(), scene.issuer.jwkSetJson().getBytes(UTF_8)));
        };
    TokenValidator validator = scene.validator(scene.fetchedBy(fetcher));
    assertUndecided(validator, scene.token());
    assertThat(scene.health(validator).lastError()).contains("no thread left");

    full.set(false);
    scene.pass(Duration.ofSeconds(1));
    assertAccepted(validator, scene.token());
  }
}
