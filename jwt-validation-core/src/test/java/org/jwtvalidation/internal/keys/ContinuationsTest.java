package org.jwtvalidation.internal.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.token.UndecidedException;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ContinuationsTest {

  private final Continuations continuations = new Continuations();

  @Test
  void returnsAnswerThatIsThere() {
    CompletableFuture<String> answer = CompletableFuture.completedFuture("keys");
    assertThat(continuations.await(answer)).isSameAs(answer);
  }

  @Test
  void passesOnWhatTheAnswerIs() {
    CompletableFuture<String> answer = new CompletableFuture<>();
    CompletableFuture<String> continued = continuations.await(answer);
    assertThat(continued).isNotSameAs(answer).isNotDone();
    answer.complete("keys");
    assertThat(continued.join()).isEqualTo("keys");

    CompletableFuture<String> failed = new CompletableFuture<>();
    CompletableFuture<String> failing = continuations.await(failed);
    IllegalStateException failure = new IllegalStateException("sealed");
    failed.completeExceptionally(failure);
    assertThatExceptionOfType(ExecutionException.class).isThrownBy(failing::get).withCause(failure);
  }

  @Test
  void keepsNoMoreThanSomeThousandsWaiting() {
    CompletableFuture<String> answer = new CompletableFuture<>();
    List<CompletableFuture<String>> waiting = new ArrayList<>();
    for (int i = 0; i < Continuations.MAX_WAITING; i++) {
      waiting.add(continuations.await(answer));
    }
    assertThatExceptionOfType(UndecidedException.class)
        .isThrownBy(() -> continuations.await(answer))
        .withMessage("10000 validations already wait for keys");

    answer.complete("keys");
    waiting.forEach(CompletableFuture::join);
    CompletableFuture<String> later = new CompletableFuture<>();
    assertThat(continuations.await(later)).isNotDone();
  }

  /** What follows may be code of users. */
  @Test
  void continuesOthersWhileSomeBlock() throws InterruptedException {
    CountDownLatch testIsOver = new CountDownLatch(1);
    Continuations others = new Continuations();
    CompletableFuture<String> answer = new CompletableFuture<>();
    try {
      for (int i = 0; i < 1000; i++) {
        var unused =
            continuations
                .await(answer)
                .thenRun(() -> {
                  try {
                    testIsOver.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
      }
      CompletableFuture<String> other = others.await(answer);
      answer.complete("keys");
      assertThat(other.join()).isEqualTo("keys");
      assertThat(
              Thread.getAllStackTraces().keySet().stream()
                  .filter(thread -> thread.getName().startsWith("jwt-validation-keys"))
                  .count())
          .isLessThan(100);
    } finally {
      testIsOver.countDown();
    }
  }

  @Test
  void continuesWhereTheAnswerSays() {
    Continuations others = new Continuations();
    CompletableFuture<Continuations> answer = new CompletableFuture<>();
    CompletableFuture<Continuations> continued = continuations.await(answer, place -> place);
    answer.complete(others);
    assertThat(continued.join()).isSameAs(others);
  }

  @Test
  void continuesOnTheThreadThatBringsTheAnswerIfThereIsNoOther() {
    Continuations starved =
        new Continuations(work -> {
          throw new OutOfMemoryError("unable to create native thread");
        });
    CompletableFuture<String> answer = new CompletableFuture<>();
    CompletableFuture<String> continued = starved.await(answer);
    answer.complete("keys");
    assertThat(continued).isCompletedWithValue("keys");
  }

  @Test
  void namesTheCauseOfAFailedStage() {
    IllegalStateException failure = new IllegalStateException("sealed");
    assertThat(Continuations.cause(new CompletionException(failure))).isSameAs(failure);
    assertThat(Continuations.cause(failure)).isSameAs(failure);
    CompletionException bare = new CompletionException("bare", null);
    assertThat(Continuations.cause(bare)).isSameAs(bare);
  }
}
