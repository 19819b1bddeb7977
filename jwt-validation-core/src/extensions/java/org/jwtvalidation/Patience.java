// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.testkit.TestIssuer;

/**
 * How long tests wait for what comes by itself: until it is there, so that a busy machine fails
 * none of them, and not forever.
 */
public final class Patience {

  /** Longer than any machine takes, however busy it is; nothing is proved by its passing. */
  public static final Duration LONG = Duration.ofMinutes(2);

  private Patience() {}

  /** Returns when the condition holds. */
  public static void until(BooleanSupplier condition) {
    until("what is awaited", condition);
  }

  /** Returns when the condition holds; a failure says what did not come. */
  public static void until(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + LONG.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - end).as(what).isNegative();
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  /** The keys of an issuer on loopback, by HTTP, however long it takes. */
  public static HttpKeySource keysOf(TestIssuer issuer) {
    return HttpKeySource.discovered(issuer.issuer())
        .allowLoopbackHttp()
        .connectTimeout(LONG)
        .totalTimeout(LONG)
        .build();
  }
}
