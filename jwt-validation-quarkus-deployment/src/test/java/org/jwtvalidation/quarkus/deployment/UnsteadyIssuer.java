package org.jwtvalidation.quarkus.deployment;

import io.smallrye.config.PropertiesConfigSource;
import java.util.Map;
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

  static {
    stall();
  }

  /** For the service loader. */
  public UnsteadyIssuer() {
    super(VALUES, "issuer that comes and goes", DEFAULT_ORDINAL);
  }

  static void stall() {
    ISSUER.jwksResponse(TestResponse.json("{}").stallingAfter(0));
  }
}
