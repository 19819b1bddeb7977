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

  /** Claims that are arrays of roles. */
  Optional<List<String>> claim();

  /** Claims that are objects, whose member names are roles. */
  Optional<List<String>> memberNames();

  /** Whether the realm roles of Keycloak are roles. */
  @WithConverter(TrueOrFalse.class)
  @WithDefault("false")
  boolean keycloakRealm();

  /** Clients of Keycloak whose roles are roles. */
  Optional<List<String>> keycloakClient();
}
