package org.jwtvalidation.examples.quarkus;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;
import org.jwtvalidation.testkit.TestIssuer;

/** Starts an issuer for the tests, which get it into their fields of this type. */
public final class IssuerResource implements QuarkusTestResourceLifecycleManager {

  private final TestIssuer issuer = TestIssuer.start();

  /** For Quarkus. */
  public IssuerResource() {}

  @Override
  public Map<String, String> start() {
    return Map.of(
        "jwt-validation.issuers.shop.url", issuer.issuer(),
        "jwt-validation.issuers.shop.audience", issuer.audience(),
        "jwt-validation.issuers.shop.keys.allow-loopback-http", "true");
  }

  @Override
  public void inject(TestInjector injector) {
    injector.injectIntoFields(issuer, new TestInjector.MatchesType(TestIssuer.class));
  }

  @Override
  public void stop() {
    issuer.close();
  }
}
