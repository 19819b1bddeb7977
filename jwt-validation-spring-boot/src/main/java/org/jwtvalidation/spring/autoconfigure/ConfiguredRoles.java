package org.jwtvalidation.spring.autoconfigure;

import java.util.List;
import java.util.Optional;
import org.jwtvalidation.http.config.RolesOptions;

/**
 * The places of the roles, from the properties of an issuer.
 *
 * @param roles the properties
 */
record ConfiguredRoles(IssuerProperties.Roles roles) implements RolesOptions {

  @Override
  public Optional<List<String>> claim() {
    return Optional.ofNullable(roles.claim());
  }

  @Override
  public Optional<List<String>> memberNames() {
    return Optional.ofNullable(roles.memberNames());
  }

  @Override
  public boolean keycloakRealm() {
    return roles.keycloakRealm();
  }

  @Override
  public Optional<List<String>> keycloakClient() {
    return Optional.ofNullable(roles.keycloakClient());
  }
}
