package org.jwtvalidation.http.config;

import java.util.List;
import java.util.Optional;

/**
 * Configuration options of the place of the roles, as text: the mappers of {@link
 * org.jwtvalidation.RoleMapper}. Roles of several places add up.
 */
public interface RolesOptions {

  /**
   * Returns the claims that are arrays of roles.
   *
   * @return claims for {@link org.jwtvalidation.RoleMapper#claim}
   */
  default Optional<List<String>> claim() {
    return Optional.empty();
  }

  /**
   * Returns the claims that are objects whose members are named by the roles.
   *
   * @return claims for {@link org.jwtvalidation.RoleMapper#memberNames}
   */
  default Optional<List<String>> memberNames() {
    return Optional.empty();
  }

  /**
   * Returns whether the realm roles of Keycloak are roles, as {@link
   * org.jwtvalidation.RoleMapper#keycloakRealm} finds them.
   *
   * @return false if the option is not set
   */
  default boolean keycloakRealm() {
    return false;
  }

  /**
   * Returns the clients of Keycloak whose roles are roles.
   *
   * @return clients for {@link org.jwtvalidation.RoleMapper#keycloakClient}
   */
  default Optional<List<String>> keycloakClient() {
    return Optional.empty();
  }
}
