package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.internal.keys.SharedCall;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SharedCallTest {

  private final AtomicInteger calls = new AtomicInteger();

  @Test
  void keepsAnAnswerForOneQuestion() {
    SharedCall<Integer> call =
        new SharedCall<>(LibraryThreads.SHARED, Patience.LONG, Patience.LONG);
    assertThat(call.ask("one", calls::incrementAndGet).join()).isEqualTo(1);
    assertThat(call.ask("one", calls::incrementAndGet).join()).isEqualTo(1);
    assertThat(call.ask("two", calls::incrementAndGet).join()).isEqualTo(2);
  }

  @Test
  void callsAgainWhenTheAnswerIsOld() {
    SharedCall<Integer> call =
        new SharedCall<>(LibraryThreads.SHARED, Patience.LONG, Duration.ZERO);
    assertThat(call.ask(this, calls::incrementAndGet).join()).isEqualTo(1);
    Patience.until(() -> call.ask(this, calls::incrementAndGet).join() > 1);
  }

  @Test
  void callsAgainAfterAFailure() {
    SharedCall<Integer> call =
        new SharedCall<>(LibraryThreads.SHARED, Patience.LONG, Patience.LONG);
    CompletableFuture<Integer> failed =
        call.ask(
            this,
            () -> {
              throw new IllegalStateException("not yet");
            });
    assertThat(failed).failsWithin(Patience.LONG);
    Patience.until(() -> !call.ask(this, () -> 7).isCompletedExceptionally());
    assertThat(call.ask(this, () -> 8).join()).isEqualTo(7);
  }

  /** Otherwise a method that blocks would take another thread for each caller. */
  @Test
  void callsAgainOnlyAfterTheMethodHasReturned() {
    SharedCall<Integer> call =
        new SharedCall<>(LibraryThreads.SHARED, Duration.ofMillis(20), Patience.LONG);
    CountDownLatch answer = new CountDownLatch(1);
    CompletableFuture<Integer> first =
        call.ask(
            this,
            () -> {
              answer.await();
              return calls.incrementAndGet();
            });
    assertThat(first)
        .failsWithin(Patience.LONG)
        .withThrowableThat()
        .withCauseInstanceOf(TimeoutException.class)
        .withMessageContaining("no answer after 20 ms");
    for (int i = 0; i < 10; i++) {
      assertThat(call.ask(this, calls::incrementAndGet)).isSameAs(first);
    }
    answer.countDown();
    // Whether the next one returns in time depends on the machine.
    Patience.until(() -> {
      CompletableFuture<Integer> next = call.ask(this, calls::incrementAndGet);
      return next != first && next.isDone() && !next.isCompletedExceptionally();
    });
    assertThat(call.ask(this, calls::incrementAndGet).join())
        .isGreaterThan(1)
        .isEqualTo(calls.get());
  }

  @Test
  void failsWhereNoThreadCanBeStarted() {
    LibraryThreads none =
        new LibraryThreads(
            work -> {
              throw new OutOfMemoryError("unable to create native thread");
            },
            LibraryThreads.SHARED.timer());
    SharedCall<Integer> call = new SharedCall<>(none, Patience.LONG, Patience.LONG);
    assertThat(call.ask(this, calls::incrementAndGet))
        .failsWithin(Patience.LONG)
        .withThrowableThat()
        .withCauseInstanceOf(OutOfMemoryError.class);
    assertThat(call.ask(this, calls::incrementAndGet)).isCompletedExceptionally();
  }
}
