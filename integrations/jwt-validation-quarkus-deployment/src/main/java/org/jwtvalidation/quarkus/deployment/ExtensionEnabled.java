// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import java.util.function.BooleanSupplier;
import org.jwtvalidation.quarkus.runtime.JwtValidationBuildTimeConfig;

/** Whether the application has not turned the extension off. */
final class ExtensionEnabled implements BooleanSupplier {

  private final JwtValidationBuildTimeConfig config;

  ExtensionEnabled(JwtValidationBuildTimeConfig config) {
    this.config = config;
  }

  @Override
  public boolean getAsBoolean() {
    return config.enabled();
  }
}
