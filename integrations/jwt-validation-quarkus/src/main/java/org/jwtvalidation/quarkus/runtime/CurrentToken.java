// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.security.identity.CurrentIdentityAssociation;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.Typed;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.token.AccessToken;

/** The token of the current request, to be injected. */
@Singleton
public class CurrentToken {

  private final CurrentIdentityAssociation identity;

  CurrentToken(CurrentIdentityAssociation identity) {
    this.identity = identity;
  }

  @Produces
  @RequestScoped
  @Typed(JsonWebToken.class)
  JsonWebToken jsonWebToken() {
    return identity.getIdentity().getPrincipal() instanceof JsonWebToken token
        ? token
        : AbsentToken.INSTANCE;
  }

  /** Null for a request without token. The class is final, so that it cannot have a proxy. */
  @Produces
  @Dependent
  @Nullable AccessToken accessToken() {
    return identity.getIdentity().getAttribute(AccessTokenIdentities.TOKEN);
  }
}
