// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.Thread.State;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.Patience;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ColdGateTest {

  private static final byte[] NOTHING = {};
  private static final long FOREVER = TimeUnit.HOURS.toNanos(1);

  private long now;
  private final ColdGate gate = new ColdGate(2, FOREVER, () -> now);

  private static boolean pass(ColdGate gate, SignatureVerification verification) {
    return gate.verify(verification, NOTHING, 0, NOTHING);
  }

  /** So many verifications that take so long each. */
  private void pass(int times, long nanos) {
    for (int i = 0; i < times; i++) {
      pass(
          gate,
          (octets, length, signature) -> {
            now += nanos;
            return true;
          });
    }
  }

  @Test
  void passesOnWhatIsVerifiedAndTheAnswer() {
    byte[] input = {1, 2, 3};
    byte[] given = {4};
    for (boolean answer : new boolean[] {true, false}) {
      SignatureVerification verification =
          (octets, length, signature) -> {
            assertThat(octets).isSameAs(input);
            assertThat(length).isEqualTo(2);
            assertThat(signature).isSameAs(given);
            return answer;
          };
      assertThat(gate.verify(verification, input, 2, given)).isEqualTo(answer);
    }
  }

  @Test
  void isOpenOnceWhatVerifiesHasBeenTrained() {
    assertThat(gate.isOpen()).isFalse();
    gate.open();
    assertThat(gate.isOpen()).isTrue();
  }

  @Test
  void opensAfterManyWhereNoKeyAsksForATable() {
    pass(ColdGate.MOST - 1, 1000);
    assertThat(gate.isOpen()).isFalse();
    pass(1, 1000);
    assertThat(gate.isOpen()).isTrue();
  }

  @Test
  void letsSoManyThreadsVerifyAtATime() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    CountDownLatch leave = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread thread =
          new Thread(() ->
              pass(
                  gate,
                  (octets, length, signature) -> {
                    inside.incrementAndGet();
                    return leaves(leave);
                  }));
      threads.add(thread);
      thread.start();
    }
    Patience.until("two that wait for the gate", () -> waiting(threads) == 2 && inside.get() == 2);
    leave.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(inside).hasValue(4);
  }

  private static boolean leaves(CountDownLatch leave) {
    try {
      leave.await();
      return true;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Those that wait for a limited time. */
  private static long waiting(List<Thread> threads) {
    return threads.stream().filter(thread -> thread.getState() == State.TIMED_WAITING).count();
  }

  @Test
  void letsAThreadGoOnThatHasWaitedForLong() throws Exception {
    ColdGate impatient = new ColdGate(1, 1, () -> now);
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch leave = new CountDownLatch(1);
    Thread first =
        new Thread(() ->
            pass(
                impatient,
                (octets, length, signature) -> {
                  entered.countDown();
                  return leaves(leave);
                }));
    first.start();
    entered.await();

    assertThat(pass(impatient, (octets, length, signature) -> true)).isTrue();
    assertThat(pass(impatient, (octets, length, signature) -> true)).isTrue();

    leave.countDown();
    first.join();
  }

  @Test
  void letsAnInterruptedThreadGoOnAndKeepsItsFlag() {
    Thread.currentThread().interrupt();
    try {
      assertThat(pass(gate, (octets, length, signature) -> true)).isTrue();
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void takesBackThePermitOfAVerificationThatFails() {
    for (int i = 0; i < 3; i++) {
      assertThatIllegalStateException()
          .isThrownBy(() ->
              pass(
                  gate,
                  (octets, length, signature) -> {
                    throw new IllegalStateException("of a provider");
                  }));
    }
    pass(1, 1);
  }

  @Test
  void opensForGoodOnceVerificationIsLevel() {
    gate.settle();
    pass(ColdGate.FEWEST - 1, 1000);
    assertThat(gate.isOpen()).isFalse();
    pass(1, 1000);
    assertThat(gate.isOpen()).isTrue();
    pass(1, 10);
    assertThat(gate.isOpen()).isTrue();
    assertThat(pass(gate, (octets, length, signature) -> false)).isFalse();
  }

  @Test
  void staysWhileVerificationBecomesFaster() {
    gate.settle();
    pass(ColdGate.FEWEST - 1, 1000);
    pass(1, 500);
    pass(ColdGate.FEWEST - 1, 500);
    assertThat(gate.isOpen()).isFalse();
    pass(1, 500);
    assertThat(gate.isOpen()).isTrue();
  }

  @Test
  void staysWhileItIsNotKnownWhatVerifies() {
    pass(2 * ColdGate.FEWEST, 1000);
    assertThat(gate.isOpen()).isFalse();
    gate.settle();
    pass(1, 1000);
    assertThat(gate.isOpen()).isTrue();
  }
}
