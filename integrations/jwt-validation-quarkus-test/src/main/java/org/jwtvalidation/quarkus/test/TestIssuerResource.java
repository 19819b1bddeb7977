// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.test;

import io.quarkus.test.common.QuarkusTestResourceConfigurableLifecycleManager;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.testkit.TestIssuer;

/** What Quarkus does with {@link WithTestIssuer}; use the annotation. Not thread-safe. */
public final class TestIssuerResource
    implements QuarkusTestResourceConfigurableLifecycleManager<WithTestIssuer> {

  /** Shorter than any test takes from one fetch to the next. */
  private static final Duration AT_ONCE = Duration.ofNanos(1);

  private String prefix = "";
  private TestIssuer.Builder options = TestIssuer.builder();
  private @Nullable TestIssuer issuer;

  /** For Quarkus. */
  public TestIssuerResource() {}

  /**
   * Takes over the options.
   *
   * @param annotation the annotation of the test class
   */
  @Override
  public void init(WithTestIssuer annotation) {
    String name = annotation.value();
    if (name.isEmpty() || name.indexOf('"') >= 0) {
      throw new IllegalArgumentException(
          "@WithTestIssuer(\""
              + name
              + "\"): not the name of an issuer; use that of the key jwt-validation.issuers.<name>"
              + ".url");
    }
    prefix = "jwt-validation.issuers." + (name.contains(".") ? '"' + name + '"' : name) + '.';
    options =
        TestIssuer.builder().audience(annotation.audience()).algorithm(annotation.algorithm());
  }

  /**
   * Starts the issuer.
   *
   * @return the configuration of the application
   */
  @Override
  public Map<String, String> start() {
    TestIssuer started = options.start();
    issuer = started;
    Map<String, String> configuration = new HashMap<>();
    configuration.put(prefix + "url", started.issuer());
    configuration.put(prefix + "audience", started.audience());
    // A preset accepts only the URLs of its provider.
    configuration.put(prefix + "preset", "");
    configuration.put(prefix + "keys.allow-loopback-http", "true");
    String cooldown = prefix + "keys.unknown-key-cooldown";
    if (ConfigProvider.getConfig().getConfigValue(cooldown).getValue() == null) {
      // Otherwise, a token of an unknown key in one test keeps the next from a new key.
      configuration.put(cooldown, AT_ONCE.toString());
    }
    return configuration;
  }

  /**
   * Injects the issuer into the fields of a test that have its type.
   *
   * @param injector knows the fields
   */
  @Override
  public void inject(TestInjector injector) {
    injector.injectIntoFields(issuer, new TestInjector.MatchesType(TestIssuer.class));
  }

  /** Closes the issuer. */
  @Override
  public void stop() {
    if (issuer != null) {
      issuer.close();
    }
  }
}
