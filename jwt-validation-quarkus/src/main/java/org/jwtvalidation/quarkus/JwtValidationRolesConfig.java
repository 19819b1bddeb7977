package org.jwtvalidation.quarkus;

import io.quarkus.runtime.annotations.ConfigGroup;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Optional;
import org.jwtvalidation.http.config.RolesOptions;

/** Where the roles are. */
@ConfigGroup
public interface JwtValidationRolesConfig extends RolesOptions {

  /** Claims that are arrays of roles. */
  @Override
  Optional<List<String>> claim();

  /** Claims that are objects, whose member names are roles. */
  @Override
  Optional<List<String>> memberNames();

  /** Whether the realm roles of Keycloak are roles. */
  @Override
  @WithConverter(TrueOrFalse.class)
  @WithDefault("false")
  boolean keycloakRealm();

  /** Clients of Keycloak whose roles are roles. */
  @Override
  Optional<List<String>> keycloakClient();
}
