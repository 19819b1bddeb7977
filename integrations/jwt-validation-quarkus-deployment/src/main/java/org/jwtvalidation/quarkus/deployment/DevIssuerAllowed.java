// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.deployment.dev.devservices.DevServicesConfig;
import io.quarkus.runtime.LaunchMode;
import java.util.function.BooleanSupplier;

/**
 * Whether an issuer may be started beside the application: only in dev and test mode, which is
 * stricter than Quarkus, whose dev services may also accompany an application that is only run.
 */
final class DevIssuerAllowed implements BooleanSupplier {

  private final LaunchMode mode;
  private final DevServicesConfig all;
  private final JwtValidationDevServicesConfig own;

  DevIssuerAllowed(LaunchMode mode, DevServicesConfig all, JwtValidationDevServicesConfig own) {
    this.mode = mode;
    this.all = all;
    this.own = own;
  }

  @Override
  public boolean getAsBoolean() {
    return mode.isDevOrTest() && all.enabled() && own.enabled();
  }
}
