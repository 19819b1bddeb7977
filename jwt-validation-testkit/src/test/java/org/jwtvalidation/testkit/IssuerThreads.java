// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** The threads of an issuer's server: one that accepts, and one for each connection. */
final class IssuerThreads {

  private IssuerThreads() {}

  static List<Thread> of(TestIssuer issuer) {
    String name = "test-issuer-" + URI.create(issuer.issuer()).getPort();
    Thread[] threads = new Thread[Thread.activeCount() + 1_000];
    int count = Thread.enumerate(threads);
    return Stream.of(threads).limit(count).filter(thread -> thread.getName().equals(name)).toList();
  }

  static void awaitCount(TestIssuer issuer, int count) throws InterruptedException {
    await(() -> of(issuer).size() == count);
  }

  static void awaitRequests(TestIssuer issuer, int count) throws InterruptedException {
    await(() -> issuer.requests().size() == count);
  }

  /** Waits until one of them is within a method of this name. */
  static void awaitOneWithin(TestIssuer issuer, String method) throws InterruptedException {
    await(() -> of(issuer).stream().anyMatch(thread -> isWithin(thread, method)));
  }

  /** Waits until one of them has been found writing again and again, as if it were blocked. */
  static void awaitBlockedWrite(TestIssuer issuer) throws InterruptedException {
    int[] inTurn = {0};
    await(() -> {
      boolean writes = of(issuer).stream().anyMatch(thread -> isWithin(thread, "implWrite"));
      inTurn[0] = writes ? inTurn[0] + 1 : 0;
      return inTurn[0] == 10;
    });
  }

  private static boolean isWithin(Thread thread, String method) {
    return Stream.of(thread.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals(method));
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    // Longer than any machine takes, however busy it is; nothing is proved by its passing.
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).as("in time").isNegative();
      Thread.sleep(5);
    }
  }
}
