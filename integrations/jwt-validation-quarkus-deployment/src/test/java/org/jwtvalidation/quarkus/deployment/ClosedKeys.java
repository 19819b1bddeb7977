// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import jakarta.inject.Singleton;
import java.util.List;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.http.config.IssuerCustomizer;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.KeySource;

/**
 * Keys of the issuer {@code other}, which count how often a validator has closed them: in a system
 * property, because each start of an application has its own classes.
 */
@Singleton
public class ClosedKeys implements IssuerCustomizer {

  private static final String COUNT = "keys.closed.in.test";

  @Override
  public void customize(String name, IssuerConfig.Builder issuer) {
    if (name.equals("other")) {
      issuer.keySource(new Counted());
    }
  }

  private static final class Counted implements KeySource {

    @Override
    public JwkSet jwkSet() {
      return JwkSet.of();
    }

    @Override
    public void close() {
      System.setProperty(COUNT, String.valueOf(Integer.getInteger(COUNT, 0) + 1));
    }
  }

  /** Counts from zero again, since tests share the properties. */
  static void forget() {
    System.clearProperty(COUNT);
  }

  static int count() {
    return Integer.getInteger(COUNT, 0);
  }

  /** Waits until no thread of the library is left. */
  static void awaitEndOfThreads() {
    Await.until(() -> threads().isEmpty());
  }

  /** The names of the threads of the library. */
  static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("jwt-validation-"))
        .toList();
  }
}
