// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.workload.Workload;

@Timeout(120)
class GateTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"", "fair", "fair:", "fair:0", "fair:-1", "none:2", "polite:2", "fair:2:3"})
  void refusesUnknownText(String text) {
    assertThatThrownBy(() -> Gate.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "gate: "
                + text
                + " is not understood; choose none, verifications:N, unfair:N or fair:N, where N is"
                + " the number of threads to admit");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fair:2", "unfair:2"})
  void admitsItsNumberOfValidationsAtATime(String text) throws Exception {
    Semaphore mayLeave = new Semaphore(0);
    CountDownLatch left = new CountDownLatch(5);
    Semaphore entered = new Semaphore(0);
    Gate gate = Gate.of(text);
    Callable<Integer> validation =
        gate.around(() -> {
          entered.release();
          mayLeave.acquireUninterruptibly();
          left.countDown();
          return 7;
        });
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      FutureTask<Integer> task = new FutureTask<>(validation);
      Thread caller = new Thread(task);
      caller.setDaemon(true);
      caller.start();
      callers.add(caller);
    }

    entered.acquire(2);
    // Two wait until they may leave, and so the others until they may enter.
    while (!callers.stream().allMatch(caller -> caller.getState() == Thread.State.WAITING)) {
      Thread.onSpinWait();
    }
    assertThat(entered.availablePermits()).isZero();
    mayLeave.release(5);
    left.await();
  }

  @Test
  void admitsTheNextAfterAFailure() {
    Callable<Object> failing =
        Gate.of("unfair:1")
            .around(() -> {
              throw new IllegalStateException("no");
            });

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(failing::call).hasMessage("no");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "verifications:2"})
  void wrapsNothingIfItIsNoSemaphore(String text) {
    AtomicInteger calls = new AtomicInteger();
    Callable<Integer> validation = calls::incrementAndGet;

    assertThat(Gate.of(text).around(validation)).isSameAs(validation);
  }

  @Test
  void setsTheLimitOfTheValidator() {
    Workload workload = Workload.builder().issuers(1).tokens(1).build();

    assertThatThrownBy(() -> Gate.of("verifications:10001").configure(workload.validator()))
        .hasMessageStartingWith("maxConcurrentVerifications: 10001 ");
    try (TokenValidator validator =
        Gate.of("verifications:2").configure(workload.validator()).build()) {
      assertThat(validator.validate(workload.token(0)).subject()).isEqualTo("user-0");
    }
  }
}
