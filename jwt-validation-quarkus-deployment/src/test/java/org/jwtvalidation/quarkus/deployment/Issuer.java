package org.jwtvalidation.quarkus.deployment;

import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.testkit.TestIssuer;

/**
 * The issuer of the tests as configuration of the application: tests run in the class loader of the
 * application, which is made after the configuration of {@code QuarkusUnitTest}.
 */
public final class Issuer implements ConfigSource {

  static final TestIssuer ISSUER = TestIssuer.start();

  private static final Map<String, String> VALUES =
      Map.of(
          "jwt-validation.issuers.shop.url", ISSUER.issuer(),
          "jwt-validation.issuers.shop.audience", ISSUER.audience(),
          "jwt-validation.issuers.shop.keys.allow-loopback-http", "true");

  /** For the service loader. */
  public Issuer() {}

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
    return "issuer of the test";
  }
}
