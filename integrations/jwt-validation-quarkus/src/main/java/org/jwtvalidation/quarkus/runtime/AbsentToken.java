// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import java.util.Set;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.jspecify.annotations.Nullable;

/** The token of a request that has none: without name and claims. */
final class AbsentToken implements JsonWebToken {

  static final AbsentToken INSTANCE = new AbsentToken();

  private AbsentToken() {}

  @Override
  public @Nullable String getName() {
    return null;
  }

  @Override
  public Set<String> getClaimNames() {
    return Set.of();
  }

  @SuppressWarnings("TypeParameterUnusedInFormals") // so declared by the interface
  @Override
  public <T> @Nullable T getClaim(String claimName) {
    return null;
  }
}
