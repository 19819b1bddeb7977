// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import java.lang.System.Logger.Level;

/**
 * Keeps the failures of a registry, such as those of a filter of the user, from validations and
 * from other registries, and those of one meter from others that leave the registry with it.
 */
final class Tolerance {

  private static final System.Logger LOGGER = System.getLogger(Tolerance.class.getPackageName());

  private Tolerance() {}

  static void of(Runnable registration) {
    try {
      registration.run();
    } catch (RuntimeException e) {
      log("a registry refuses a meter", e);
    }
  }

  static void log(String message, RuntimeException failure) {
    try {
      LOGGER.log(Level.WARNING, message, failure);
    } catch (Throwable e) {
      // There is no other place to report it.
    }
  }
}
