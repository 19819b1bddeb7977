// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.security.StringPermission;
import io.smallrye.mutiny.Uni;
import java.security.Permission;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jwtvalidation.token.AccessToken;

/**
 * The scopes of a token as permissions: a scope permits what has its name. {@code
 * PermissionsAllowed("orders:read")} asks for a permission with the name {@code orders} and the
 * action {@code read}, and several values with one name for one of several actions.
 */
final class ScopePermissions implements Function<Permission, Uni<Boolean>> {

  private static final Pattern SEPARATOR = Pattern.compile(StringPermission.ACTIONS_SEPARATOR);

  private final AccessToken token;

  ScopePermissions(AccessToken token) {
    this.token = token;
  }

  @Override
  public Uni<Boolean> apply(Permission needed) {
    return Uni.createFrom().item(needed instanceof StringPermission && permits(needed));
  }

  private boolean permits(Permission needed) {
    String actions = needed.getActions();
    if (actions == null || actions.isEmpty()) {
      return token.hasScope(needed.getName());
    }
    return SEPARATOR
        .splitAsStream(actions)
        .anyMatch(action -> token.hasScope(needed.getName() + ":" + action));
  }
}
