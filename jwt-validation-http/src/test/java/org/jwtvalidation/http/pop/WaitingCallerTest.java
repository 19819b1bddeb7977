// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAnswer.Authenticated;
import org.jwtvalidation.http.BearerAnswer.Unavailable;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.pop.ReplayStore.Answer;

/** Callers that wait for a replay store on threads of their own. */
@Timeout(300)
class WaitingCallerTest {

  private static final Duration LONG = Duration.ofSeconds(30);

  private final ProofScene scene = new ProofScene();
  private final LinkedBlockingQueue<CompletableFuture<Answer>> questions =
      new LinkedBlockingQueue<>();

  private BearerAuthenticator asking(Duration timeout) {
    ReplayStore store =
        (key, until) -> {
          CompletableFuture<Answer> question = new CompletableFuture<>();
          questions.add(question);
          return question;
        };
    return BearerAuthenticator.builder(scene.validator)
        .proofOfPossession(
            ProofOfPossession.builder()
                .dpop(ProofScene.PUBLIC_BASE)
                .clock(scene.clock)
                .replayStore(store)
                .replayStoreTimeout(timeout)
                .build())
        .build();
  }

  private FutureTask<BearerAnswer> waiting(BearerAuthenticator bearer) {
    FutureTask<BearerAnswer> answer = new FutureTask<>(() -> bearer.authenticate(scene.attempt()));
    Thread thread = new Thread(answer, "caller");
    thread.setDaemon(true);
    thread.start();
    return answer;
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(4, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @DisplayName(
      "F54: rules that block after proofs, on as many threads as the library uses for them")
  void needNoThreadOfTheLibrary() throws Exception {
    for (Duration timeout : new Duration[] {Duration.ofSeconds(2), LONG}) {
      BearerAuthenticator bearer = asking(timeout);
      int threads = Math.max(16, Runtime.getRuntime().availableProcessors());
      CountDownLatch blocked = new CountDownLatch(threads);
      CountDownLatch end = new CountDownLatch(1);
      AccessRule blocking =
          AccessRule.matching(token -> {
            blocked.countDown();
            return await(end);
          });
      try {
        List<CompletableFuture<BearerAnswer>> others = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
          others.add(bearer.authenticateAsync(scene.attempt(), blocking));
          questions.take().complete(Answer.FIRST);
        }
        assertThat(await(blocked)).isTrue();

        FutureTask<BearerAnswer> waiting = waiting(bearer);
        CompletableFuture<Answer> question = questions.take();
        if (timeout.equals(LONG)) {
          question.complete(Answer.FIRST);
        }
        assertThat(waiting.get(1, TimeUnit.MINUTES))
            .isInstanceOf(timeout.equals(LONG) ? Authenticated.class : Unavailable.class);
        assertThat(others).noneMatch(CompletableFuture::isDone);
      } finally {
        end.countDown();
      }
    }
  }

  @Test
  void areUndecidedIfTheyAreInterrupted() throws Exception {
    BearerAuthenticator bearer = asking(LONG);
    long begin = System.nanoTime();
    Thread.currentThread().interrupt();
    BearerAnswer answer = bearer.authenticate(scene.attempt());
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LONG);
    assertThat(Thread.interrupted()).as("the flag is left").isTrue();
    assertThat(answer).isInstanceOf(Unavailable.class);

    FutureTask<BearerAnswer> next = waiting(bearer);
    questions.take();
    questions.take().complete(Answer.FIRST);
    assertThat(next.get(1, TimeUnit.MINUTES)).isInstanceOf(Authenticated.class);
  }

  @Test
  void doNotNoticeAnInterruptWhereTheStoreHasAnswered() {
    Thread.currentThread().interrupt();
    scene.accepted(scene.attempt());
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void takeNoPlaceOnceTheyAreOver() {
    BearerAuthenticator bearer = asking(Duration.ofMillis(1));
    int proofs = Continuation.MAX_WAITING_OF_CLIENT + 1;
    Attempt attempt = scene.attempt();
    for (int i = 0; i < proofs; i++) {
      assertThat(bearer.authenticate(attempt)).isInstanceOf(Unavailable.class);
    }
    assertThat(questions).hasSize(proofs);
  }
}
