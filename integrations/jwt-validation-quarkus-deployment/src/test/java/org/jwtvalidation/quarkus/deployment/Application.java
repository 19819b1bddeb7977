// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.maven.dependency.Dependency;
import io.quarkus.test.QuarkusUnitTest;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.spi.ConfigSource;

/** Applications under test. */
final class Application {

  /** Metrics and health checks. */
  static final List<Dependency> OBSERVATION =
      extensions("quarkus-micrometer-registry-prometheus", "quarkus-smallrye-health");

  private Application() {}

  /** An application with these classes and no configuration. */
  static QuarkusUnitTest of(Class<?>... classes) {
    return new QuarkusUnitTest()
        .withApplicationRoot(
            jar -> jar.addClasses(classes).addClasses(Await.class, Application.class));
  }

  /** The application that takes orders, with tokens of {@link Issuer#ISSUER}. */
  static QuarkusUnitTest orders(Class<?>... more) {
    return ordersFrom(Issuer.class, more);
  }

  /** The application that takes orders, with tokens of the issuer in this configuration. */
  static QuarkusUnitTest ordersFrom(Class<? extends ConfigSource> issuer, Class<?>... more) {
    return new QuarkusUnitTest()
        .withApplicationRoot(jar ->
            jar.addClasses(
                    Orders.class, Ping.class, Client.class, Await.class, RecordedRequest.class)
                .addClasses(Application.class, issuer)
                .addClasses(more)
                .addAsServiceProvider(ConfigSource.class, issuer))
        .overrideConfigKey("jwt-validation.realm", "orders")
        .overrideConfigKey("quarkus.http.auth.policy.clerks.roles-allowed", "clerk")
        .overrideConfigKey("quarkus.http.auth.permission.guarded.paths", "/guarded")
        .overrideConfigKey("quarkus.http.auth.permission.guarded.policy", "clerks");
  }

  /** Extensions of Quarkus that the class path of the tests does not have. */
  static List<Dependency> extensions(String... artifacts) {
    return Stream.of(artifacts)
        .map(each -> Dependency.of("io.quarkus", each, System.getProperty("version.of.quarkus")))
        .toList();
  }
}
