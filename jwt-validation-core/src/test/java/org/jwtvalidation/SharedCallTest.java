package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.fault.FaultScene;
import org.jwtvalidation.internal.concurrent.LibraryThreads;

@Timeout(30)
class SharedCallTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final AtomicInteger calls = new AtomicInteger();

  @Test
  void keepsAnAnswerForOneQuestion() {
    SharedCall<Integer> call = new SharedCall<>(LibraryThreads.SHARED, PATIENCE, PATIENCE);
    assertThat(call.ask("one", calls::incrementAndGet).join()).isEqualTo(1);
    assertThat(call.ask("one", calls::incrementAndGet).join()).isEqualTo(1);
    assertThat(call.ask("two", calls::incrementAndGet).join()).isEqualTo(2);
  }

  @Test
  void callsAgainWhenTheAnswerIsOld() {
    SharedCall<Integer> call = new SharedCall<>(LibraryThreads.SHARED, PATIENCE, Duration.ZERO);
    assertThat(call.ask(this, calls::incrementAndGet).join()).isEqualTo(1);
    FaultScene.await(() -> call.ask(this, calls::incrementAndGet).join() > 1);
  }

  @Test
  void callsAgainAfterAFailure() {
    SharedCall<Integer> call = new SharedCall<>(LibraryThreads.SHARED, PATIENCE, PATIENCE);
    CompletableFuture<Integer> failed =
        call.ask(
            this,
            () -> {
              throw new IllegalStateException("not yet");
            });
    assertThat(failed).failsWithin(PATIENCE);
    FaultScene.await(() -> !call.ask(this, () -> 7).isCompletedExceptionally());
    assertThat(call.ask(this, () -> 8).join()).isEqualTo(7);
  }

  /** Otherwise a method that blocks would take another thread for each caller. */
  @Test
  void callsAgainOnlyAfterTheMethodHasReturned() {
    SharedCall<Integer> call =
        new SharedCall<>(LibraryThreads.SHARED, Duration.ofMillis(20), PATIENCE);
    CountDownLatch answer = new CountDownLatch(1);
    CompletableFuture<Integer> first =
        call.ask(
            this,
            () -> {
              answer.await();
              return calls.incrementAndGet();
            });
    assertThat(first)
        .failsWithin(PATIENCE)
        .withThrowableThat()
        .withCauseInstanceOf(TimeoutException.class)
        .withMessageContaining("no answer after 20 ms");
    for (int i = 0; i < 10; i++) {
      assertThat(call.ask(this, calls::incrementAndGet)).isSameAs(first);
    }
    answer.countDown();
    FaultScene.await(() -> call.ask(this, calls::incrementAndGet) != first);
    assertThat(call.ask(this, calls::incrementAndGet).join()).isEqualTo(2);
  }

  @Test
  void failsWhereNoThreadCanBeStarted() {
    LibraryThreads none =
        new LibraryThreads(
            work -> {
              throw new OutOfMemoryError("unable to create native thread");
            },
            LibraryThreads.SHARED.timer());
    SharedCall<Integer> call = new SharedCall<>(none, PATIENCE, PATIENCE);
    assertThat(call.ask(this, calls::incrementAndGet))
        .failsWithin(PATIENCE)
        .withThrowableThat()
        .withCauseInstanceOf(OutOfMemoryError.class);
    assertThat(call.ask(this, calls::incrementAndGet)).isCompletedExceptionally();
  }
}
