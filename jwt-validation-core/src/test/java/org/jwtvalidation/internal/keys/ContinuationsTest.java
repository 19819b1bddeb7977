// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.Patience;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.token.UndecidedException;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ContinuationsTest {

  private static final long BYTES = 10_000;

  private final Continuations continuations =
      new Continuations(LibraryThreads.SHARED, Long.MAX_VALUE / 4, new AtomicLong());

  private Awaited<String> awaited(CompletionStage<String> answer) {
    return awaited(answer, Patience.LONG, continuations);
  }

  private static Awaited<String> awaited(
      CompletionStage<String> answer, Duration patience, Continuations room) {
    return new Awaited<>(
        answer, patience.toNanos(), room, value -> room, ContinuationsTest::undecided);
  }

  private static String undecided(Throwable failure) {
    throw new UndecidedException("undecided", failure);
  }

  private static Continuations with(Executor workers) {
    return with(new LibraryThreads(workers, LibraryThreads.SHARED.timer()));
  }

  private static Continuations with(LibraryThreads threads) {
    return new Continuations(threads, Continuations.MAX_MEMORY, new AtomicLong());
  }

  @Test
  void isUndecidedWhereNoTimerCanBeStarted() {
    ScheduledExecutorService none = Executors.newSingleThreadScheduledExecutor();
    none.shutdownNow();
    Continuations untimed = with(new LibraryThreads(Runnable::run, none));
    CompletableFuture<String> answer = new CompletableFuture<>();
    assertThatExceptionOfType(UndecidedException.class)
        .isThrownBy(() -> awaited(answer, Patience.LONG, untimed).await())
        .withCauseInstanceOf(RejectedExecutionException.class);
    assertThat(failureOf(continued(awaited(answer, Patience.LONG, untimed))))
        .isInstanceOf(UndecidedException.class);
  }

  /** What comes of waiting without a thread. */
  private static CompletableFuture<String> continued(Awaited<String> awaited) {
    CompletableFuture<String> continued = new CompletableFuture<>();
    awaited.whenOver(
        BYTES,
        () -> {
          try {
            continued.complete(awaited.await());
          } catch (UndecidedException e) {
            continued.completeExceptionally(e);
          }
        });
    return continued;
  }

  private static Throwable failureOf(CompletableFuture<String> continued) {
    return catchThrowableOfType(ExecutionException.class, continued::get).getCause();
  }

  @Test
  void givesTheAnswerThatIsThere() {
    Awaited<String> awaited = awaited(CompletableFuture.completedFuture("keys"));
    assertThat(awaited.isAtHand()).isTrue();
    assertThat(awaited.await()).isEqualTo("keys");
    assertThat(awaited(CompletableFuture.completedFuture(null)).await()).isNull();
  }

  @Test
  void passesOnWhatTheAnswerIs() {
    CompletableFuture<String> answer = new CompletableFuture<>();
    CompletableFuture<String> continued = continued(awaited(answer));
    assertThat(continued).isNotDone();
    answer.complete("keys");
    assertThat(continued.join()).isEqualTo("keys");

    CompletableFuture<String> failed = new CompletableFuture<>();
    CompletableFuture<String> failing = continued(awaited(failed));
    IllegalStateException failure = new IllegalStateException("sealed");
    failed.completeExceptionally(failure);
    assertThat(failureOf(failing)).isInstanceOf(UndecidedException.class).hasCause(failure);
  }

  @Test
  void waitsNoLongerThanItMay() {
    CompletableFuture<String> never = new CompletableFuture<>();
    Duration soon = Duration.ofMillis(20);
    assertThat(failureOf(continued(awaited(never, soon, continuations))))
        .isInstanceOf(UndecidedException.class)
        .hasCauseInstanceOf(TimeoutException.class);
    Awaited<String> blocking = awaited(never, soon, continuations);
    assertThatExceptionOfType(UndecidedException.class)
        .isThrownBy(blocking::await)
        .withCauseInstanceOf(TimeoutException.class);
    // Others may wait longer.
    assertThat(never).isNotDone();
  }

  @Test
  void waitsNoLongerThanItMayForAnAnswerThatAnotherAwaitsForLonger() {
    CompletableFuture<String> never = new CompletableFuture<>();
    Awaited<String> patient = awaited(never);
    Awaited<String> hasty = awaited(never, Duration.ofMillis(20), continuations);
    assertThatExceptionOfType(UndecidedException.class)
        .isThrownBy(hasty::await)
        .withCauseInstanceOf(TimeoutException.class);
    assertThat(patient.isAtHand()).isFalse();
    never.complete("keys");
    assertThat(patient.await()).isEqualTo("keys");
  }

  /** Each would stay with the answer for ever. */
  @Test
  void sharesACopyOfAnAnswerThatNeverComes() {
    CompletableFuture<String> never = new CompletableFuture<>();
    List<CompletableFuture<String>> waiting = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      waiting.add(continued(awaited(never, Duration.ofMillis(20), continuations)));
    }
    assertThat(waiting).allSatisfy(each -> assertThat(failureOf(each)).hasMessage("undecided"));
    assertThat(never.getNumberOfDependents()).isLessThan(10);
  }

  /** A stage has another future each time that it is asked for it, and keeps all of them. */
  @Test
  void asksAStageThatNeverCompletesForFewFutures() {
    AtomicInteger asked = new AtomicInteger();
    CompletableFuture<String> never =
        new CompletableFuture<>() {
          @Override
          public CompletableFuture<String> toCompletableFuture() {
            asked.incrementAndGet();
            return copy();
          }
        };
    for (int i = 0; i < 100; i++) {
      Awaited<String> awaited = awaited(never, Duration.ZERO, continuations);
      assertThatExceptionOfType(UndecidedException.class).isThrownBy(awaited::await);
    }
    assertThat(asked).hasValueLessThan(10);
    assertThat(never.getNumberOfDependents()).isLessThan(10);
  }

  @Test
  void takesTheAnswerOfAStageThatHasCompletedSince() {
    CompletableFuture<String> answer = new CompletableFuture<>();
    CompletionStage<String> stage = answer.minimalCompletionStage();
    assertThat(awaited(stage).isAtHand()).isFalse();
    answer.complete("keys");
    assertThat(awaited(stage).isAtHand()).isTrue();
    assertThat(awaited(stage).await()).isEqualTo("keys");
  }

  /** Such as one that a source of the user obtrudes. */
  @Test
  void keepsToTheFirstAnswer() {
    CompletableFuture<String> answer = new CompletableFuture<>();
    List<Runnable> later = new CopyOnWriteArrayList<>();
    Continuations slow = with(later::add);
    CompletableFuture<String> continued = continued(awaited(answer, Patience.LONG, slow));
    answer.complete("keys");
    answer.obtrudeException(new IllegalStateException("none"));
    later.forEach(Runnable::run);
    assertThat(continued).isCompletedWithValue("keys");
  }

  @Test
  void keepsNoMoreThanSomeThousandsWaiting() {
    CompletableFuture<String> answer = new CompletableFuture<>();
    List<CompletableFuture<String>> waiting = new ArrayList<>();
    for (int i = 0; i < Continuations.MAX_WAITING; i++) {
      waiting.add(continued(awaited(answer)));
    }
    assertThatExceptionOfType(UndecidedException.class)
        .isThrownBy(() -> continued(awaited(answer)))
        .withMessage("10000 validations already wait for keys");

    answer.complete("keys");
    waiting.forEach(CompletableFuture::join);
    CompletableFuture<String> later = new CompletableFuture<>();
    assertThat(continued(awaited(later))).isNotDone();
  }

  @Test
  void keepsNoMoreWaitingThanTheMemoryForThemAllows() {
    AtomicLong inAllPlaces = new AtomicLong();
    List<Continuations> places = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      places.add(new Continuations(LibraryThreads.SHARED, 2 * BYTES, inAllPlaces));
    }
    CompletableFuture<String> answer = new CompletableFuture<>();
    List<CompletableFuture<String>> waiting = new ArrayList<>();
    for (Continuations place : places.subList(0, 2)) {
      waiting.add(continued(awaited(answer, Patience.LONG, place)));
      waiting.add(continued(awaited(answer, Patience.LONG, place)));
      assertThatExceptionOfType(UndecidedException.class)
          .as("in one place")
          .isThrownBy(() -> continued(awaited(answer, Patience.LONG, place)))
          .withMessage("the tokens that already wait for keys take too much memory");
    }
    assertThatExceptionOfType(UndecidedException.class)
        .as("in all")
        .isThrownBy(() -> continued(awaited(answer, Patience.LONG, places.get(2))));
    assertThat(inAllPlaces).hasValue(4 * BYTES);

    answer.complete("keys");
    waiting.forEach(CompletableFuture::join);
    assertThat(inAllPlaces).hasValue(0);
    CompletableFuture<String> later = new CompletableFuture<>();
    assertThat(continued(awaited(later, Patience.LONG, places.get(2)))).isNotDone();
  }

  /** What follows may be code of users. */
  @Test
  void continuesOthersWhileSomeBlock() throws InterruptedException {
    CountDownLatch testIsOver = new CountDownLatch(1);
    Continuations others = new Continuations();
    CompletableFuture<String> answer = new CompletableFuture<>();
    try {
      for (int i = 0; i < 1000; i++) {
        awaited(answer)
            .whenOver(
                BYTES,
                () -> {
                  try {
                    testIsOver.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
      }
      CompletableFuture<String> other = continued(awaited(answer, Patience.LONG, others));
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
  void continuesWhereTheAnswerSays() throws Exception {
    List<Runnable> there = new CopyOnWriteArrayList<>();
    Continuations others = with(there::add);
    CompletableFuture<String> answer = new CompletableFuture<>();
    CompletableFuture<String> continued = new CompletableFuture<>();
    new Awaited<>(
            answer,
            Patience.LONG.toNanos(),
            continuations,
            value -> others,
            ContinuationsTest::undecided)
        .whenOver(BYTES, () -> continued.complete("continued"));
    answer.complete("keys");
    assertThat(continued).isNotDone();
    there.forEach(Runnable::run);
    assertThat(continued).isCompletedWithValue("continued");
  }

  @Test
  void continuesOnTheThreadThatBringsTheAnswerIfThereIsNoOther() {
    Continuations starved =
        with(work -> {
          throw new OutOfMemoryError("unable to create native thread");
        });
    CompletableFuture<String> answer = new CompletableFuture<>();
    CompletableFuture<String> continued = continued(awaited(answer, Patience.LONG, starved));
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
