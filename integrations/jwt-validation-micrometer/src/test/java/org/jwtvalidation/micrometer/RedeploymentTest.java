// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.File;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.RequestPhase;
import org.jwtvalidation.testkit.TestIssuer;

/** An application whose meters leave a registry that outlives it. */
@Timeout(300)
class RedeploymentTest {

  /** The application. */
  public static final class Deployed implements Consumer<MeterRegistry> {

    /** Needs no configuration. */
    public Deployed() {}

    @Override
    public void accept(MeterRegistry registry) {
      TestIssuer issuer = TestIssuer.offline("https://issuer.example");
      ValidationMeters validations = new ValidationMeters();
      HttpMeters requests = new HttpMeters();
      try (TokenValidator validator = issuer.validator().monitor(validations).build()) {
        validations.watch(validator).bindTo(registry);
        requests.bindTo(registry);
        assertThat(validator.validate(issuer.token().compact()).subject()).isNotBlank();
        requests.begin().completed(RequestPhase.TOKEN_EXTRACTION);
        validations.unbind();
        requests.unbind();
      }
    }
  }

  /** Has the classes of the registry in common with the application, and no others. */
  private static final class Container extends ClassLoader {

    Container() {
      super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith("io.micrometer.") || name.startsWith("io.prometheus.")) {
        return Class.forName(name, false, RedeploymentTest.class.getClassLoader());
      }
      throw new ClassNotFoundException(name);
    }
  }

  static Stream<MeterRegistry> registries() {
    return Stream.of(
        new SimpleMeterRegistry(),
        new CompositeMeterRegistry()
            .add(new SimpleMeterRegistry())
            .add(prometheus())
            .add(simpleclient()));
  }

  private static MeterRegistry prometheus() {
    return new io.micrometer.prometheusmetrics.PrometheusMeterRegistry(
        io.micrometer.prometheusmetrics.PrometheusConfig.DEFAULT);
  }

  @SuppressWarnings("deprecation") // still the registry of Quarkus
  private static MeterRegistry simpleclient() {
    return new io.micrometer.prometheus.PrometheusMeterRegistry(
        io.micrometer.prometheus.PrometheusConfig.DEFAULT);
  }

  @ParameterizedTest
  @MethodSource("registries")
  void leavesNoClassLoader(MeterRegistry registry) throws Exception {
    for (int run = 0; run < 2; run++) {
      assertUnloaded(deployed(registry));
    }
    assertThat(registry.getMeters()).isEmpty();
  }

  /** Runs the application in a class loader of its own, of which nothing is left. */
  @SuppressWarnings("unchecked")
  private static WeakReference<ClassLoader> deployed(MeterRegistry registry) throws Exception {
    List<URL> classPath = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      classPath.add(Path.of(entry).toUri().toURL());
    }
    try (URLClassLoader application =
        new URLClassLoader(classPath.toArray(URL[]::new), new Container())) {
      Object service =
          application.loadClass(Deployed.class.getName()).getDeclaredConstructor().newInstance();
      assertThat(service).isNotInstanceOf(Deployed.class);
      ((Consumer<MeterRegistry>) service).accept(registry);
      return new WeakReference<>(application);
    }
  }

  private static void assertUnloaded(WeakReference<ClassLoader> application)
      throws InterruptedException {
    long end = System.nanoTime() + 60_000_000_000L;
    while (application.get() != null) {
      assertThat(System.nanoTime() - end).as("unloaded in time").isNegative();
      System.gc();
      Thread.sleep(50);
    }
  }
}
