// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.smallrye.config.PropertiesConfigSource;
import java.time.Duration;
import java.util.Map;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestResponse;

/**
 * An issuer that does not answer, as configuration of the application: until a test disconnects it,
 * so that no time-out decides.
 */
public final class HangingIssuer extends PropertiesConfigSource {

  private static final long serialVersionUID = 1;

  static final TestIssuer ISSUER = TestIssuer.start();

  static {
    ISSUER.discoveryResponse(TestResponse.status(200).delay(Duration.ofDays(1)));
  }

  private static final String KEYS = "jwt-validation.issuers.shop.keys.";

  private static final Map<String, String> VALUES =
      Map.of(
          "jwt-validation.issuers.shop.url",
          ISSUER.issuer(),
          "jwt-validation.issuers.shop.audience",
          ISSUER.audience(),
          KEYS + "connect-timeout",
          "1H",
          KEYS + "total-timeout",
          "1H",
          KEYS + "first-retry",
          "PT0.05S",
          KEYS + "longest-retry",
          "PT0.1S",
          KEYS + "allow-loopback-http",
          "true",
          // All requests share one thread, which the first one that waits would block.
          "quarkus.vertx.event-loops-pool-size",
          "1");

  /** For the service loader. */
  public HangingIssuer() {
    super(VALUES, "issuer that hangs", DEFAULT_ORDINAL);
  }
}
