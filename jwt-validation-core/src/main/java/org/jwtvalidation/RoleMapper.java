package org.jwtvalidation;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Where in the claims the roles of {@link AccessToken#roles()} are. Thread-safe. A mapper that
 * throws rejects the token.
 */
@FunctionalInterface
public interface RoleMapper {

  /**
   * Reads the roles of one token.
   *
   * @param claims verified claims
   * @return the roles, maybe none
   */
  List<String> roles(ClaimsSet claims);

  /**
   * The roles in a claim of that name, an array of strings (RFC 9068 section 2.2.3.1 has {@code
   * roles}).
   *
   * @param name the claim
   * @return the mapper
   */
  static RoleMapper claim(String name) {
    Objects.requireNonNull(name, "name");
    return claims -> claims.strings(name);
  }

  /**
   * The realm roles of Keycloak: {@code realm_access.roles}.
   *
   * @return the mapper
   */
  static RoleMapper keycloakRealm() {
    return claims -> {
      ClaimsSet access = claims.object("realm_access");
      return access == null ? List.of() : access.strings("roles");
    };
  }

  /**
   * The roles of one client of Keycloak: {@code resource_access.<clientId>.roles}.
   *
   * @param clientId the client, most often the resource server itself
   * @return the mapper
   */
  static RoleMapper keycloakClient(String clientId) {
    Objects.requireNonNull(clientId, "clientId");
    return claims -> {
      ClaimsSet access = claims.object("resource_access");
      ClaimsSet client = access == null ? null : access.object(clientId);
      return client == null ? List.of() : client.strings("roles");
    };
  }

  /**
   * The roles of this mapper followed by those of another. Roles of the same name from both become
   * one: a realm role and a client role of Keycloak can then no longer be told apart.
   *
   * @param other the other mapper
   * @return both
   */
  default RoleMapper and(RoleMapper other) {
    Objects.requireNonNull(other, "other");
    return claims -> {
      List<String> roles = new ArrayList<>(roles(claims));
      other.roles(claims).stream().filter(role -> !roles.contains(role)).forEach(roles::add);
      return roles;
    };
  }
}
