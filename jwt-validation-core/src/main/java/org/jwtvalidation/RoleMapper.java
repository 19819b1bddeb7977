// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jwtvalidation.internal.jws.Attributes;
import org.jwtvalidation.token.ClaimsSet;

/**
 * Finds the roles of {@link org.jwtvalidation.token.AccessToken#roles()} in the claims.
 * Implementations must be thread-safe. A mapper that throws an exception rejects the token, and the
 * exception is logged as that of a {@link ClaimCheck}.
 */
@FunctionalInterface
public interface RoleMapper {

  /**
   * Reads the roles of one token.
   *
   * @param claims the verified claims
   * @return the roles, possibly none
   */
  List<String> roles(ClaimsSet claims);

  /**
   * Returns a mapper of the roles in one claim such as {@code roles} (RFC 9068 section 2.2.3.1): an
   * array of strings, or of objects that have the role in their member {@code value}. A token whose
   * claim has another form is rejected.
   *
   * @param name the claim
   * @return the mapper
   */
  static RoleMapper claim(String name) {
    Objects.requireNonNull(name, "name");
    return claims -> Attributes.of(claims.asMap(), name);
  }

  /**
   * Returns a mapper of the roles that are the member names of one claim, an object such as
   * Zitadel's {@code urn:zitadel:iam:org:project:roles}. The values of the members are ignored.
   *
   * @param name the claim
   * @return the mapper
   */
  static RoleMapper memberNames(String name) {
    Objects.requireNonNull(name, "name");
    return claims -> {
      ClaimsSet roles = claims.object(name);
      return roles == null ? List.of() : List.copyOf(roles.asMap().keySet());
    };
  }

  /**
   * Returns a mapper of Keycloak's realm roles: {@code realm_access.roles}.
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
   * Returns a mapper of the roles of one Keycloak client: {@code resource_access.<clientId>.roles}.
   *
   * @param clientId the client, usually the resource server itself
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
   * Returns a mapper of the roles of this mapper followed by those of another. A role that both
   * find is listed once, so a realm role and a client role of the same name become
   * indistinguishable.
   *
   * @param other the other mapper
   * @return the combined mapper
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
