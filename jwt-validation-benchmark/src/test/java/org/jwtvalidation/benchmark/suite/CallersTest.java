package org.jwtvalidation.benchmark.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
class CallersTest {

  static Stream<Arguments> crews() {
    return Stream.of(WorkerThreads.available())
        .map(WorkerThreads::valueOf)
        .flatMap(kind -> Stream.of(1, 3, 200).map(threads -> Arguments.of(kind, threads)));
  }

  @ParameterizedTest
  @MethodSource("crews")
  void makeTheirShareOfCalls(WorkerThreads kind, int threads) throws Exception {
    LongAdder calls = new LongAdder();
    var callers = ConcurrentHashMap.<Thread>newKeySet();
    try (Callers crew = new Callers(threads, kind)) {
      crew.call(
          1000,
          () ->
              () -> {
                calls.increment();
                return callers.add(Thread.currentThread());
              });
    }
    assertThat(calls.sum()).isEqualTo(1000);
    assertThat(callers).hasSize(threads);
  }

  @Test
  void doubleShortRoundsAndCountEachCallOnce() throws Exception {
    LongAdder calls = new LongAdder();
    // Each call takes 50 µs, so that a round of 6,400 is the first to take 300 ms.
    try (Callers callers = new Callers(4, WorkerThreads.PLATFORM, () -> 50_000 * calls.sum())) {
      int ahead = 0;
      List<Integer> rounds = new ArrayList<>();
      for (int batch = 1; batch <= 300; batch++) {
        boolean isRound = ahead == 0;
        ahead =
            callers.callBatch(() ->
                () -> {
                  calls.increment();
                  return "answer";
                });
        if (isRound) {
          rounds.add(ahead + Callers.BATCH);
        }
        assertThat(calls.sum()).isEqualTo((long) batch * Callers.BATCH + ahead);
      }
      assertThat(rounds).containsExactly(100, 200, 400, 800, 1600, 3200, 6400, 6400, 6400, 6400);
    }
  }

  @Test
  void reportAFailedCall() {
    try (Callers callers = new Callers(2, WorkerThreads.PLATFORM)) {
      assertThatThrownBy(() ->
              callers.callBatch(() ->
                  () -> {
                    throw new IOException("no answer");
                  }))
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseMessage("no answer");
    }
  }
}
