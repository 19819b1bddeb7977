// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.fault.FaultScene.assertAccepted;
import static org.jwtvalidation.fault.FaultScene.assertUndecided;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.Row;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeyFetcher;
import org.jwtvalidation.keysource.KeyFetcher.Response;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;

/** Fetchers of the user that do not do their part. */
@Tag("jdk-independent")
@Timeout(300)
class CustomSourceFaultTest {

  private static final String OTHER = "https://other.example";

  private final FaultScene scene = new FaultScene();
  private final TestIssuer other = TestIssuer.offline(OTHER);
  private final TestKey keyOfOther = other.key(ES256);
  private final CountDownLatch testIsOver = new CountDownLatch(1);

  @AfterEach
  void closeScene() {
    testIsOver.countDown();
    scene.close();
    other.close();
  }

  /** For two issuers, of which the other has its keys at hand. */
  private TokenValidator validator(KeySource source) {
    return TokenValidator.builder()
        .issuer(
            IssuerConfig.builder(scene.issuer.issuer())
                .audience(TestIssuer.AUDIENCE)
                .keySource(source)
                .build())
        .issuer(
            IssuerConfig.builder(OTHER)
                .audience(TestIssuer.AUDIENCE)
                .keySource(KeySource.of(other.jwkSet()))
                .build())
        .clock(() -> Instant.ofEpochMilli(scene.wallTime.get()))
        .build();
  }

  private String tokenOfOther() {
    return other
        .token()
        .at(() -> Instant.ofEpochMilli(scene.wallTime.get()))
        .expiresIn(Duration.ofDays(3650))
        .signedBy(keyOfOther)
        .compact();
  }

  private Response keys() {
    return new Response(200, Map.of(), scene.issuer.jwkSetJson().getBytes(UTF_8));
  }

  private void block() {
    try {
      testIsOver.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private enum Fault {
    BLOCKS,
    THROWS,
    FAILS_BY_AN_ERROR,
    RETURNS_NULL,
    ANSWERS_NULL,
    NEVER_ANSWERS,
    BLOCKS_WHEN_CANCELLED,
    ANSWERS_LATE;

    /** Whether only the time-out can end the fetch. */
    boolean takesTooLong() {
      return switch (this) {
        case BLOCKS, NEVER_ANSWERS, BLOCKS_WHEN_CANCELLED, ANSWERS_LATE -> true;
        case THROWS, FAILS_BY_AN_ERROR, RETURNS_NULL, ANSWERS_NULL -> false;
      };
    }
  }

  private final Queue<CompletableFuture<Response>> late = new ConcurrentLinkedQueue<>();

  private CompletionStage<Response> fetch(Fault fault) {
    switch (fault) {
      case BLOCKS -> block();
      case THROWS -> throw new IllegalStateException("broken");
      case FAILS_BY_AN_ERROR -> throw new NoClassDefFoundError("broken");
      case RETURNS_NULL -> {
        return null;
      }
      case ANSWERS_NULL -> {
        return CompletableFuture.completedFuture(null);
      }
      case NEVER_ANSWERS -> {
        return new CompletableFuture<>();
      }
      case BLOCKS_WHEN_CANCELLED -> {
        CompletableFuture<Response> never = new CompletableFuture<>();
        var unused = never.whenComplete((response, cancellation) -> block());
        return never;
      }
      case ANSWERS_LATE -> {
        CompletableFuture<Response> answer = new CompletableFuture<>();
        late.add(answer);
        // It cannot be cancelled.
        return answer.minimalCompletionStage();
      }
    }
    return CompletableFuture.completedFuture(keys());
  }

  @ParameterizedTest
  @EnumSource
  @Row({"F39", "F40"})
  @DisplayName("a fetcher that blocks, fails, answers null or answers late")
  void isUndecidedInTimeWhateverTheFetcherDoes(Fault fault) {
    AtomicInteger calls = new AtomicInteger();
    KeyFetcher fetcher =
        request -> {
          calls.incrementAndGet();
          return fetch(fault);
        };
    HttpKeySource.Builder source = scene.fetchedBy(fetcher);
    if (fault.takesTooLong()) {
      source.totalTimeout(FaultScene.SHORT);
    }
    try (TokenValidator validator = validator(source.build())) {
      for (int fetches = 1; fetches <= 2; fetches++) {
        assertUndecided(validator, scene.token());
        assertAccepted(validator, tokenOfOther());
        assertThat(scene.health(validator).failedRefreshes()).isEqualTo(fetches);
        String error = scene.health(validator).lastError();
        assertThat(error).isNotBlank();
        assertThat(error.contains("TimeoutException")).isEqualTo(fault.takesTooLong());
        late.forEach(answer -> answer.complete(keys()));
        assertThat(scene.health(validator).refreshes()).isEqualTo(fetches);
        assertThat(scene.health(validator).isUsable()).isFalse();
        scene.pass(Duration.ofSeconds(2));
      }
      assertThat(calls.get()).isBetween(1, 2);
    }
  }

  /** Otherwise a fetcher that blocks would take another thread at each fetch. */
  @Test
  @Row({"F39", "F40"})
  @DisplayName("a fetcher that blocks, for many fetches")
  void callsFetcherAgainOnlyAfterItHasReturned() {
    AtomicInteger calls = new AtomicInteger();
    KeyFetcher fetcher =
        request -> {
          if (calls.incrementAndGet() == 1) {
            block();
          }
          return CompletableFuture.completedFuture(keys());
        };
    try (TokenValidator validator =
        validator(scene.fetchedBy(fetcher).totalTimeout(Duration.ofMillis(50)).build())) {
      for (int fetches = 1; fetches <= 12; fetches++) {
        assertUndecided(validator, scene.token());
        scene.pass(Duration.ofSeconds(30));
      }
      assertThat(scene.health(validator).lastError())
          .contains("the fetcher has not returned from earlier calls");
      assertThat(calls).hasValue(1);

      testIsOver.countDown();
      scene.awaitAccepted(validator);
    }
  }
}
