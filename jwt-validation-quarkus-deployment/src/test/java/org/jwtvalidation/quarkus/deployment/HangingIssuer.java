package org.jwtvalidation.quarkus.deployment;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestResponse;

/** An issuer that does not answer until it is told to, as configuration of the application. */
public final class HangingIssuer implements ConfigSource {

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
  public HangingIssuer() {}

  @Override
  public Set<String> getPropertyNames() {
    return VALUES.keySet();
  }

  @Override
  public @Nullable String getValue(String name) {
    return VALUES.get(name);
  }

  @Override
  public String getName() {
    return "issuer that hangs";
  }
}
