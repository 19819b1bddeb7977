package org.jwtvalidation.quarkus.deployment;

import io.quarkus.maven.dependency.Dependency;
import io.quarkus.test.QuarkusUnitTest;
import java.util.List;
import org.eclipse.microprofile.config.spi.ConfigSource;

/** Applications under test. */
final class Application {

  private Application() {}

  /** An application with these classes and no configuration. */
  static QuarkusUnitTest of(Class<?>... classes) {
    return new QuarkusUnitTest()
        .withApplicationRoot(jar -> jar.addClasses(classes).addClass(Application.class));
  }

  /** The application that takes orders, with tokens of {@link Issuer#ISSUER}. */
  static QuarkusUnitTest orders(Class<?>... more) {
    return ordersFrom(Issuer.class, more);
  }

  /** The application that takes orders, with tokens of the issuer in this configuration. */
  static QuarkusUnitTest ordersFrom(Class<? extends ConfigSource> issuer, Class<?>... more) {
    return new QuarkusUnitTest()
        .withApplicationRoot(jar ->
            jar.addClasses(Orders.class, Ping.class, Client.class, Application.class, issuer)
                .addClasses(more)
                .addAsServiceProvider(ConfigSource.class, issuer))
        .overrideConfigKey("jwt-validation.realm", "orders")
        .overrideConfigKey("quarkus.http.auth.policy.clerks.roles-allowed", "clerk")
        .overrideConfigKey("quarkus.http.auth.permission.guarded.paths", "/guarded")
        .overrideConfigKey("quarkus.http.auth.permission.guarded.policy", "clerks");
  }

  /** An extension of Quarkus that the class path of the tests does not have. */
  static List<Dependency> extension(String artifact) {
    return List.of(Dependency.of("io.quarkus", artifact, System.getProperty("quarkus.version")));
  }
}
