// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.testkit.TestIssuer;

/** An application with a monitor that is loaded, and then loaded again. */
@Timeout(300)
class RedeploymentTest {

  /** The application. */
  public static final class Deployed implements Runnable {

    /** Needs no configuration. */
    public Deployed() {}

    @Override
    public void run() {
      TestIssuer issuer = TestIssuer.offline("https://issuer.example");
      try (TokenValidator validator = issuer.validator().monitor(new JfrMonitor()).build()) {
        assertThat(validator.validate(issuer.token().compact()).subject()).isNotBlank();
      }
    }
  }

  /** Runs the application in a class loader of its own, of which nothing is left. */
  private static WeakReference<ClassLoader> deployed() throws Exception {
    List<URL> classPath = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      classPath.add(Path.of(entry).toUri().toURL());
    }
    try (URLClassLoader application =
        new URLClassLoader(classPath.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      Object service =
          application.loadClass(Deployed.class.getName()).getDeclaredConstructor().newInstance();
      assertThat(service).isNotInstanceOf(Deployed.class);
      ((Runnable) service).run();
      return new WeakReference<>(application);
    }
  }

  private static void assertUnloaded(WeakReference<ClassLoader> application)
      throws InterruptedException {
    long end = System.nanoTime() + 120_000_000_000L;
    while (application.get() != null) {
      assertThat(System.nanoTime() - end).as("unloaded in time").isNegative();
      System.gc();
      Thread.sleep(50);
    }
  }

  /** The recorder calls nothing then, so that nothing could end by being called. */
  @Test
  @DisplayName("F55: an application that is redeployed")
  void leavesNoClassLoaderWhileNothingIsRecorded() throws Exception {
    assertUnloaded(deployed());
  }

  @ParameterizedTest
  @ValueSource(strings = {"10 ms", "1 h"})
  void leavesNoClassLoaderWhileEventsAreRecorded(String period) {
    assertThat(
            Recorded.events(
                Map.of("jwt.Scheduling#enabled", "true", "jwt.Scheduling#period", period),
                () -> {
                  try {
                    assertUnloaded(deployed());
                  } catch (Exception e) {
                    throw new AssertionError(e);
                  }
                }))
        .isNotNull();
  }
}
