package org.jwtvalidation.quarkus.deployment;

import io.smallrye.config.PropertiesConfigSource;
import java.time.Duration;
import java.util.Map;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestResponse;

/** An issuer that does not answer until it is told to, as configuration of the application. */
public final class HangingIssuer extends PropertiesConfigSource {

  private static final long serialVersionUID = 1;

  static final TestIssuer ISSUER = TestIssuer.start();

  static {
    ISSUER.discoveryResponse(TestResponse.status(200).delay(Duration.ofMinutes(5)));
  }

  private static final Map<String, String> VALUES =
      Map.of(
          "jwt-validation.issuers.shop.url", ISSUER.issuer(),
          "jwt-validation.issuers.shop.audience", ISSUER.audience(),
          "jwt-validation.issuers.shop.keys.total-timeout", "4S",
          "jwt-validation.issuers.shop.keys.allow-loopback-http", "true",
          // All requests share one thread, which the first one that waits would block.
          "quarkus.vertx.event-loops-pool-size", "1");

  /** For the service loader. */
  public HangingIssuer() {
    super(VALUES, "issuer that hangs", DEFAULT_ORDINAL);
  }
}
