// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.CapturedLog;

class GuardTest {

  private final Guard guard = new Guard(GuardTest.class);
  private final List<String> calls = new ArrayList<>();

  private void fail(Throwable failure) {
    guard.run(
        this,
        failure,
        (test, thrown) -> {
          test.calls.add("failing");
          GuardTest.<RuntimeException>rethrow(thrown);
        });
  }

  @SuppressWarnings("unchecked") // erased
  private static <E extends Throwable> void rethrow(Throwable failure) throws E {
    throw (E) failure;
  }

  @Test
  void callsAsLongAsNothingFails() {
    guard.run(calls, "first", List::add);
    guard.run(calls, "second", List::add);
    assertThat(calls).containsExactly("first", "second");
    assertThat(guard.<String, Integer>ask("abc", String::length)).isEqualTo(3);
  }

  @Test
  void callsNoMoreAfterAFailureAndSaysSoOnce() {
    try (CapturedLog log = new CapturedLog()) {
      fail(new Exception("checked"));
      fail(new IllegalStateException("again"));
      guard.run(calls, "later", List::add);
      assertThat(guard.<String, Integer>ask("abc", String::length)).isNull();
      assertThat(calls).containsExactly("failing");
      assertThat(log.lines(Level.WARNING)).singleElement().asString().contains("not called again");
    }
  }

  @Test
  void takesAFailureToAnswerForNone() {
    try (CapturedLog log = new CapturedLog()) {
      String answer =
          guard.ask(
              this,
              test -> {
                throw new StackOverflowError();
              });
      assertThat(answer).isNull();
      assertThat(log.lines(Level.WARNING)).hasSize(1);
    }
    guard.run(calls, "later", List::add);
    assertThat(calls).isEmpty();
  }

  @Test
  void letsErrorsOfTheJvmPassAndCallsAgain() {
    OutOfMemoryError exhausted = new OutOfMemoryError("heap");
    assertThatThrownBy(() -> fail(exhausted)).isSameAs(exhausted);
    guard.run(calls, "later", List::add);
    assertThat(calls).containsExactly("failing", "later");
  }

  @Test
  void callsAllWhateverPassesThroughOneOfThem() {
    OutOfMemoryError first = new OutOfMemoryError("first");
    OutOfMemoryError second = new OutOfMemoryError("second");
    @Nullable Object[] observers = {first, null, "observer", second};
    Guard[] guards = {guard, guard, guard, guard};
    assertThatThrownBy(() ->
            Guard.runAll(
                guards,
                observers,
                calls,
                (observer, seen) -> {
                  seen.add(observer.toString());
                  if (observer instanceof Error error) {
                    throw error;
                  }
                }))
        .isSameAs(first);
    assertThat(calls).containsExactly(first.toString(), "observer", second.toString());
  }
}
