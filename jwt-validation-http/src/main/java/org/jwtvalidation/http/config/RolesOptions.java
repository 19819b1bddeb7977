// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.RoleMapper;

/** Configuration options of the places of the roles, as text. Roles of several places add up. */
public interface RolesOptions {

  /** {@return the claims that are arrays of roles: {@link RoleMapper#claim}} */
  @Nullable List<String> claim();

  /**
   * {@return the claims that are objects whose member names are roles: {@link
   * RoleMapper#memberNames}}
   */
  @Nullable List<String> memberNames();

  /** {@return whether the realm roles of Keycloak are roles: {@link RoleMapper#keycloakRealm}} */
  boolean keycloakRealm();

  /** {@return the clients of Keycloak whose roles are roles: {@link RoleMapper#keycloakClient}} */
  @Nullable List<String> keycloakClient();

  /** The rows; in a class, since an interface has public fields only. */
  final class Rows {

    /** The rows, each of which adds mappers. */
    static final List<Option<RolesOptions, List<RoleMapper>, ?>> MAPPERS =
        List.of(
            ofEach("claim", RolesOptions::claim, RoleMapper::claim),
            ofEach("member-names", RolesOptions::memberNames, RoleMapper::memberNames),
            Option.flag(
                "keycloak-realm",
                RolesOptions::keycloakRealm,
                mappers -> mappers.add(RoleMapper.keycloakRealm())),
            ofEach("keycloak-client", RolesOptions::keycloakClient, RoleMapper::keycloakClient));

    private static Option<RolesOptions, List<RoleMapper>, List<String>> ofEach(
        String key,
        Function<RolesOptions, @Nullable List<String>> names,
        Function<String, RoleMapper> mapper) {
      return new Option<>(
          key, names, (mappers, given) -> given.forEach(name -> mappers.add(mapper.apply(name))));
    }

    private Rows() {}
  }
}
