// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.bootstrap.classloading.QuarkusClassLoader;

/** The classes that the application will have at run time. */
final class ApplicationClasses {

  private ApplicationClasses() {}

  static boolean contain(String className) {
    return QuarkusClassLoader.isClassPresentAtRuntime(className);
  }
}
