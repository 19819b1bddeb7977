// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.runtime.annotations.ConfigGroup;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Optional;

/** Where the roles are. */
@ConfigGroup
public interface JwtValidationRolesConfig {

  /**
   * Claims with arrays of roles. Any {@code roles} key replaces the default: the claim {@code
   * roles}, or the preset's source.
   */
  Optional<List<String>> claim();

  /** Claims with objects, whose member names are roles. */
  Optional<List<String>> memberNames();

  /** Whether Keycloak realm roles are used. */
  @WithConverter(TrueOrFalse.class)
  @WithDefault("false")
  boolean keycloakRealm();

  /** Keycloak clients whose client roles are used. */
  Optional<List<String>> keycloakClient();
}
