package org.jwtvalidation.benchmark.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
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
    try (Callers callers = new Callers(4, WorkerThreads.PLATFORM)) {
      int ahead = 0;
      int longest = 0;
      for (int batch = 1; batch <= 100_000; batch++) {
        ahead =
            callers.callBatch(() ->
                () -> {
                  calls.increment();
                  return "answer";
                });
        longest = Math.max(longest, ahead);
        assertThat(calls.sum()).isEqualTo((long) batch * Callers.BATCH + ahead);
      }
      assertThat(longest).isGreaterThan(100 * Callers.BATCH);
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
