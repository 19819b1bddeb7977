// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.smallrye.config.PropertiesConfigSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestResponse;

/**
 * An issuer that is stalled at first, as configuration of the application: with short times, so
 * that a test of seconds sees several fetches succeed and fail.
 */
public final class UnsteadyIssuer extends PropertiesConfigSource {

  private static final long serialVersionUID = 1;

  static final TestIssuer ISSUER = TestIssuer.start();

  private static final String PREFIX = "jwt-validation.issuers.shop.";

  private static final Map<String, String> VALUES =
      Map.of(
          PREFIX + "url",
          ISSUER.issuer(),
          PREFIX + "audience",
          ISSUER.audience(),
          PREFIX + "keys.allow-loopback-http",
          "true",
          PREFIX + "keys.total-timeout",
          "2S",
          PREFIX + "keys.unknown-key-cooldown",
          "PT0.05S",
          PREFIX + "keys.first-retry",
          "PT0.1S",
          PREFIX + "keys.longest-retry",
          "PT0.2S",
          // A wait for keys would occupy one of two threads for two seconds, and be reported.
          "quarkus.vertx.event-loops-pool-size",
          "2",
          "quarkus.vertx.max-event-loop-execute-time",
          "1.5S",
          // The report has the stack trace then.
          "quarkus.vertx.warning-exception-time",
          "1.5S");

  private static final AtomicInteger STALLED_FETCHES = new AtomicInteger();

  static {
    stall();
  }

  /** For the service loader. */
  public UnsteadyIssuer() {
    super(VALUES, "issuer that comes and goes", DEFAULT_ORDINAL);
  }

  private static void stall() {
    ISSUER.jwksResponder(request -> {
      STALLED_FETCHES.incrementAndGet();
      return TestResponse.json("{}").stallingAfter(0);
    });
  }

  /** Returns when a fetch stalls: no earlier one is under way then, for there is one at a time. */
  static void stallNextFetch() {
    int before = STALLED_FETCHES.get();
    stall();
    Await.until(() -> STALLED_FETCHES.get() > before);
  }
}
