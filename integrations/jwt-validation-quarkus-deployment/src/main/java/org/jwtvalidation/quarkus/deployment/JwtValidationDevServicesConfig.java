// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import org.jwtvalidation.quarkus.runtime.TrueOrFalse;

/** The issuer that is started for development and tests. */
@ConfigMapping(prefix = "jwt-validation.devservices")
@ConfigRoot(phase = ConfigPhase.BUILD_TIME)
public interface JwtValidationDevServicesConfig {

  /**
   * Whether dev and test mode start an issuer if none is configured.
   *
   * @return the option
   */
  @WithConverter(TrueOrFalse.class)
  @WithDefault("true")
  boolean enabled();
}
