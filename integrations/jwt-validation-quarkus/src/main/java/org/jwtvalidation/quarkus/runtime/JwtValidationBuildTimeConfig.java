// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.runtime.annotations.ConfigGroup;
import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;

/** What is fixed when the application is built. */
@ConfigMapping(prefix = "jwt-validation")
@ConfigRoot(phase = ConfigPhase.BUILD_TIME)
public interface JwtValidationBuildTimeConfig {

  /** Whether the extension is enabled. */
  @WithConverter(TrueOrFalse.class)
  @WithDefault("true")
  boolean enabled();

  /** Readiness of the keys. */
  HealthConfig health();

  /** Meters of Micrometer. */
  MetricsConfig metrics();

  /** Readiness of the keys. */
  @ConfigGroup
  interface HealthConfig {

    /** Whether readiness includes the keys of all issuers, if the application has health checks. */
    @WithConverter(TrueOrFalse.class)
    @WithDefault("true")
    boolean enabled();
  }

  /** Meters of Micrometer. */
  @ConfigGroup
  interface MetricsConfig {

    /** Whether validations and requests are measured, if the application has Micrometer. */
    @WithConverter(TrueOrFalse.class)
    @WithDefault("true")
    boolean enabled();
  }
}
